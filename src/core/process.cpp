// SPDX-License-Identifier: Apache-2.0
#include "core/process.hpp"

#include "core/error.hpp"
#include "core/program_path.hpp"
#include "core/system_reason.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace spinsack {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

[[noreturn]] void cannot_start(std::string_view program, int reason) {
  throw FileError(fmt::format("{}: cannot be started: {}", program, system_reason(reason)));
}

// Repeats a system call that a signal cut short.
template <class Call>
auto repeated(const Call& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

// No signal of ours is handled by the new process before it is another program.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

// A write to a pipe that nobody reads fails with EPIPE, and does not end this process, whatever the program around
// this library does with SIGPIPE.
ssize_t write_quietly(int descriptor, std::string_view text) {
  sigset_t pipe;
  sigset_t before;
  sigset_t pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  const bool was_pending = sigismember(&pending, SIGPIPE) == 1;
  ::pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const ssize_t written = ::write(descriptor, text.data(), text.size());
  const int reason = errno;
  if (written < 0 && reason == EPIPE && !was_pending) {
    constexpr timespec now{};
    repeated([&] { return ::sigtimedwait(&pipe, nullptr, &now); });
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = reason;
  return written;
}

// exec wants arrays of plain pointers with a null at their end.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environment_with(const std::map<std::string, std::string>& changes,
                                          bool alone) {
  std::vector<std::string> words;
  for (char** word = environ; !alone && *word != nullptr; ++word) {
    const std::string_view text = *word;
    if (!changes.contains(std::string(text.substr(0, text.find('='))))) words.emplace_back(text);
  }
  for (const auto& [name, value] : changes) words.push_back(fmt::format("{}={}", name, value));
  return words;
}

// Why the new process cannot become the program.
struct Failure {
  int reason = 0;             // errno
  bool in_directory = false;  // it could not go there
};

// All that the new process needs to know, made before it exists: there, only calls that are safe in a signal
// handler are allowed, as other threads may hold any lock.
struct Orders {
  const char* path;
  char* const* arguments;
  char* const* environment;
  const char* directory;       // empty: none
  std::array<int, 3> streams;  // -1: keep ours
  int report;                  // where to tell a Failure
  pid_t parent;
};

void keep_only_standard_streams() {
  constexpr unsigned first = STDERR_FILENO + 1;
  if (::close_range(first, UINT_MAX, CLOSE_RANGE_CLOEXEC) == 0) return;
  for (int other = first; other < 4096; ++other) ::fcntl(other, F_SETFD, FD_CLOEXEC);
}

[[noreturn]] void become(const Orders& orders) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != orders.parent) ::_exit(1);  // we died before it could be told
  bool ready = true;
  for (int i = 0; i < 3; ++i) {
    const int stream = orders.streams[static_cast<std::size_t>(i)];
    ready = ready && (stream < 0 || ::dup2(stream, i) >= 0);
  }
  const bool there = !ready || *orders.directory == '\0' || ::chdir(orders.directory) == 0;
  if (ready && there) {
    keep_only_standard_streams();
    for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execve(orders.path, orders.arguments, orders.environment);
  }
  const Failure failure{.reason = errno, .in_directory = !there};
  (void)!::write(orders.report, &failure, sizeof failure);
  ::_exit(127);
}

int poll_time(std::chrono::milliseconds patience) {
  return static_cast<int>(std::clamp<std::int64_t>(patience.count(), 0, INT_MAX));
}

}  // namespace

std::string ProcessEnd::text() const {
  if (lost) return "the system does not say how it ended";
  return signal != 0 ? fmt::format("signal {} ended it", signal)
                     : fmt::format("its exit code is {}", exit_code);
}

struct Process::Ends {
  std::array<Descriptor, 3> theirs;
  Descriptor report;        // what the new process tells if it cannot become the program
  Descriptor report_write;  // closed by exec

  // Above the standard streams, which the new process replaces one by one.
  static void lift(std::string_view program, Descriptor& end) {
    if (end.get() > STDERR_FILENO) return;
    const int above = ::fcntl(end.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (above < 0) cannot_start(program, errno);
    end = Descriptor(above);
  }

  static void make_pipe(std::string_view program, Descriptor& reading, Descriptor& writing) {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) cannot_start(program, errno);
    reading = Descriptor(ends[0]);
    writing = Descriptor(ends[1]);
    lift(program, reading);
    lift(program, writing);
  }

  void open(std::string_view program, std::size_t number, Stream stream, Descriptor& ours) {
    Descriptor& end = theirs.at(number);
    switch (stream) {
      case Stream::nothing:
        end = open_file("/dev/null", O_RDWR);
        if (!end.open()) cannot_start(program, errno);
        lift(program, end);
        return;
      case Stream::pipe:
        if (number == STDIN_FILENO)
          make_pipe(program, end, ours);
        else
          make_pipe(program, ours, end);
        if (::fcntl(ours.get(), F_SETFL, O_NONBLOCK) != 0) cannot_start(program, errno);
        return;
      case Stream::shared:
      case Stream::with_output:
        return;
    }
  }
};

Process::Process(const ProcessRequest& request) {
  Ends ends;
  const std::string& program = request.command.at(0);
  ends.open(program, STDIN_FILENO, request.input, input_);
  ends.open(program, STDOUT_FILENO, request.output, output_);
  ends.open(program, STDERR_FILENO, request.errors, errors_);
  Ends::make_pipe(program, ends.report, ends.report_write);
  start(request, ends);
}

void Process::start(const ProcessRequest& request, Ends& ends) {
  const std::string& program = request.command.front();
  const bool is_path = program.find('/') != std::string::npos;
  const std::optional<std::string> path = is_path ? program : find_program(program);
  if (!path) cannot_start(program, ENOENT);
  std::vector<std::string> words = request.command;
  std::vector<std::string> environment =
      environment_with(request.environment, request.only_environment);
  const std::vector<char*> arguments = pointers_to(words);
  const std::vector<char*> variables = pointers_to(environment);
  const int output = ends.theirs[1].get();
  const bool joined = request.errors == Stream::with_output;
  const int joined_to = output < 0 ? STDOUT_FILENO : output;
  const Orders orders{
      .path = path->c_str(),
      .arguments = arguments.data(),
      .environment = variables.data(),
      .directory = request.directory.c_str(),
      .streams = {ends.theirs[0].get(), output, joined ? joined_to : ends.theirs[2].get()},
      .report = ends.report_write.get(),
      .parent = ::getpid()};
  int reason = 0;
  {
    const SignalsBlocked blocked;
    child_ = ::fork();
    if (child_ == 0) become(orders);
    reason = errno;
  }
  if (child_ < 0) cannot_start(program, reason);
  ::setpgid(child_, child_);  // whoever comes first
  // Its ends of the pipes are its own now: while we held them, the pipes would have no end.
  for (Descriptor& end : ends.theirs) end.close();
  ends.report_write.close();
  Failure failure;
  if (repeated([&] { return ::read(ends.report.get(), &failure, sizeof failure); }) == 0) return;
  repeated([&] { return ::waitpid(child_, nullptr, 0); });
  child_ = -1;
  cannot_start(failure.in_directory ? request.directory : program, failure.reason);
}

Process::~Process() {
  if (end_) return;
  kill_group(SIGKILL);
  repeated([&] { return ::waitpid(child_, nullptr, 0); });
}

void Process::kill_group(int signal) const { ::kill(-child_, signal); }

void Process::send(std::string_view text) {
  if (!input_.open() || closing_) return;
  if (sent_ == queue_.size()) {
    queue_.clear();
    sent_ = 0;
  }
  queue_ += text;
  pass_on();
}

void Process::close_input() {
  closing_ = true;
  pass_on();
}

// As much of the queue as the pipe takes.
void Process::pass_on() {
  while (input_.open() && unsent() > 0) {
    const ssize_t size = repeated(
        [&] { return write_quietly(input_.get(), std::string_view(queue_).substr(sent_)); });
    if (size < 0 && errno == EAGAIN) return;
    if (size < 0) break;  // nobody reads any more
    sent_ += static_cast<std::size_t>(size);
  }
  const bool refused = unsent() > 0;
  queue_.clear();
  sent_ = 0;
  if (refused || closing_) input_.close();
}

bool Process::listen(std::string& output, std::string& errors, std::chrono::milliseconds patience) {
  if (!output_.open() && !errors_.open() && unsent() == 0) return false;
  // Negative descriptors are passed over.
  std::array<pollfd, 3> news{
      pollfd{.fd = unsent() > 0 ? input_.get() : -1, .events = POLLOUT, .revents = 0},
      pollfd{.fd = output_.get(), .events = POLLIN, .revents = 0},
      pollfd{.fd = errors_.get(), .events = POLLIN, .revents = 0}};
  if (::poll(news.data(), news.size(), poll_time(patience)) <= 0) return true;  // none, or a signal
  if (news[0].revents != 0) pass_on();
  const auto take = [](const pollfd& from, Descriptor& stream, std::string& text) {
    if (from.revents == 0) return;
    std::array<char, listen_limit> piece;  // NOLINT(cppcoreguidelines-pro-type-member-init): read
    const ssize_t size = repeated([&] { return ::read(stream.get(), piece.data(), piece.size()); });
    if (size > 0) text.append(piece.data(), static_cast<std::size_t>(size));
    if (size == 0 || (size < 0 && errno != EAGAIN)) stream.close();
  };
  take(news[1], output_, output);
  take(news[2], errors_, errors);
  return output_.open() || errors_.open() || unsent() > 0;
}

std::optional<ProcessEnd> Process::wait(std::chrono::milliseconds patience) {
  const auto deadline = Clock::now() + patience;
  for (std::chrono::microseconds nap = 100us; !end_;) {
    // Left as it is until its group is killed: once it is taken away, its number may be another's.
    siginfo_t seen{};
    const int found = repeated([&] {
      return ::waitid(P_PID, static_cast<id_t>(child_), &seen, WEXITED | WNOHANG | WNOWAIT);
    });
    if (found == 0 && seen.si_pid == 0) {
      const auto left =
          std::chrono::duration_cast<std::chrono::microseconds>(deadline - Clock::now());
      if (left <= 0us) return std::nullopt;
      std::this_thread::sleep_for(std::min(nap, left));
      nap = std::min<std::chrono::microseconds>(2 * nap, 2ms);
      continue;
    }
    if (found == 0) kill_group(SIGKILL);
    int status = 0;
    const bool known =
        found == 0 && repeated([&] { return ::waitpid(child_, &status, 0); }) == child_;
    if (!known)
      end_ = ProcessEnd{.lost = true};
    else if (WIFSIGNALED(status))
      end_ = ProcessEnd{.signal = WTERMSIG(status)};
    else
      end_ = ProcessEnd{.exit_code = WEXITSTATUS(status)};
  }
  return end_;
}

ProcessEnd Process::stop(std::chrono::milliseconds grace) {
  if (grace > 0ms && !wait(0ms)) {
    kill_group(SIGTERM);
    (void)wait(grace);
  }
  if (!end_) kill_group(SIGKILL);
  while (!wait(1s)) kill_group(SIGKILL);
  return *end_;
}

void become_program(const std::vector<std::string>& command) {
  std::vector<std::string> words = command;
  const std::vector<char*> arguments = pointers_to(words);
  const auto before = ::signal(SIGPIPE, SIG_DFL);  // what we ignore, the program need not
  ::execvp(arguments.front(), arguments.data());
  const int reason = errno;
  ::signal(SIGPIPE, before);
  cannot_start(command.front(), reason);
}

std::optional<std::string> take_line(std::string& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = text.substr(0, end);
  text.erase(0, end + 1);
  return line;
}

}  // namespace spinsack

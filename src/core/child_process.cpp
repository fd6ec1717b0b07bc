// SPDX-License-Identifier: Apache-2.0
#include "core/child_process.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace spinsack {
namespace {

std::string last_error() { return std::generic_category().message(errno); }

// Repeats a system call that a signal cut short.
template <class Call>
auto repeated(const Call& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

// What the copy does first. A group of its own: Ctrl-C in a terminal is for us, who then end the group.
void settle(pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // we died before it could be told
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) ::signal(signal, SIG_DFL);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, stream);
}

}  // namespace

ChildProcess::ChildProcess(const std::function<void(int out)>& body) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw FileError(fmt::format("cannot make a pipe: {}", last_error()));
  // Above the standard streams, which the copy replaces.
  const int out = ::fcntl(ends[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  ::close(ends[1]);
  const pid_t parent = ::getpid();
  child_ = out < 0 ? -1 : ::fork();
  if (child_ == 0) {
    settle(parent);
    int code = 0;
    try {
      body(out);
    } catch (const std::exception& error) {
      write_to_parent(out, error.what());
      code = 1;
    }
    ::_exit(code);  // no destructors: everything outside belongs to the parent
  }
  pipe_ = ends[0];
  const std::string reason = child_ < 0 ? last_error() : std::string();
  if (out >= 0) ::close(out);
  if (child_ < 0) {
    ::close(pipe_);
    throw FileError(fmt::format("cannot start a process: {}", reason));
  }
  ::setpgid(child_, child_);  // whoever comes first
}

ChildProcess::~ChildProcess() {
  ::close(pipe_);
  if (child_ < 0) return;
  ::kill(-child_, SIGKILL);
  repeated([&] { return ::waitpid(child_, nullptr, 0); });
}

bool ChildProcess::read(std::string& text, std::chrono::milliseconds patience) {
  pollfd news{.fd = pipe_, .events = POLLIN, .revents = 0};
  if (::poll(&news, 1, static_cast<int>(patience.count())) <= 0) return true;  // none, or a signal
  std::array<char, 65536> piece{};
  const ssize_t size = repeated([&] { return ::read(pipe_, piece.data(), piece.size()); });
  if (size > 0) text.append(piece.data(), static_cast<std::size_t>(size));
  return size > 0;
}

std::optional<ChildProcess::End> ChildProcess::wait(std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds nap{1};
  int status = 0;
  const auto ended = [&] {
    return repeated([&] { return ::waitpid(child_, &status, WNOHANG); }) != 0;
  };
  for (; !ended(); patience -= nap) {
    if (patience <= std::chrono::milliseconds::zero()) return std::nullopt;
    std::this_thread::sleep_for(nap);
  }
  ::kill(-child_, SIGKILL);  // what a script left behind
  child_ = -1;
  if (WIFSIGNALED(status)) return End{.signal = WTERMSIG(status)};
  return End{.exit_code = WEXITSTATUS(status)};
}

void write_to_parent(int out, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = repeated([&] { return ::write(out, text.data(), text.size()); });
    if (written < 0) ::_exit(1);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void become_program(const std::string& path, std::span<const std::string> arguments,
                    const std::string& directory, int out) {
  std::vector<std::string> words{path};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(out, STDERR_FILENO);
  if (::chdir(directory.c_str()) != 0)
    throw FileError(fmt::format("{}: {}", directory, last_error()));
  ::execv(path.c_str(), pointers.data());
  throw FileError(fmt::format("{}: {}", path, last_error()));
}

std::optional<std::string> find_program(std::string_view name) {
  const char* const variable = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): only read
  std::string_view rest = variable == nullptr ? "" : variable;
  while (!rest.empty()) {
    const std::string_view directory = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), directory.size() + 1));
    const std::filesystem::path path =
        std::filesystem::absolute(directory.empty() ? "." : directory) / name;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0)
      return path.string();
  }
  return std::nullopt;
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "core/process.hpp"

#include "core/error.hpp"
#include "core/run_process.hpp"
#include "support/temporary_directory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace spinsack {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr std::chrono::milliseconds long_enough{60'000};

ProcessRequest script(const std::string& text) { return {.command = {"sh", "-c", text}}; }

ProcessRequest talking(std::vector<std::string> command) {
  return {.command = std::move(command), .input = Stream::pipe};
}

std::string refusal(const ProcessRequest& request) {
  try {
    (void)run_process(request);
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

// Waits until the process has said this.
void expect_words(Process& process, const std::string& words) {
  std::string output;
  std::string errors;
  while (output.size() < words.size() && process.listen(output, errors, long_enough)) continue;
  EXPECT_EQ(output, words);
}

bool output_ends(Process& process) {
  std::string output;
  std::string errors;
  const auto deadline = std::chrono::steady_clock::now() + long_enough;
  while (std::chrono::steady_clock::now() < deadline)
    if (!process.listen(output, errors, 100ms)) return true;
  return false;
}

// Whether a process is there and not merely waiting to be forgotten.
bool lives(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string number;
  std::string name;
  std::string state;
  return file >> number >> name >> state && state != "Z" && state != "X";
}

// What a signal does to us, as long as this lives.
class Disposition {
 public:
  Disposition(int signal, void (*handler)(int)) : signal_(signal) {
    struct sigaction action {};
    action.sa_handler = handler;  // without SA_RESTART
    ::sigaction(signal, &action, &before_);
  }
  Disposition(const Disposition&) = delete;
  Disposition& operator=(const Disposition&) = delete;
  ~Disposition() { ::sigaction(signal_, &before_, nullptr); }

 private:
  int signal_;
  struct sigaction before_ {};
};

// --- how it ends -------------------------------------------------------------------------------

TEST(Process, TellsWhatItSaysAndHowItEnds) {
  const ProcessResult result = run_process(script("echo hello; echo oops >&2; exit 7"));
  EXPECT_EQ(result.output, "hello\n");
  EXPECT_EQ(result.errors, "oops\n");
  EXPECT_EQ(result.end.exit_code, 7);
  EXPECT_EQ(result.end.signal, 0);
  EXPECT_FALSE(result.end.success());
  EXPECT_EQ(result.end.text(), "its exit code is 7");
  EXPECT_TRUE(run_process(script("exit 0")).end.success());
}

TEST(Process, TellsTheSignalThatEndedIt) {
  for (const int signal : {SIGKILL, SIGSEGV, SIGTERM, SIGPIPE}) {
    const ProcessResult result = run_process(script("kill -" + std::to_string(signal) + " $$"));
    EXPECT_EQ(result.end.signal, signal);
    EXPECT_FALSE(result.end.success());
  }
}

TEST(Process, ThatCannotStartIsNoProgramThatEndsWith127) {
  EXPECT_EQ(run_process(script("exit 127")).end.exit_code, 127);
  const test::TemporaryDirectory directory;
  directory.write("text", "no program");
  EXPECT_EQ(refusal({.command = {"no-such-program"}}),
            "no-such-program: cannot be started: No such file or directory");
  EXPECT_EQ(refusal({.command = {"/no/such/program"}}),
            "/no/such/program: cannot be started: No such file or directory");
  EXPECT_THAT(refusal({.command = {directory.file("text")}}),
              HasSubstr("text: cannot be started: Permission denied"));
  EXPECT_EQ(refusal({.command = {"true"}, .directory = "/no/such/folder"}),
            "/no/such/folder: cannot be started: No such file or directory");
}

// While SIGCHLD is ignored the system forgets exit codes at once. That must not pass for success.
TEST(Process, WhoseEndIsLostHasNoSuccess) {
  const Disposition ignored(SIGCHLD, SIG_IGN);
  const ProcessResult result = run_process(script("exit 3"));
  EXPECT_TRUE(result.end.lost);
  EXPECT_FALSE(result.end.success());
}

TEST(Process, TellsItsEndAgain) {
  Process process(script("exit 4"));
  ASSERT_TRUE(process.wait(long_enough));
  EXPECT_EQ(process.wait(0ms)->exit_code, 4);
  EXPECT_EQ(process.stop(0ms).exit_code, 4);
}

// --- what it gets --------------------------------------------------------------------------------

TEST(Process, RunsWhereAndWithWhatItIsTold) {
  const test::TemporaryDirectory directory;
  ProcessRequest request = script("pwd; echo $SPINSACK_WORD; echo ${HOME+home}");
  request.directory = directory.path().string();
  request.environment = {{"SPINSACK_WORD", "a b"}, {"HOME", ""}};
  EXPECT_EQ(run_process(request).output,
            std::filesystem::canonical(directory.path()).string() + "\na b\nhome\n");
}

TEST(Process, MixesItsStreamsIfAsked) {
  ProcessRequest request = script("echo a; echo b >&2; echo c");
  request.errors = Stream::with_output;
  const ProcessResult result = run_process(request);
  EXPECT_EQ(result.output, "a\nb\nc\n");
  EXPECT_EQ(result.errors, "");
}

TEST(Process, GetsNoOtherDescriptor) {
  const int other = ::open("/dev/null", O_RDONLY);  // open for whatever is started
  ASSERT_GT(other, 2);
  Process first(talking({"cat"}));
  EXPECT_EQ(run_process(script("ls /proc/$$/fd")).output, "0\n1\n2\n");
  ::close(other);
}

TEST(Process, GetsItsStreamsWhereOursAreClosed) {
  const int saved = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 10);
  ::close(STDIN_FILENO);
  const ProcessResult result = run_process(talking({"cat"}), "words");
  if (saved >= 0) {
    ::dup2(saved, STDIN_FILENO);
    ::close(saved);
  }
  EXPECT_EQ(result.output, "words");
  EXPECT_TRUE(result.end.success());
}

TEST(Process, DoesNotGetOurSignals) {
  const Disposition ignored(SIGPIPE, SIG_IGN);
  sigset_t blocked;
  sigset_t before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before);
  EXPECT_EQ(run_process(script("kill -PIPE $$; exit 1")).end.signal, SIGPIPE);
  EXPECT_EQ(run_process(script("kill -TERM $$; exit 1")).end.signal, SIGTERM);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

// --- talk --------------------------------------------------------------------------------------

TEST(Process, AnswersLineByLine) {
  Process process(talking({"sh", "-c", "while read word; do echo \"$word?\"; done; echo bye"}));
  for (const char* word : {"one", "two", "three"}) {
    process.send(std::string(word) + "\n");
    expect_words(process, std::string(word) + "?\n");
  }
  process.close_input();
  expect_words(process, "bye\n");
  const auto end = process.wait(long_enough);
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->success());
}

TEST(Process, PassesOnMoreThanAPipeHolds) {
  std::string text;
  while (text.size() < 3'000'000) text += std::to_string(text.size()) + "\n";
  const ProcessResult result = run_process(talking({"cat"}), text);
  EXPECT_TRUE(result.end.success());
  EXPECT_TRUE(result.output == text);
}

// Whatever the program around us does with SIGPIPE.
TEST(Process, ThatDoesNotReadIsNoErrorOfOurs) {
  for (void (*const handler)(int) : {SIG_DFL, SIG_IGN}) {
    const Disposition pipe(SIGPIPE, handler);
    const std::string text(3'000'000, 'x');
    EXPECT_TRUE(run_process(talking({"true"}), text).end.success());
    const ProcessResult closed =
        run_process(talking({"sh", "-c", "exec <&-; echo closed; exit 3"}), text);
    EXPECT_EQ(closed.output, "closed\n");
    EXPECT_EQ(closed.end.exit_code, 3);
    Process dead(talking({"true"}));
    ASSERT_TRUE(dead.wait(long_enough));
    dead.send(text);
    EXPECT_EQ(dead.unsent(), 0U);
  }
}

TEST(Process, IsHeardThroughSignals) {
  const Disposition handled(SIGALRM, [](int) {});
  const itimerval often{.it_interval = {0, 500}, .it_value = {0, 500}};
  ::setitimer(ITIMER_REAL, &often, nullptr);
  const std::string text(3'000'000, 'x');
  const ProcessResult result = run_process(talking({"cat"}), text);
  const itimerval never{};
  ::setitimer(ITIMER_REAL, &never, nullptr);
  EXPECT_TRUE(result.end.success());
  EXPECT_TRUE(result.output == text);
}

TEST(Process, LinesAreTakenWhole) {
  std::string text = "one\n\ntw";
  EXPECT_EQ(take_line(text), "one");
  EXPECT_EQ(take_line(text), "");
  EXPECT_EQ(take_line(text), std::nullopt);
  EXPECT_EQ(text, "tw");
}

// --- its end and ours ----------------------------------------------------------------------------

// A process that another thread starts at the same moment must not hold the pipes of the first.
TEST(Process, HasItsPipesForItself) {
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> ready{0};
    std::atomic<bool> seen{false};
    const auto meet = [&] {
      ++ready;
      while (ready < 2) std::this_thread::yield();
    };
    std::jthread other([&] {
      meet();
      Process lasting(talking({"cat"}));
      while (!seen) std::this_thread::sleep_for(1ms);
      EXPECT_FALSE(lasting.wait(0ms));
    });
    meet();
    Process brief({.command = {"true"}});
    const bool ended = output_ends(brief);
    seen = true;
    ASSERT_TRUE(ended);
  }
}

TEST(Process, MayCloseItsOutputAndLiveOn) {
  Process process(talking({"sh", "-c", "exec >&- 2>&-; read word; exit 6"}));
  EXPECT_TRUE(output_ends(process));
  EXPECT_FALSE(process.wait(0ms));
  EXPECT_FALSE(process.wait(20ms));
  process.close_input();
  const auto end = process.wait(long_enough);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->exit_code, 6);
}

TEST(Process, IsAskedToStopAndThenKilled) {
  // A shell looks at its signals between commands, so these are short.
  Process polite(
      talking({"sh", "-c", "trap 'exit 5' TERM; echo ready; while :; do sleep 0.01; done"}));
  expect_words(polite, "ready\n");
  EXPECT_EQ(polite.stop(long_enough).exit_code, 5);
  Process deaf(talking({"sh", "-c", "trap '' TERM; echo ready; exec cat"}));
  expect_words(deaf, "ready\n");
  EXPECT_EQ(deaf.stop(10ms).signal, SIGKILL);
}

TEST(Process, HasADeadline) {
  for (const char* text : {"exec sleep 1000000", "exec >&- 2>&-; exec sleep 1000000", "exec yes"}) {
    const ProcessResult result = run_process(script(text), {}, {.time = 20ms, .kept = 100});
    EXPECT_TRUE(result.timed_out);
    EXPECT_FALSE(result.given_up);
    EXPECT_EQ(result.end.signal, SIGKILL);
  }
}

TEST(Process, MaySayMoreThanIsKept) {
  const ProcessResult long_tale = run_process(script("seq 1 200000; echo end"), {}, {.kept = 10});
  EXPECT_EQ(long_tale.output, "00000\nend\n");
  int asked = 0;
  const ProcessResult endless = run_process(
      {.command = {"yes"}}, {}, {.kept = 1000, .give_up = [&] { return ++asked > 100; }});
  EXPECT_TRUE(endless.given_up);
  EXPECT_FALSE(endless.end.success());
  EXPECT_EQ(endless.output.size(), 1000U);
  const ProcessResult complaint = run_process(script("head -c 3000000 /dev/zero >&2"));
  EXPECT_EQ(complaint.errors.size(), ProcessLimits::most_errors);
}

TEST(Process, TakesWithItWhatItStarted) {
  const ProcessResult result = run_process(script("sleep 1000000 & echo $!"));
  EXPECT_TRUE(result.end.success());
  const pid_t left = std::stoi(result.output);
  while (lives(left)) std::this_thread::sleep_for(1ms);
}

// What left the group lives on and holds the pipe, but is not waited for.
TEST(Process, IsNotOutlivedByItsPipes) {
  const ProcessResult result =
      run_process(script("setsid sleep 1000000 &\n"
                         "until [ \"$(cut -d' ' -f6 /proc/$!/stat)\" = $! ]; do :; done; echo $!"));
  EXPECT_TRUE(result.end.success());
  const pid_t left = std::stoi(result.output);
  EXPECT_TRUE(lives(left));
  ::kill(left, SIGKILL);
}

TEST(Process, EndsWithTheThreadThatStartedIt) {
  std::unique_ptr<Process> process;
  std::thread([&] { process = std::make_unique<Process>(talking({"cat"})); }).join();
  const auto end = process->wait(long_enough);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->signal, SIGKILL);
}

TEST(Process, LeavesNothingWaitingToBeForgotten) {
  { const Process process(talking({"cat"})); }
  (void)run_process(script("exit 0"));
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

}  // namespace
}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "support/run_command.hpp"

#include "support/places.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ostream>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace spinsack::test {
namespace {

// A file in memory: unlike a pipe it takes any amount, so nobody waits for anybody.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& content)
      : descriptor_(::memfd_create("run", MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw std::runtime_error("memfd_create failed");
    for (std::size_t done = 0; done < content.size();) {
      const ssize_t written = ::write(descriptor_, content.data() + done, content.size() - done);
      if (written < 0) throw std::runtime_error("cannot write to a memory file");
      done += static_cast<std::size_t>(written);
    }
    ::lseek(descriptor_, 0, SEEK_SET);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(descriptor_); }
  int descriptor() const { return descriptor_; }

  std::string content() const {
    std::string text(static_cast<std::size_t>(::lseek(descriptor_, 0, SEEK_END)), '\0');
    if (::pread(descriptor_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
      throw std::runtime_error("cannot read a memory file");
    return text;
  }

 private:
  int descriptor_;
};

[[noreturn]] void become(const RunRequest& request, const std::array<int, 3>& descriptors) {
  for (int i = 0; i < 3; ++i) ::dup2(descriptors.at(static_cast<std::size_t>(i)), i);
  if (!request.directory.empty() && ::chdir(request.directory.c_str()) != 0) ::_exit(127);
  ::setenv("LC_ALL", "C", 1);
  for (const auto& [name, value] : request.environment) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<std::string> words = request.command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::setpgid(0, 0);
  ::execvp(arguments[0], arguments.data());
  ::_exit(127);
}

}  // namespace

std::ostream& operator<<(std::ostream& stream, const RunResult& result) {
  return stream << "exit code " << result.exit_code << (result.timed_out ? " (timed out)" : "")
                << "\n--- out\n"
                << result.out << "--- err\n"
                << result.err << "---\n";
}

RunResult run(const RunRequest& request) {
  const MemoryFile in(request.input);
  const MemoryFile out("");
  const MemoryFile err("");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) become(request, {in.descriptor(), out.descriptor(), err.descriptor()});

  RunResult result;
  int status = 0;
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::duration<double>(request.seconds);
  for (auto pause = std::chrono::microseconds(200); ::waitpid(child, &status, WNOHANG) == 0;) {
    if (std::chrono::steady_clock::now() > end) {
      result.timed_out = true;
      ::kill(-child, SIGKILL);
      ::waitpid(child, &status, 0);
      break;
    }
    std::this_thread::sleep_for(pause);
    if (pause < std::chrono::milliseconds(10)) pause *= 2;
  }
  result.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  result.out = out.content();
  result.err = err.content();
  return result;
}

RunResult spinsack_run(std::vector<std::string> arguments, std::string input,
                       const std::filesystem::path& directory) {
  arguments.insert(arguments.begin(), test::spinsack_command());
  return run({.command = std::move(arguments), .input = std::move(input), .directory = directory});
}

RunResult shell_run(const std::string& script, const std::filesystem::path& directory,
                    std::map<std::string, std::string> environment) {
  const char* const path = std::getenv("PATH");
  environment.emplace("PATH",
                      std::filesystem::path(test::spinsack_command()).parent_path().string() + ":" +
                          (path == nullptr ? "/usr/bin:/bin" : path));
  return run({.command = {"bash", "-c", script},
              .directory = directory,
              .environment = std::move(environment)});
}

bool has_program(const std::string& name) {
  return run({.command = {"bash", "-c", "command -v " + name}}).exit_code == 0;
}

}  // namespace spinsack::test

// SPDX-License-Identifier: Apache-2.0
#include "shell.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace spinsack::cli {
namespace {

[[noreturn]] void cannot_start(const std::string& program, int reason) {
  throw FileError(fmt::format("{}: cannot be started: {}", program, std::strerror(reason)));
}

// execvp wants an array of plain pointers with a null at its end.
int exec(std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::signal(SIGPIPE, SIG_DFL);  // what we ignore, the program need not
  ::execvp(arguments.front(), arguments.data());
  const int reason = errno;
  std::signal(SIGPIPE, SIG_IGN);
  return reason;
}

}  // namespace

std::string shell_word(std::string_view word) {
  constexpr std::string_view plain = "_-./,:=+@%";
  bool as_it_is = !word.empty();
  for (const char c : word)
    as_it_is = as_it_is && (std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                            plain.find(c) != std::string_view::npos);
  if (as_it_is) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'')
      quoted += R"('\'')";
    else
      quoted += c;
  }
  return quoted + "'";
}

std::string shell_line(std::span<const std::string> words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string file = (std::filesystem::path(folder) / name).string();
    if (::access(file.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(file)) return file;
  }
  return {};
}

std::string this_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

void become_program(std::vector<std::string> words) { cannot_start(words.front(), exec(words)); }

std::string output_of_program(std::vector<std::string> words) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) cannot_start(words.front(), errno);
  const pid_t child = ::fork();
  if (child < 0) cannot_start(words.front(), errno);
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[0]);
    ::close(ends[1]);
    static_cast<void>(exec(words));
    ::_exit(127);
  }
  ::close(ends[1]);
  std::string output;
  std::array<char, 4096> piece{};
  for (ssize_t count = 1; count != 0;) {
    count = ::read(ends[0], piece.data(), piece.size());
    if (count > 0) output.append(piece.data(), static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR) break;
  }
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw FileError(fmt::format("{} failed with {}", words.front(),
                                WIFEXITED(status) ? fmt::format("code {}", WEXITSTATUS(status))
                                                  : fmt::format("signal {}", WTERMSIG(status))));
  return output;
}

}  // namespace spinsack::cli

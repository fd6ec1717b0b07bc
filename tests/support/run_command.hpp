// SPDX-License-Identifier: Apache-2.0
// Runs a program and keeps what it said. FileError if it cannot be started.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace spinsack::test {

struct RunRequest {
  std::vector<std::string> command;      // program (a path, or a name found in PATH) and arguments
  std::string input = {};                // on standard input
  std::filesystem::path directory = {};  // where to run; here if empty
  std::map<std::string, std::string> environment = {};  // on top of ours; LC_ALL is C unless given
  double seconds = 3000;  // then it is killed: it hangs, on however slow a machine
};

struct RunResult {
  int exit_code = -1;  // 128 + signal if a signal ended it, as shells count
  bool timed_out = false;
  std::string out;
  std::string err;
};
std::ostream& operator<<(std::ostream& stream, const RunResult& result);

[[nodiscard]] RunResult run(const RunRequest& request);

// spinsack with these arguments.
[[nodiscard]] RunResult spinsack_run(std::vector<std::string> arguments, std::string input = {},
                                     const std::filesystem::path& directory = {});

// A bash script in which `spinsack` is our program.
[[nodiscard]] RunResult shell_run(const std::string& script,
                                  const std::filesystem::path& directory = {},
                                  std::map<std::string, std::string> environment = {});

// Whether PATH has this program.
[[nodiscard]] bool has_program(const std::string& name);

}  // namespace spinsack::test

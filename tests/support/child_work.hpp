// SPDX-License-Identifier: Apache-2.0
// What the processes that this one started are doing, as /proc tells.
#pragma once

#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <unistd.h>

namespace spinsack::test {

struct ProcessState {
  char letter = 'X';  // R running, S sleeping, Z ended and not waited for
  pid_t parent = 0;
  double cpu_seconds = 0;
};

// Nothing if there is no such process.
inline std::optional<ProcessState> process_state(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  if (!std::getline(file, text)) return {};
  std::istringstream fields(text.substr(text.rfind(')') + 1));  // the name may hold anything
  ProcessState state;
  fields >> state.letter >> state.parent;
  std::string skipped;
  for (int field = 5; field < 14; ++field) fields >> skipped;
  double user = 0;
  double system = 0;
  fields >> user >> system;
  state.cpu_seconds = (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  return state;
}

inline bool is_alive(pid_t process) {
  const auto state = process_state(process);
  return state && state->letter != 'Z' && state->letter != 'X';
}

// CPU seconds of our living children, their children and so on.
inline double child_cpu_seconds() {
  std::map<pid_t, ProcessState> all;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    pid_t process = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), process).ec != std::errc{})
      continue;
    if (const auto state = process_state(process)) all[process] = *state;
  }
  double sum = 0;
  for (const auto& [process, state] : all) {
    auto ancestor = all.find(state.parent);
    while (ancestor != all.end() && ancestor->first != ::getpid())
      ancestor = all.find(ancestor->second.parent);
    if (ancestor != all.end()) sum += state.cpu_seconds;
  }
  return sum;
}

}  // namespace spinsack::test

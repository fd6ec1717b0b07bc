// SPDX-License-Identifier: Apache-2.0
// What a worker may see of our environment, and what nobody may see of what it says.
#pragma once

#include "machine/description.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// Replaces secrets by ***: as they are, percent-encoded, in hexadecimal digits, and in base64, wherever they stand in the
// encoded text. Texts of fewer than eight characters are no secrets: too much else looks like them.
class Redactor {
 public:
  Redactor() = default;
  explicit Redactor(const std::vector<std::string>& secrets);

  [[nodiscard]] std::string text(std::string text) const;
  // JSON whose texts are redacted as they read, whatever escapes they were written with. Addresses lose their user.
  [[nodiscard]] std::string json(std::string_view json) const;
  std::size_t longest() const { return longest_; }

 private:
  std::vector<std::string> forms_;
  std::size_t longest_ = 0;  // of the forms
};

// The last lines that a worker wrote on its standard error: a bounded number of bytes, redacted before any is cut.
class WorkerLog {
 public:
  using Sink = std::function<void(std::string_view line)>;
  WorkerLog(const Redactor& redactor, Sink sink) : redactor_(&redactor), sink_(std::move(sink)) {}

  void take(std::string& piece);  // empties it
  [[nodiscard]] std::string last_words() const;

 private:
  static constexpr std::size_t kept = 2000;
  static constexpr std::size_t longest_line = 1 << 16;
  void emit(std::string line);

  const Redactor* redactor_;
  Sink sink_;
  std::string rest_;  // of a line without its end
  std::string tail_;
};

// The variables that a worker gets: a few that every program needs, and those that the description names. A missing
// one is a MachineError of kind auth.
struct WorkerEnvironment {
  std::map<std::string, std::string> variables;
  std::vector<std::string> secrets;  // values of those named
};
[[nodiscard]] WorkerEnvironment worker_environment(const MachineDescription& machine);

// The command with the place of its program, where that stands beside ours and nowhere in PATH, as our workers may.
[[nodiscard]] std::vector<std::string> findable_command(std::vector<std::string> command);

}  // namespace spinsack

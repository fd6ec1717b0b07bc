// SPDX-License-Identifier: Apache-2.0
// Instances of any problem by whatever name a user gives: a file, "-" for standard input, a published instance such as
// "large:1000_75_5", or a pattern such as "medium:*". The problem is that of the suite, or of the first format that the
// content looks like; where no content does, the ending of the file decides. A file may hold several instances;
// "budgets.edges#2" is the second of them, "/dev/stdin#2" that of standard input. A file whose own name ends like that
// is still a file: if "budgets.edges#2" exists, it is meant.
#pragma once

#include "problem/instance.hpp"
#include "problem/problem.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// An instance with where it comes from.
struct NamedInstance {
  Instance instance;
  std::string source;  // a published name, or the file without "#2"
  int number = 1;      // of the instance within its source, from 1
};

// The instances that a name stands for, one at a time: those of a pattern are built when asked for, so that
// `large:*` does not fill the memory.
class NamedInstances {
 public:
  // Reads nothing yet. Throws UsageError for an unknown format or published instance, and for settings that cannot be
  // meant.
  explicit NamedInstances(std::string_view name, ReadSettings settings = {});
  // One that was loaded before, by its source and number: unlike the name "source#number", this cannot mean
  // another file.
  static NamedInstances numbered(std::string_view source, int number, ReadSettings settings = {});

  // The file, "-" for standard input; empty for published instances.
  const std::string& file() const { return file_; }
  // The full names of the published instances that the name stands for; none for a file.
  std::span<const std::string> published() const { return published_; }
  // How many instances there are; reads a file, but builds nothing of a suite.
  [[nodiscard]] std::size_t count();
  // The next one, or nothing after the last. Throws FileError, InputError, InvalidInstance, and UsageError for a
  // number beyond the last.
  [[nodiscard]] std::optional<NamedInstance> next();

 private:
  NamedInstances() = default;
  void take_published(std::string_view text);
  void read();
  void pick_number();

  std::string name_;  // as given
  std::string file_;  // without the number
  ReadSettings settings_;
  std::string digits_;      // of the number, however long; empty if all are wanted
  std::size_t number_ = 0;  // once the file is read and the number is known to be good
  const Problem* suite_problem_ = nullptr;
  std::vector<std::string> published_;
  std::vector<Instance> from_file_;
  bool was_read_ = false;
  std::size_t given_ = 0;
};

// The problem whose suites this text names, before its first colon; nullptr if none.
[[nodiscard]] const Problem* problem_of_suite(std::string_view text);

// All instances of a file, in a format that the settings name or its content tells.
[[nodiscard]] std::vector<Instance> read_any_instances(const InputFile& file,
                                                       const ReadSettings& settings);

// The only one; UsageError that says how to name one of several otherwise.
[[nodiscard]] NamedInstance load_named(std::string_view name, const ReadSettings& settings = {});

}  // namespace spinsack

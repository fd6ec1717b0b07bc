// SPDX-License-Identifier: Apache-2.0
// Instances by whatever name a user gives: a file, "-" for standard input, a published instance such
// as "large:1000_75_5", or a pattern such as "medium:*". A file may hold several instances;
// "budgets.edges#2" is the second of them, "/dev/stdin#2" that of standard input. A file whose own name ends like that is still a file: if
// "budgets.edges#2" exists, it is meant.
#pragma once

#include "instance/format.hpp"
#include "instance/published.hpp"
#include "instance/qkp.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// An instance with where it comes from.
struct LoadedInstance {
  QkpInstance instance;
  // The published instance with these numbers, or nullptr. A file is recognised by its content.
  const PublishedInstance* published = nullptr;
  std::string source;  // a published name, or the file without "#2"
  int number = 1;      // of the instance within its source, from 1

  std::optional<Profit> best_known() const;
};

// The instances that a name stands for, one at a time: those of a pattern are built when asked for, so that
// `large:*` does not fill the memory.
class InstanceSource {
 public:
  // Format and pairs are for files only, the capacity is for all. Reads nothing yet. Throws UsageError for an
  // unknown format or published instance.
  explicit InstanceSource(std::string_view name, ReadOptions options = {});
  // One that was loaded before, by its source and number: unlike the name "source#number", this cannot mean
  // another file.
  static InstanceSource numbered(std::string_view source, int number);

  // The file, "-" for standard input; empty for published instances.
  const std::string& file() const { return file_; }
  // The published instances that the name stands for; none for a file.
  std::span<const PublishedInstance* const> published() const { return published_; }
  // How many instances there are; reads a file, but builds nothing.
  [[nodiscard]] std::size_t count();
  // The next one, or nothing after the last. Throws FileError, InputError, InvalidInstance, and UsageError for a
  // number beyond the last.
  [[nodiscard]] std::optional<LoadedInstance> next();

 private:
  InstanceSource() = default;
  void read();

  std::string name_;  // as given
  std::string file_;  // without the number
  ReadOptions options_;
  std::string digits_;      // of the number, however long; empty if all are wanted
  std::size_t number_ = 0;  // once the file is read and the number is known to be good
  std::vector<const PublishedInstance*> published_;
  std::vector<QkpInstance> from_file_;
  bool was_read_ = false;
  std::size_t given_ = 0;
};

// All of them at once.
[[nodiscard]] std::vector<LoadedInstance> load_instances(std::string_view name,
                                                         const ReadOptions& options = {});

// The only one; UsageError that says how to name one of several otherwise.
[[nodiscard]] LoadedInstance load_instance(std::string_view name, const ReadOptions& options = {});

}  // namespace spinsack

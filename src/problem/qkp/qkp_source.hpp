// SPDX-License-Identifier: Apache-2.0
// Knapsacks by whatever name a user gives (problem/named_instances.hpp), for programs that know knapsacks only.
#pragma once

#include "instance/format.hpp"
#include "instance/published.hpp"
#include "instance/qkp.hpp"
#include "problem/named_instances.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// A knapsack with where it comes from. Copies share it.
struct LoadedInstance {
  // UsageError if it is an instance of another problem.
  explicit LoadedInstance(NamedInstance named);

  Instance any;                 // as an instance of any problem
  const QkpInstance& instance;  // lives as long as the one above
  // The published instance with these numbers, or nullptr. A file is recognised by its content.
  const PublishedInstance* published = nullptr;
  std::string source;  // a published name, or the file without "#2"
  int number = 1;      // of the instance within its source, from 1

  std::optional<Profit> best_known() const { return any.best_known(); }
};

// The knapsacks that a name stands for, one at a time.
class InstanceSource {
 public:
  // Format and pairs are for files only, the capacity is for all. Reads nothing yet. Throws UsageError for an
  // unknown format or published instance.
  explicit InstanceSource(std::string_view name, const ReadOptions& options = {});

  // The file, "-" for standard input; empty for published instances.
  const std::string& file() const { return named_.file(); }
  // The full names of the published instances that the name stands for; none for a file.
  std::span<const std::string> published() const { return named_.published(); }
  // How many instances there are; reads a file, but builds nothing.
  [[nodiscard]] std::size_t count() { return named_.count(); }
  // The next one, or nothing after the last. Throws FileError, InputError, InvalidInstance, and UsageError for a
  // number beyond the last.
  [[nodiscard]] std::optional<LoadedInstance> next();

 private:
  NamedInstances named_;
};

// All of them at once.
[[nodiscard]] std::vector<LoadedInstance> load_instances(std::string_view name,
                                                         const ReadOptions& options = {});

// The only one; UsageError that says how to name one of several otherwise.
[[nodiscard]] LoadedInstance load_instance(std::string_view name, const ReadOptions& options = {});

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// Instances as commands take them: a file, "-", a published name or a pattern.
#pragma once

#include "flags.hpp"
#include "instance/source.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {

// How instances are read: the same flags for every command that reads some.
struct ReadingFlags {
  std::string format = "auto";
  std::string pairs;
  std::string capacity;

  void declare(Flags& flags);
  // UsageError for a value that cannot be meant.
  [[nodiscard]] ReadOptions options() const;
  // Likewise where pairs would be of several instances.
  [[nodiscard]] ReadOptions options(std::span<const std::string> specs) const;
};

// Calls f for one instance after the other. The instances of a pattern are built one at a time, so
// that `large:*` does not fill the memory.
void for_each_instance(std::string_view spec, const ReadOptions& options,
                       const std::function<void(const LoadedInstance&, double seconds_to_read)>& f);

// A command that works on one instance, where a file may hold several.
struct OneInstance {
  std::string spec;
  ReadingFlags reading;

  std::vector<QkpInstance> load() const;
  // The only one; UsageError that says how to name one of several otherwise.
  LoadedInstance load_one() const { return load_instance(spec, reading.options()); }
  // The file behind the name, without a number; empty for a published instance.
  std::string file() const { return InstanceSource(spec, reading.options()).file(); }
  // UsageError if this other input and one of the instance are both standard input.
  void refuse_same_standard_input(std::string_view other) const;
};

// Where both would be standard input, one of them would find it empty.
void refuse_two_standard_inputs(std::string_view a, std::string_view b);

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
// Instances as commands take them: a file, "-", a published name or a pattern, of any problem.
#pragma once

#include "flags.hpp"
#include "problem/named_instances.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {

// How instances are read: the same flags for every command that reads some.
struct ReadingFlags {
  std::string format = "auto";
  std::map<std::string, std::string>
      values;  // by the reading flags of all problems; empty: not typed

  void declare(Flags& flags);
  [[nodiscard]] ReadSettings settings() const;
  // UsageError where a file that belongs to one instance is given for several.
  [[nodiscard]] ReadSettings settings(std::span<const std::string> specs) const;
  // Further files that are read, with their flags.
  [[nodiscard]] std::vector<FileUse> files() const;
};

// Calls f for one instance after the other. The instances of a pattern are built one at a time, so
// that `large:*` does not fill the memory.
void for_each_instance(std::string_view spec, const ReadSettings& settings,
                       const std::function<void(const Instance&, double seconds_to_read)>& f);

// A command that works on one instance, where a file may hold several.
struct OneInstance {
  std::string spec;
  ReadingFlags reading;

  std::vector<Instance> load() const;
  // The only one; UsageError that says how to name one of several otherwise.
  Instance load_one() const { return load_named(spec, reading.settings()).instance; }
  // The file behind the name, without a number; empty for a published instance.
  std::string file() const { return NamedInstances(spec, reading.settings()).file(); }
  // UsageError if this other input and one of the instance are both standard input.
  void refuse_same_standard_input(std::string_view other) const;
};

// Where both would be standard input, one of them would find it empty.
void refuse_two_standard_inputs(std::string_view a, std::string_view b);

}  // namespace spinsack::cli

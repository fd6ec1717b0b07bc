// SPDX-License-Identifier: Apache-2.0
// Instances as commands take them: a file, "-", a published name or a pattern.
#pragma once

#include "flags.hpp"
#include "instance/source.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {

// Calls f for one instance after the other. The instances of a pattern are built one at a time, so
// that `large:*` does not fill the memory.
void for_each_instance(std::string_view spec, std::string_view format,
                       const std::function<void(const LoadedInstance&, double seconds_to_read)>& f);

// A command that works on one instance, where a file may hold several.
struct OneInstance {
  std::string spec;
  std::string format = "auto";

  void declare_format(Flags& flags);
  std::vector<QkpInstance> load() const;
  // The only one; UsageError that says how to name one of several otherwise.
  LoadedInstance load_one() const { return load_instance(spec, format); }
  // The file behind the name, without a number; empty for a published instance.
  std::string file() const { return InstanceSource(spec, format).file(); }
};

// Where both would be standard input, one of them would find it empty.
void refuse_two_standard_inputs(std::string_view a, std::string_view b);

}  // namespace spinsack::cli

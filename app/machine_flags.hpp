// SPDX-License-Identifier: Apache-2.0
// Where real machines are described, and whether their workers are heard: the same flags for everything that may ask one.
#pragma once

#include "flags.hpp"

#include <string>

namespace spinsack::cli {

struct MachineFlags {
  std::string file;
  bool log = false;

  void declare(Flags& flags);      // --machines
  void declare_log(Flags& flags);  // --worker-log
  void apply() const;              // before any machine is asked
};

}  // namespace spinsack::cli

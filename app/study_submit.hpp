// SPDX-License-Identifier: Apache-2.0
// spinsack study submit: the same study, run by an engine on many machines.
#pragma once

#include "flags.hpp"
#include "study/cell.hpp"
#include "study/plan.hpp"

#include <string>
#include <vector>

namespace spinsack::cli {

struct SubmitFlags {
  std::string engine;
  std::string tasks = "auto";
  std::string engine_flags;

  void declare(Flags& flags);

  // threads as typed; auto is one, for an engine knows its cores better than we do.
  int submit(const Plan& plan, const std::vector<Cell>& cells, const std::string& folder,
             const std::string& threads, bool dry_run) const;
};

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
// The parameters of a catalog's entries as flags.
#pragma once

#include "core/params.hpp"
#include "flags.hpp"

#include <span>
#include <string>
#include <utility>

namespace spinsack::cli {

// For a catalog whose entries have `name`, `help` and `parameters()`. owners says how the command
// names an entry.
template <class Entry>
void declare_parameters(Flags& flags, ParameterOwners owners, std::span<const Entry> catalog,
                        ParameterValues& target) {
  for (const Entry& entry : catalog)
    owners.entries.push_back(
        {std::string(entry.name), std::string(entry.help), entry.parameters()});
  flags.parameters(std::move(owners), target);
}

}  // namespace spinsack::cli

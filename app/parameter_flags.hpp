// SPDX-License-Identifier: Apache-2.0
// One flag per parameter of any entry of a catalog. Which entry gets them is known only later, and
// that entry refuses those it does not have.
#pragma once

#include "core/params.hpp"
#include "flags.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {

struct OwnedParameters {
  std::string_view owner;  // name of the entry
  std::vector<Parameter> parameters;
};

// All parameters of a catalog whose entries have `name` and `parameters()`.
template <class Entry>
std::vector<OwnedParameters> parameters_of(std::span<const Entry> catalog) {
  std::vector<OwnedParameters> all;
  for (const Entry& entry : catalog) all.push_back({entry.name, entry.parameters()});
  return all;
}

void declare_parameters(Flags& flags, std::span<const OwnedParameters> all,
                        ParameterValues& target);

}  // namespace spinsack::cli

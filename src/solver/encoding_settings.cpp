// SPDX-License-Identifier: Apache-2.0
#include "solver/encoding_settings.hpp"

#include "formulation/encoding.hpp"

namespace spinsack {

std::vector<Parameter> parameters_of_encodings() {
  std::vector<Parameter> all;
  for (const Encoding& encoding : encodings())
    for (const Parameter& p : encoding.parameters())
      if (std::ranges::count(all, p.name, &Parameter::name) == 0) all.push_back(p);
  return all;
}

}  // namespace spinsack

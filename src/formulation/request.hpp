// SPDX-License-Identifier: Apache-2.0
// How something is to become a model.
#pragma once

#include "core/params.hpp"
#include "core/types.hpp"

#include <cstdint>
#include <string>

namespace spinsack {

// What a strength counts in: as it stands; in strengths that are proven safe; or in those that `auto` takes. Of the
// last two every row and group has its own (strengths.hpp).
enum class StrengthScale { absolute, safe, automatic };

// A bound for slack bits that lets each row have as much slack as it can.
inline constexpr Weight whole_slack = -1;

struct FormulationRequest {
  std::string encoding = "binary";  // of the slack of <= and >= rows
  double strength = 1;              // of the penalties, > 0; the paper's lambda
  Weight bound = 0;                 // D; see slack_bound()
  ParameterValues parameters = {};  // of the encoding
  std::int64_t turn = 0;            // which of the choices that they leave open, see encoding.hpp
  StrengthScale scale = StrengthScale::absolute;
  std::string group_encoding = "onehot";  // of groups; see group_encoding.hpp
};

}  // namespace spinsack

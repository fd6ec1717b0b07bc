// SPDX-License-Identifier: Apache-2.0
// How the machine would sample a model: what it chooses by the model's numbers, said in words.
#pragma once

#include "qubo/model.hpp"

#include <cstdint>
#include <string_view>

namespace spinsack {

struct MachineFacts {
  std::string_view kernel;  // "lanes" (lane_model.hpp) or "groups" (kernel_model.hpp)
  std::string_view number;  // in which couplings are held there: "int8", "fixed point", "1 bit"
  std::int64_t penalties =
      0;  // squares that stay factored, found again in the couplings if need be
  std::string_view automatic;  // what the sampler `auto` does
};

// Lays the model out as sampling would.
[[nodiscard]] MachineFacts machine_facts(const QuboModel& model);

// The type in which rows hold their entries: "int16".
[[nodiscard]] std::string_view number_name(const SymmetricRows& rows);

}  // namespace spinsack

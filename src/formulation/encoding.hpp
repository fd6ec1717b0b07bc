// SPDX-License-Identifier: Apache-2.0
// Slack encodings: how the unused capacity z = C - load becomes bits, so that the capacity can be a
// squared penalty strength (load + z - C)^2. Bound D is the largest slack that must be expressible.
//
// An encoding is a struct like those in binary.hpp: name, help, its parameters as members, and slack().
// A new one is one file and a line in encoding.cpp.
#pragma once

#include "core/params.hpp"
#include "core/types.hpp"
#include "instance/hyperplane_prices.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace spinsack {

// How many items are wanted, and what each further one costs.
struct ItemCount {
  Index wanted = 0;
  double price = 0;
};

// z = constant + sum_l coefficient_l y_l
struct Slack {
  std::vector<Weight> coefficients;  // one per bit y_l
  double constant = 0;
  bool one_hot = false;  // exactly one y_l is meant to be 1, which takes a second penalty
  double energy = 0;    // added to the energy, so that a state without violation has energy -profit
  double price = 0;     // adds price (load - C), a linear term
  bool native = false;  // no penalty: the capacity is handed over as an inequality
  // Adds its price times (count - wanted), and makes the square one of (count - wanted) instead of the load.
  std::optional<ItemCount> count = {};
};

// What an encoding may look at besides its own parameters.
struct SlackRequest {
  Weight bound = 0;     // D >= 0
  double strength = 1;  // > 0
  // Profit per weight at the margin of a greedy solution; asked only by those who need it.
  std::function<double()> critical_price = {};
  std::function<HyperplanePrices(const HyperplaneWish&)> hyperplane_prices = {};
  double mean_weight = 1;
  // Which of the choices that its parameters leave open; 0 is the plainest. Samples taken in turn are more varied.
  std::int64_t turn = 0;
};

// What the strengths of an encoding are measured in: where its square begins to overcome the growth of the profit.
enum class StrengthUnit {
  load,  // 25.6 critical strengths times sqrt(1 / alpha): the paper's scaling, for squares of the load
  pair_profit,  // half the mean pair profit, for squares of the number of items
  none          // there is no square
};
// The strengths that `auto` takes in turn, in units.
struct StrengthSpread {
  StrengthUnit unit = StrengthUnit::load;
  std::array<double, 3> factors = {1, 2, 1.5};
};

struct Encoding {
  std::string_view name;
  std::string_view help;
  bool uses_bound;  // false: no slack bits, whatever D is
  StrengthSpread spread;
  std::vector<Parameter> (*parameters)();
  // Parameters as texts; UsageError if they are unknown or out of range, or D asks for too many bits.
  Slack (*make)(const ParameterValues& values, const SlackRequest& request);
  // All parameters, defaults included.
  ParameterValues (*complete)(const ParameterValues& values);
};

[[nodiscard]] std::span<const Encoding> encodings();
[[nodiscard]] const Encoding& find_encoding(std::string_view name);

// UsageError if a slack of that many bits would make the model too large.
void require_slack_bits(std::string_view encoding, Weight bits);

}  // namespace spinsack

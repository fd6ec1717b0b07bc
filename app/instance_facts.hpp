// SPDX-License-Identifier: Apache-2.0
// What `info` tells about a knapsack, as data and as text.
#pragma once

#include "core/types.hpp"
#include "instance/qkp.hpp"
#include "problem/instance.hpp"
#include "terminal/terminal.hpp"

#include <optional>
#include <string>
#include <vector>

namespace spinsack::cli {

struct Spread {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

struct Facts {
  Spread weights;
  Spread profits;           // of single items
  Spread pair_profits;      // of the non-zero pairs; 0..0 if there are none
  Profit total_profit = 0;  // of everything together, signs included
  std::string published;    // recognised by its numbers; empty if it is none
  std::optional<Profit> best_known;
  bool known_optimal = false;  // the best known value
  Profit greedy_value = 0;
  Weight greedy_load = 0;
  Index greedy_items = 0;
  Profit upper_bound = 0;
  double seconds_read = 0;
  double seconds_greedy = 0;
  double seconds_bound = 0;

  // (bound - value) / |bound|
  double gap() const;
};

[[nodiscard]] Facts facts_of(const Instance& any, double seconds_read);

[[nodiscard]] std::string facts_page(const QkpInstance& instance, const Facts& facts,
                                     const Look& look);
[[nodiscard]] std::vector<std::string> facts_heading();  // of the row below
[[nodiscard]] std::vector<std::string> facts_row(const QkpInstance& instance, const Facts& facts);
[[nodiscard]] std::string facts_json(const QkpInstance& instance, const Facts& facts);

}  // namespace spinsack::cli

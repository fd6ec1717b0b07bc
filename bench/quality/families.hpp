// SPDX-License-Identifier: Apache-2.0
// Values after a fixed time on random instances of all kinds and a ladder of sizes.
//
// Constants of methods are chosen on the development set, generator seeds 1..20, and confirmed on the
// confirmation set, seeds 101..200, which nobody looks at before.
//
// The order is that of rounds: each takes every kind and size once, shuffled, with a seed of its
// own, so that a part of the whole is a fair sample of it. All methods meet an instance before the next
// one comes, each time in another order.
#pragma once

#include "run.hpp"

#include <functional>
#include <string>
#include <vector>

namespace spinsack::quality {

struct FamilyPlan {
  std::vector<MethodChoice> methods;
  std::vector<std::string> kinds;  // related-unit; related-* for all of a family; empty for all
  std::vector<Index> sizes{30, 100, 300, 1000, 2000, 5000, 10'000};
  std::uint64_t first_seed = 1;
  std::uint64_t seeds = 20;
  std::vector<double> seconds{1};
  double minutes = 10;  // no instance is begun after that
  int jobs = 1;         // instances at the same time
};

// UsageError for a family or kind that does not exist.
void check(const FamilyPlan& plan);

// keep gets each run, one call at a time; what done has already is left out.
void run_families(const FamilyPlan& plan, const Runs& done,
                  const std::function<void(const Run&)>& keep);

}  // namespace spinsack::quality

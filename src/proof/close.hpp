// SPDX-License-Identifier: Apache-2.0
// Work on one region: bound it, decide items by the bound, improve the multipliers, until nothing better can be in it
// or further steps are not worth their time.
#pragma once

#include "proof/interior_point.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace spinsack::proof {

struct CloseEffort {
  int steps = 12;         // of Newton's method, at most
  bool thorough = false;  // go on while items are decided
};

// What a bound was used for, as it happens: decisions for the active items, or that there is nothing better at all.
struct Finding {
  const Region* region = nullptr;                    // before the decisions
  const std::vector<double>* point = nullptr;        // null: by the capacity alone
  const std::vector<Decision>* decisions = nullptr;  // null: the region is closed
  std::optional<std::size_t> neither =
      {};  // an active item that can be neither in nor out: the region is closed
};
using Findings = std::function<void(const Finding&)>;

enum class Verdict { closed, open, stopped };

struct Closing {
  Verdict verdict = Verdict::open;
  // Exact, of what is left in the region, in units of 2^-bound_bits; nothing before the first and beyond 128 bits.
  std::optional<Wide> bound = {};
  bool blind = false;      // no multipliers with a bound were found: work holds nothing
  std::int64_t steps = 0;  // of Newton's method
};

// beyond: a set is of interest only if its profit exceeds that of the reference by this much at least. After `open`
// work holds point and stiffness of what is left. Decided all, a region is `open` if its one set is of interest.
[[nodiscard]] Closing close(Region& region, const Ground& ground, Workspace& work, Profit beyond,
                            const CloseEffort& effort, const Findings& findings,
                            const linear::Impatient& impatient);

}  // namespace spinsack::proof

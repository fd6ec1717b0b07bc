// SPDX-License-Identifier: Apache-2.0
// The search for a proof that nothing is better than a given solution, or for something better.
//
// The whole, or each of the ranges of item numbers it begins with, is worked on (close.hpp) until a core of items is
// left undecided. A core is split by the number of items, and the rest by branching on single items. Everything
// that is left out rests on bounds in exact integers.
#pragma once

#include "core/types.hpp"
#include "proof/close.hpp"
#include "proof/ground.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace spinsack::proof {

struct TreeOutcome {
  bool complete = false;  // nothing is better than best
  Bits best;              // the reference, or something better
  Profit value = 0;
  std::optional<Profit> bound = {};  // of all sets; nothing if the search ended before it had one
  Index core = 0;  // most items left undecided before a split by the number of items
  std::int64_t regions = 0;
  std::int64_t steps = 0;   // of Newton's method
  std::string certificate;  // if asked for, and complete: lines
};

struct TreeRequest {
  linear::Impatient impatient = {};  // asked from any thread
  // Calls work for 0 .. count - 1, perhaps on several threads. Without it, one after the other.
  using Work = std::function<void(std::size_t)>;
  std::function<void(std::size_t count, const Work& work)> spread = {};
  std::function<void(BitView, Profit)> improved =
      {};  // called with everything better, in a fixed order
  std::optional<std::string> certificate_of = {};  // digest of the instance: write a certificate
};

// The same tree, result and certificate for any number of threads.
[[nodiscard]] TreeOutcome prove(const QkpInstance& instance, BitView reference,
                                const TreeRequest& request);

}  // namespace spinsack::proof

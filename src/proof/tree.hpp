// SPDX-License-Identifier: Apache-2.0
// The search for a proof that nothing is better than a given solution, or for something better.
//
// The whole, or each of the ranges of item numbers it begins with, is worked on (close.hpp) until a core of items is
// left undecided. A core is split by the number of items, and the rest by branching on single items. Everything
// that is left out rests on bounds in exact integers. The tree, its result and its certificate are the same for any
// number of threads.
#pragma once

#include "core/types.hpp"
#include "proof/close.hpp"
#include "proof/ground.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
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
  std::int64_t most_regions = std::numeric_limits<std::int64_t>::max();
  // Of open regions and the certificate; workspaces come on top.
  std::int64_t most_bytes = std::numeric_limits<std::int64_t>::max();
};

// A search that can be left and taken up again.
class Prover {
 public:
  static constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();

  // reference: feasible, as good as can be had. Keeps a reference to the instance, for which there is no
  // reason_against.
  Prover(const QkpInstance& instance, BitView reference, TreeRequest request);
  ~Prover();
  Prover(const Prover&) = delete;
  Prover& operator=(const Prover&) = delete;

  // Goes on until it is complete, which is the result, until it was stopped, or for at least so many operations
  // of arithmetic: work is counted where a clock would make the result depend on the machine.
  bool run(std::int64_t operations = endless);
  [[nodiscard]] std::int64_t operations() const;  // so far
  // It reached a limit of the request, or found no multipliers to begin with: it will not go on.
  [[nodiscard]] bool exhausted() const;
  [[nodiscard]] TreeOutcome outcome() const;  // as things stand

 private:
  class Tree;
  std::unique_ptr<Tree> tree_;
};

// All of it at once.
[[nodiscard]] TreeOutcome prove(const QkpInstance& instance, BitView reference,
                                const TreeRequest& request);

}  // namespace spinsack::proof

// SPDX-License-Identifier: Apache-2.0
// Of all swaps that leave the profit above a floor, the one that leaves the smallest overload, and
// of those the one of largest profit: the step of hyperplane exploration (ihea.hpp). For every item
// that may leave, one pass over the weights of the items out and, where a weight is of interest,
// over gains and pair profits; vector code.
#pragma once

#include "core/symmetric_rows.hpp"
#include "instance/knapsack_state.hpp"

#include <optional>
#include <span>

namespace spinsack {

struct OverloadSwap {
  Index leaves = -1;
  Index enters = -1;
  Weight overload = 0;  // afterwards: how far the load exceeds the capacity, at least 0
  Profit profit = 0;    // afterwards
};

// Two items, in either order, that may not be swapped for each other.
struct ItemPair {
  Index a = -1;
  Index b = -1;
};

class OverloadSwapSearch {
 public:
  // Keeps a reference to the state, which may change between calls.
  explicit OverloadSwapSearch(const KnapsackState& state);

  // To be told of changes: of the two items of a swap, or of anything.
  void changed(Index i);
  void changed();

  // leaving: items held. Ties go to the first of leaving, then to the first item out, so that the
  // answer is the same for any width of vectors. O(leaving * n).
  [[nodiscard]] std::optional<OverloadSwap> best(std::span<const Index> leaving, Profit floor,
                                                 std::span<const ItemPair> tabu);

 private:
  const KnapsackState* state_;
  // Weights of the items out; all others are too heavy for anything. 64 bits only if gains or
  // weights need them, in which case the gains may have to be copied.
  bool narrow_;
  AlignedVector<std::int32_t> narrow_weight_;
  AlignedVector<std::int64_t> wide_weight_;
  AlignedVector<std::int64_t> wide_gain_;
  // A row whose entries are stored in another way than the search reads them; zeros between calls.
  AlignedVector<std::int32_t> narrow_row_;
  AlignedVector<std::int64_t> wide_row_;
};

}  // namespace spinsack

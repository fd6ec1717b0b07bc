// SPDX-License-Identifier: Apache-2.0
// The vertices by what their best move gains, in buckets, as Fiduccia and Mattheyses (1982) keep cells: an entry
// changes its bucket in constant time, and the best is found from the top down. Small weights get a bucket for every
// gain; with large ones a bucket holds a range of gains, and its best entry is found by looking at all of them.
#pragma once

#include "core/rng.hpp"
#include "problem/kcut/graph.hpp"

#include <bit>
#include <cstdint>
#include <vector>

namespace spinsack::kcut {

class GainBuckets {
 public:
  // Without entries. Gains are within -largest_gain..largest_gain.
  GainBuckets(Index vertices, Value largest_gain);

  // Adds the vertex, or changes its gain.
  void set(Index v, Value gain);
  Value gain(Index v) const { return gain_[at(v)]; }

  // One of the vertices with the largest gain of those that are allowed, allowed(v, gain); -1 if there is none. Of
  // equal ones any may be found, by a random number.
  template <class Allowed>
  Index best(Rng& rng, const Allowed& allowed) const {
    for (std::size_t word = filled_.size(); word-- > 0;)
      for (std::uint64_t left = filled_[word]; left != 0;) {
        const int bit = 63 - std::countl_zero(left);
        left &= ~(std::uint64_t{1} << bit);
        const Index found =
            best_of(buckets_[64 * word + static_cast<std::size_t>(bit)], rng, allowed);
        if (found >= 0) return found;
      }
    return -1;
  }

 private:
  template <class Allowed>
  Index best_of(const std::vector<Index>& bucket, Rng& rng, const Allowed& allowed) const {
    const std::size_t size = bucket.size();
    std::size_t place =
        size == 1 ? 0 : static_cast<std::size_t>(std::uint64_t{rng.bits32()} * size >> 32U);
    Index best = -1;
    for (std::size_t seen = 0; seen < size; ++seen) {
      const Index v = bucket[place];
      if (++place == size) place = 0;
      if (best >= 0 && gain_[at(v)] <= gain_[at(best)]) continue;
      if (!allowed(v, gain_[at(v)])) continue;
      best = v;
      if (shift_ == 0) break;  // all are equal
    }
    return best;
  }

  static constexpr std::size_t most_buckets = 4096;

  Value lowest_;
  int shift_ = 0;  // gains of a bucket differ by less than 2^shift
  std::vector<std::vector<Index>> buckets_;
  std::vector<std::uint64_t> filled_;  // a bit for every bucket that is not empty
  std::vector<Value> gain_;
  std::vector<std::int32_t> bucket_;  // of a vertex, -1 for none
  std::vector<Index> place_;          // in that bucket
};

}  // namespace spinsack::kcut

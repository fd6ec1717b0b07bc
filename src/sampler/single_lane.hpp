// SPDX-License-Identifier: Apache-2.0
// One lane of a block followed alone: the states, bit by bit, that it would visit beside the others. For a read or two
// that is faster than all 64, and its memory is a few bytes per variable, so it also is the way to one long anneal of a
// large sparse model. Fields are kept up to date: a visit without flip touches one of them, a flip those of the
// neighbours. Vectors find the few among 32 variables that may flip (lane_candidates.hpp), so that visits without flip
// cost next to nothing.
#pragma once

#include "sampler/lane_draws.hpp"
#include "sampler/lane_law.hpp"
#include "sampler/lane_model.hpp"
#include "sampler/lane_random.hpp"

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace spinsack {

class SingleLane {
 public:
  // All bits are 0 at first. in_bytes: follows a byte lane; otherwise a wider one.
  SingleLane(const LaneModel& model, const LaneStreams& streams, int lane, bool in_bytes,
             SetUpWatch watch = {});

  // As in lane_kernel.hpp; flips are counted from the start.
  void randomise(Index from, Index to);
  void assign(BitView bits);
  void sweep(const ByteDigitsKnown& known, Index from, Index to);
  void sweep(double cost, Index from, Index to);

  std::int64_t moved() const { return moved_; }
  std::int64_t flips() const { return flips_; }
  const Bits& bits() const { return bits_; }

 private:
  // How flips are decided. draw(count): the digits of as many visits; candidates(..): which of them may end in a flip;
  // may_accept(a, digits) without false refusals; accepts(a, digits).
  struct ByteDigits;
  struct WordDigits;
  struct Coin;
  struct ByteRule;
  struct WideRule;
  template <class Rule>
  void visit(Rule rule, Index from, Index to);
  template <class Rule, class T>
  void visit_rows(Rule& rule, const LaneValues<T>& values, std::size_t from, std::size_t to);

  void prefetch_rows(std::size_t base, std::size_t to) const;

  const LaneModel* model_;
  bool in_bytes_;
  LaneDraws first_;
  LaneDraws second_;  // of byte lanes
  Rng tie_;
  Bits bits_;
  std::vector<std::uint32_t> near_;  // of v: bit k says that v + 1 + k is a neighbour
  std::variant<std::vector<std::int8_t>, std::vector<std::int16_t>, std::vector<std::int32_t>>
      fields_;
  std::int64_t moved_ = 0;
  std::int64_t flips_ = 0;
};

}  // namespace spinsack

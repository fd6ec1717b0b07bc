// SPDX-License-Identifier: Apache-2.0
// The reads of a block, in lanes: which of them still go on, the best state of each, and what they have done.
#pragma once

#include "sampler/lane_block.hpp"
#include "sampler/reads.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace spinsack {

class LaneReads {
 public:
  // contexts: of one block, by read number. model.lanes() is not null. keep_best: the answers are the best states at the
  // end of a sweep, otherwise the last ones. Begins with the given starts, or uniformly random states.
  LaneReads(const KernelModel& model, std::span<ReadContext> contexts, bool keep_best);

  // One sweep of all; false if there is nothing to be done any more.
  [[nodiscard]] bool sweep(double temperature);
  [[nodiscard]] BlockAnswers answers();

 private:
  int lane(const ReadContext& context) const;
  void look_for_bests();
  void retire(ReadContext& context);

  const KernelModel* model_;
  std::span<ReadContext> contexts_;
  bool keep_best_;
  LaneBlock block_;
  std::uint64_t active_;  // lanes that go on
  std::array<std::int64_t, lane_count> best_{};
  std::int64_t best_of_all_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t sweeps_ = 0;
  bool out_of_time_ = false;
};

}  // namespace spinsack

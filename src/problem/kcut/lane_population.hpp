// SPDX-License-Identifier: Apache-2.0
// 64 labellings that are annealed side by side (lane_labels.hpp), where those that fall behind give way to copies of others
// as it gets colder (selection.hpp). Then they are annealed again and again from a little below the first temperature, each
// from where it stood when it was cold: every region that got better stays, every other goes back (part_crossing.hpp). The
// worst labelling gives way to the best of all, which takes over from the next best what makes it better.
//
// Measured on generated graphs with three parts, seconds of one core, cuts without selection and regions, and with them:
// random, 5000 vertices, 30 s: 12427, 12434; planar, 2000 vertices, 10 s: 10050, 10058; torus of signs, 8000 vertices,
// 6 s: 6530, 6557.
#pragma once

#include "core/rng.hpp"
#include "core/stop.hpp"
#include "core/work.hpp"
#include "problem/answer.hpp"
#include "problem/kcut/anneal.hpp"
#include "problem/kcut/lane_labels.hpp"
#include "problem/kcut/part_crossing.hpp"

#include <array>
#include <cstdint>
#include <functional>

namespace spinsack::kcut {

class LanePopulation {
 public:
  // Called with the best labelling so far, as often as it may be another.
  using Found = std::function<void(const Labels&, Value)>;

  // Keeps references to the graphs.
  LanePopulation(const Graph& graph, const LaneGraph& lane_graph, const HeatRange& heat,
                 std::uint64_t seed, std::uint64_t stream);

  // For so long, unless watch ends it. Returns the best labelling.
  [[nodiscard]] Labels evolve(double seconds, const Found& found, StopCheck& watch, Work& work);

 private:
  using Cuts = std::array<Value, LaneLabels::lanes>;

  void cool(const HeatRange& heat, const AnnealLength& length, StopCheck& watch, Work& work,
            const std::function<void(double)>& swept = {});
  void cool_by_selection(const AnnealLength& length, StopCheck& watch, Work& work);
  HeatRange warm_range();
  void return_to_kept();
  void keep_better_regions(StopCheck& watch);
  void cross_best(StopCheck& watch);
  void take(const Labels& labels, Value cut);

  HeatRange heat_;
  Rng rng_;
  PartCrossing crossing_;
  LaneLabels now_;
  LaneLabels kept_;  // what each lane had when it was cold, the best of it
  Cuts cut_{};       // of these
  Labels best_;
  Value best_cut_ = 0;
};

}  // namespace spinsack::kcut

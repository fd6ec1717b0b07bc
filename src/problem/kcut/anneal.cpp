// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/anneal.hpp"

#include "problem/kcut/potts_kernel.hpp"

#include <algorithm>

namespace spinsack::kcut {

HeatRange heat_range(const PottsGraph& graph, double start, double end) {
  const double coldest = end * graph.typical_weight();
  return {std::max(coldest, start * graph.typical_pull()), coldest};
}

void AnnealLength::swept() {
  constexpr std::int64_t between_looks = 8;  // at the clock
  ++done_;
  if (!seconds_)
    progress_ =
        static_cast<double>(done_) / static_cast<double>(std::max<std::int64_t>(sweeps_, 1));
  else if (done_ % between_looks == 0)
    progress_ = *seconds_ > 0 ? clock_.seconds() / *seconds_ : 1;
}

Labels anneal(PottsState& state, const HeatRange& heat, AnnealLength length, StopCheck& watch,
              Work& work) {
  Labels best(state.labels().begin(), state.labels().end());
  std::int64_t best_gain = state.gained;
  const std::int64_t moves_before = state.moves;
  while (length.progress() < 1) {
    potts_sweep(state, heat.at_share(1 - length.progress()));
    length.swept();
    ++work.sweeps;
    work.visits += state.graph->size();
    if (state.gained > best_gain) {
      best_gain = state.gained;
      std::ranges::copy(state.labels(), best.begin());
    }
    if (watch.stop_after(state.graph->size())) break;
  }
  work.flips += state.moves - moves_before;
  return best;
}

}  // namespace spinsack::kcut

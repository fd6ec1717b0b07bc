// SPDX-License-Identifier: Apache-2.0
#include "solver/random_greedy.hpp"

#include <algorithm>

namespace spinsack {
namespace {

struct Ranked {
  double appeal = 0;
  Index item = -1;
};

// The largest few, by falling appeal; of equal ones the first stays ahead.
class Shortlist {
 public:
  explicit Shortlist(std::int64_t choices) : most_(static_cast<std::size_t>(choices)) {}
  void clear() { ranked_.clear(); }
  bool empty() const { return ranked_.empty(); }
  void offer(double appeal, Index item) {
    if (ranked_.size() == most_) {
      if (appeal <= ranked_.back().appeal) return;
      ranked_.pop_back();
    }
    const auto place = std::ranges::upper_bound(ranked_, appeal, std::greater{}, &Ranked::appeal);
    ranked_.insert(place, {appeal, item});
  }
  Index draw(Rng& rng) const {
    const auto last = static_cast<std::int64_t>(ranked_.size()) - 1;
    return ranked_[static_cast<std::size_t>(rng.integer(0, last))].item;
  }

 private:
  std::size_t most_;
  std::vector<Ranked> ranked_;
};

}  // namespace

std::vector<double> per_weight(const QkpInstance& instance) {
  std::vector<double> factor;
  factor.reserve(at(instance.size()));
  for (const Weight w : instance.weights()) factor.push_back(1 / static_cast<double>(w));
  return factor;
}

void random_greedy(KnapsackState& state, std::span<const double> factor, std::int64_t choices,
                   Rng& rng, StopCheck& watch) {
  const auto weights = state.instance().weights();
  std::vector<Index> open;  // out, and fits
  for (Index i = 0; i < state.size(); ++i)
    if (!state.holds(i)) open.push_back(i);
  Shortlist best(choices);
  for (;;) {
    if (watch.stop_after(static_cast<std::int64_t>(open.size()))) return;
    best.clear();
    state.visit_gains([&]<class Gain>(const Gain* gain) {
      std::size_t kept = 0;
      for (const Index i : open) {
        if (state.holds(i) || weights[at(i)] > state.room()) continue;
        open[kept++] = i;
        if (gain[i] >= 0) best.offer(static_cast<double>(gain[i]) * factor[at(i)], i);
      }
      open.resize(kept);
    });
    if (best.empty()) return;
    state.add(best.draw(rng));
  }
}

}  // namespace spinsack

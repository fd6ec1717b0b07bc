// SPDX-License-Identifier: Apache-2.0
#include "sampler/lane_reads.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace spinsack {
namespace {

constexpr std::uint64_t bit_of(int lane) { return std::uint64_t{1} << lane; }

std::uint64_t lanes_of(std::span<const ReadContext> contexts) {
  std::uint64_t lanes = 0;
  for (const ReadContext& context : contexts)
    lanes |= bit_of(static_cast<int>(context.read() % reads_per_block));
  return lanes;
}

// Every lane draws its ties from the second stream of its own read.
LaneStreams streams_of(const ReadContext& context) {
  const std::int64_t first = context.read() / reads_per_block * reads_per_block;
  return {context.seed(), read_stream(first), read_stream(first, 1), read_stream(1)};
}

}  // namespace

LaneReads::LaneReads(const KernelModel& model, std::span<ReadContext> contexts, bool keep_best)
    : model_(&model),
      contexts_(contexts),
      keep_best_(keep_best),
      block_(*model.lanes(), streams_of(contexts.front()), lanes_of(contexts), LaneHeat::common,
             model.set_up_watch()),
      active_(lanes_of(contexts)) {
  if (contexts.front().warm()) {
    for (const ReadContext& context : contexts_) block_.assign(lane(context), context.start());
  } else {
    block_.randomise([&](std::int64_t) { return contexts_.front().ended(); });
  }
  best_.fill(std::numeric_limits<std::int64_t>::max());
  look_for_bests();
}

int LaneReads::lane(const ReadContext& context) const {
  return static_cast<int>(context.read() % reads_per_block);
}

bool LaneReads::sweep(double temperature) {
  const bool whole = block_.sweep(temperature, [&](std::int64_t visits) {
    return out_of_time_ = contexts_.front().out_of_time_after(visits);
  });
  if (whole) ++sweeps_;
  if (whole && keep_best_) look_for_bests();
  for (ReadContext& context : contexts_)
    if (context.superseded()) retire(context);
  return active_ != 0 && !out_of_time_;
}

void LaneReads::look_for_bests() {
  std::uint64_t improved = 0;
  for (std::uint64_t rest = active_; rest != 0; rest &= rest - 1) {
    const int l = std::countr_zero(rest);
    const std::int64_t moved = block_.moved(l);
    if (moved >= best_[at(l)]) continue;
    best_[at(l)] = moved;
    improved |= bit_of(l);
  }
  if (improved == 0) return;
  block_.keep(improved);
  for (ReadContext& context : contexts_) {
    const int l = lane(context);
    if ((improved & active_ & bit_of(l)) == 0) continue;
    const std::int64_t moved = best_[at(l)];
    const double energy = block_.energy(model_->model(), l, context.target());
    const bool reached = energy <= context.target();
    if (moved < best_of_all_ || reached) context.improves(energy);
    best_of_all_ = std::min(best_of_all_, moved);
    if (!reached) continue;
    // Later reads are not needed, and this one is done; earlier ones go on.
    for (ReadContext& later : contexts_)
      if (later.read() >= context.read()) retire(later);
  }
}

void LaneReads::retire(ReadContext& context) {
  const int l = lane(context);
  if ((active_ & bit_of(l)) == 0) return;
  active_ &= ~bit_of(l);
  context.work = {sweeps_, sweeps_ * model_->size(), block_.flips(l)};
}

BlockAnswers LaneReads::answers() {
  for (ReadContext& context : contexts_) retire(context);
  // Once the clock has asked for an end, a large block hands over its best reads only: the energies of all 64 would
  // take too long.
  constexpr std::int64_t terms_in_time = 4'000'000;
  const std::int64_t terms = model_->size() + model_->model().objective().pairs.pairs();
  std::vector<std::size_t> order(contexts_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (out_of_time_ && terms_in_time / terms < static_cast<std::int64_t>(order.size())) {
    std::ranges::stable_sort(order, {},
                             [&](std::size_t r) { return best_[at(lane(contexts_[r]))]; });
    order.resize(static_cast<std::size_t>(std::max<std::int64_t>(1, terms_in_time / terms)));
  }
  BlockAnswers answers(contexts_.size());
  for (const std::size_t r : order) {
    const ReadContext& context = contexts_[r];
    answers[r] = keep_best_ ? context.or_start(model_->model(), block_.kept(lane(context)))
                            : block_.bits(lane(context));
  }
  return answers;
}

}  // namespace spinsack

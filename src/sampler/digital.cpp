// SPDX-License-Identifier: Apache-2.0
#include "sampler/digital.hpp"

#include "core/rng.hpp"
#include "sampler/flip_classes.hpp"
#include "sampler/kernel.hpp"
#include "sampler/schedule.hpp"

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

// The variable of the bit with this number, counted from 0, among all that are set.
Index numbered_one(const GroupBits& groups, std::int64_t number) {
  std::size_t g = 0;
  for (; number >= std::popcount(groups[g]); ++g) number -= std::popcount(groups[g]);
  unsigned bits = groups[g];
  for (; number > 0; --number) bits &= bits - 1;
  return static_cast<Index>(g) * group_size + std::countr_zero(bits);
}

// Two ways to make a step: a threshold for every flip, or draws for classes of flips that cost the same. Both have
//
//   Index choose(double offset, double temperature);  // one of the accepted flips, -1 if there is none
//   double flip(Index variable);                      // the energy after it
//   void keep();                                      // the state at hand is the best so far
//   Bits best() const;
//   std::int64_t visits() const;                      // variables that a step looks at, about
class AllFlips {
 public:
  AllFlips(const KernelModel& model, const ReadContext& context)
      : state_(model, context.seed(), context.stream()),
        choice_(context.seed(), context.stream(1)),
        accepted_(at(model.groups())) {
    context.begin(state_);
    energy_ = state_.energy();
    keep();
  }

  double energy() const { return energy_; }
  Index choose(double offset, double temperature) {
    const Index count = kernel::accepted_flips(state_, offset, temperature, accepted_);
    return count == 0 ? -1 : numbered_one(accepted_, choice_.integer(0, count - 1));
  }
  double flip(Index variable) {
    energy_ += kernel::delta(state_, variable);
    kernel::flip(state_, variable);
    return energy_;
  }
  void keep() { best_ = state_.group_bits; }
  Bits best() const { return bits_of_groups(best_, state_.model->size()); }
  std::int64_t visits() const { return state_.model->size(); }

 private:
  KernelState state_;
  Rng choice_;
  GroupBits accepted_;
  GroupBits best_;
  double energy_ = 0;
};

class ByClasses {
 public:
  ByClasses(const KernelModel& model, const ReadContext& context)
      : model_(model),
        context_(context),
        random_(context.seed(), context.stream()),
        classes_(*model.lanes(), first_bits(model, context, random_)),
        best_(classes_.bits()),
        steps_(energy_steps(*model.lanes(), best_)) {}

  double energy() const {
    return energy_after(*model_.lanes(), model_.model(), steps_, context_.target(),
                        [&] { return classes_.bits(); });
  }
  Index choose(double offset, double temperature) {
    return classes_.choose(offset, temperature, random_);
  }
  double flip(Index variable) {
    steps_ += classes_.cost(variable);
    classes_.flip(variable);
    if (since_best_.size() < best_.size())
      since_best_.push_back(variable);
    else
      forgotten_ = true;
    return energy();
  }
  // Improvements come in long series, so only what flipped since the last one is brought up to date.
  void keep() {
    if (std::exchange(forgotten_, false))
      best_ = classes_.bits();
    else
      for (const Index v : since_best_) best_[at(v)] ^= 1U;
    since_best_.clear();
  }
  Bits best() const { return best_; }
  std::int64_t visits() const { return 8 * classes_.classes(); }

 private:
  static Bits first_bits(const KernelModel& model, const ReadContext& context, Rng& random) {
    if (context.warm()) return {context.start().begin(), context.start().end()};
    Bits bits(at(model.size()));
    for (std::uint8_t& bit : bits) bit = static_cast<std::uint8_t>(random.bits32() & 1U);
    return bits;
  }

  const KernelModel& model_;
  const ReadContext& context_;
  Rng random_;
  FlipClasses classes_;
  Bits best_;
  std::vector<Index> since_best_;  // flips
  bool forgotten_ = false;         // they are too many to be remembered
  std::int64_t steps_;             // energy, as lane models count it
};

template <class Flips>
Bits anneal(const DigitalAnnealing& da, Flips flips, const KernelModel& model,
            ReadContext& context) {
  const TemperatureRange automatic = context.warm() ? warm_range(model) : automatic_range(model);
  GeometricCooling cooling({da.t_start.value_or(automatic.start), da.t_end.value_or(automatic.end)},
                           da.steps);
  double offset = 0;
  context.improves(flips.energy());
  for (std::int64_t s = 0; s < da.steps; ++s, cooling.step()) {
    const Index v = flips.choose(offset, cooling.temperature());
    if (v < 0) {
      offset += da.offset_step.value_or(cooling.temperature());
    } else {
      offset = 0;
      ++context.work.flips;
      if (context.improves(flips.flip(v))) flips.keep();
    }
    ++context.work.sweeps;
    if (context.stop_after(flips.visits())) break;
  }
  return flips.best();
}

}  // namespace

Bits DigitalAnnealing::read(const KernelModel& model, ReadContext& context) const {
  const LaneModel* const lanes = model.lanes();
  if (lanes != nullptr && FlipClasses::suit(*lanes))
    return anneal(*this, ByClasses(model, context), model, context);
  return anneal(*this, AllFlips(model, context), model, context);
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// The energy changes of the flips of a group of 16. To be included by files that Highway compiles once per
// instruction set.
#if defined(SPINSACK_SAMPLER_GROUP_DELTAS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SPINSACK_SAMPLER_GROUP_DELTAS_INL_HPP
#undef SPINSACK_SAMPLER_GROUP_DELTAS_INL_HPP
#else
#define SPINSACK_SAMPLER_GROUP_DELTAS_INL_HPP
#endif

#include "sampler/kernel_model.hpp"

#include <hwy/highway.h>

#include <cstdint>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, group_size>;
using Vec = hn::Vec<Doubles>;
inline constexpr int lanes = static_cast<int>(hn::MaxLanes(Doubles()));  // doubles per vector
inline constexpr int vectors = group_size / lanes;                       // vectors per group

HWY_INLINE Vec load_field(const std::int32_t* field) {
  return hn::PromoteTo(Doubles(), hn::Load(hn::Rebind<std::int32_t, Doubles>(), field));
}
HWY_INLINE Vec load_field(const std::int16_t* field) {
  const hn::Rebind<std::int32_t, Doubles> d32;
  return hn::PromoteTo(Doubles(),
                       hn::PromoteTo(d32, hn::Load(hn::Rebind<std::int16_t, Doubles>(), field)));
}
HWY_INLINE Vec load_field(const double* field) { return hn::Load(Doubles(), field); }

HWY_INLINE unsigned bits_of_nonnegative(const Vec* values) {
  const Doubles d;
  unsigned bits = 0;
  for (int v = 0; v < vectors; ++v) {
    std::uint8_t mask[8] = {};
    hn::StoreMaskBits(d, hn::Ge(values[v], hn::Zero(d)), mask);
    bits |= static_cast<unsigned>(mask[0]) << (v * lanes);
  }
  return bits;
}

// The energy changes of the 16 flips of a group. Penalties is 0, 1, or -1 for any number: nearly all models
// have one, and a loop over it would cost as much as the rest. Everything that a sweep needs for every
// group is kept at hand.
template <int Penalties, class Field>
class GroupDeltas {
 public:
  GroupDeltas(const KernelState& state, const Field* field, const double* bias)
      : penalties_(state.model->penalties()),
        residual_(state.residual.data()),
        field_(field),
        bias_(bias),
        linear_(state.model->linear()),
        square_(state.model->square()),
        a_(Penalties == 1 ? penalties_[0].a.data() : nullptr),
        unit_(hn::Set(Doubles(), state.model->unit())) {
    residuals_changed();
  }

  HWY_INLINE void residuals_changed() {
    if constexpr (Penalties == 1) pull_ = pull(0);
  }

  HWY_INLINE void compute(Index base, const Vec* sign, Vec* delta) const {
    const Doubles d;
    for (int v = 0; v < vectors; ++v) {
      const Index place = base + v * lanes;
      auto force =
          hn::Add(hn::Load(d, linear_ + place), hn::Mul(unit_, load_field(field_ + place)));
      if constexpr (Penalties == 1) force = hn::Add(force, hn::Mul(pull_, hn::Load(d, a_ + place)));
      if constexpr (Penalties < 0)
        for (std::size_t t = 0; t < penalties_.size(); ++t)
          force = hn::Add(force, hn::Mul(pull(t), hn::Load(d, penalties_[t].a.data() + place)));
      if (bias_ != nullptr) force = hn::Add(force, hn::Load(d, bias_ + place));
      delta[v] = hn::Xor(force, sign[v]);
      if constexpr (Penalties != 0) delta[v] = hn::Add(delta[v], hn::Load(d, square_ + place));
    }
  }

 private:
  HWY_INLINE Vec pull(std::size_t t) const {
    return hn::Set(Doubles(), 2 * penalties_[t].strength * residual_[t]);
  }

  const std::vector<KernelPenalty>& penalties_;
  const double* residual_;
  const Field* field_;
  const double* bias_;
  const double* linear_;
  const double* square_;
  const double* a_;  // of the only penalty
  Vec unit_;
  Vec pull_ = hn::Zero(Doubles());  // of the only penalty
};

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

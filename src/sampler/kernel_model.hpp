// SPDX-License-Identifier: Apache-2.0
// A model laid out for the kernels: variables in groups of 16, every array padded to whole groups and
// aligned, and for each group the 16 x 16 couplings inside it written out with the penalties included.
//
// A group is the unit of sequential work. Its flips are decided one variable after the other, each
// seeing all earlier ones, but only the small block is touched while deciding; the rows of the variables
// that flipped are added to the fields of everybody else afterwards, all at once. That is the same
// Markov chain as one variable at a time, at a fraction of the memory traffic.
#pragma once

#include "core/symmetric_rows.hpp"
#include "core/types.hpp"
#include "qubo/model.hpp"
#include "sampler/lane_model.hpp"
#include "sampler/model_scales.hpp"
#include "sampler/set_up.hpp"
#include "sampler/sign_rows.hpp"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace spinsack {

inline constexpr Index group_size = 16;  // logical: the same on every machine

// One squared penalty: strength (a . x + b)^2.
struct KernelPenalty {
  double strength = 0;
  double b = 0;
  AlignedVector<double> a;
};

class KernelModel {
 public:
  // Keeps a reference to model. Throws InvalidInstance if energies leave the range of a double.
  explicit KernelModel(const QuboModel& model) : KernelModel(model, measure_scales(model)) {}
  // With the scales of a model that has the same energies, measured before.
  // stop: asked for an interrupt by what is laid out when first needed (set_up.hpp); it may be null.
  KernelModel(const QuboModel& model, const ModelScales& scales, Stop* stop = nullptr);

  const QuboModel& model() const { return *model_; }
  Index size() const { return model_->size(); }
  Index rows() const { return model_->objective().size(); }  // variables with couplings
  Index groups() const { return groups_; }
  Index padded_size() const { return groups_ * group_size; }
  // Entries per field array: whole groups, and whole rows of the matrix.
  std::size_t field_size() const { return field_size_; }
  // Whether sums over any row fit 32-bit integers; otherwise fields are doubles.
  bool integer_fields() const { return integer_fields_; }
  // Whether they are held in 16 bits: all couplings are of one small size, so that there is a way to add rows of bytes.
  bool short_fields() const { return short_fields_; }

  // The couplings as bits, if all have the same size; nullptr otherwise.
  const SignRows* sign_rows() const { return sign_rows_ ? &*sign_rows_ : nullptr; }

  double unit() const { return model_->objective().unit; }
  // Infinite where v is padding: it never flips.
  const double* linear() const { return linear_.data(); }
  // sum_t s_t a_tv^2: what a flip of v pays whatever the residuals.
  const double* square() const { return square_.data(); }
  const std::vector<KernelPenalty>& penalties() const { return penalties_; }
  // Row-major 16 x 16, strictly above the diagonal: a flip changes the chances of later ones only.
  const double* couplings(Index group) const {
    return couplings_.data() + at(group) * group_size * group_size;
  }

  // What temperatures and forces are measured against (sampler/model_scales.hpp).
  double largest_rms_delta() const { return scales_.largest_rms_delta; }
  double typical_rms_delta() const { return scales_.typical_rms_delta; }
  double smallest_coefficient() const { return scales_.smallest_coefficient; }
  // Of the model written out, worked out when first asked.
  [[nodiscard]] const ExpandedScales& expanded_scales() const;

  // For whoever lays out states of it.
  SetUpWatch set_up_watch() const { return SetUpWatch(stop_); }

  // The model laid out for lanes, or null if they do not suit it. Worked out when first asked.
  [[nodiscard]] const LaneModel* lanes() const;
  // Needed before couplings(); done by the first sweep, since nothing else has a use for so many bytes.
  void lay_out_couplings() const;

 private:
  void write_out_couplings() const;

  const QuboModel* model_;
  Stop* stop_;
  Index groups_;
  std::size_t field_size_ = 0;
  bool integer_fields_ = false;
  bool short_fields_ = false;
  std::optional<SignRows> sign_rows_;
  AlignedVector<double> linear_;
  AlignedVector<double> square_;
  std::vector<KernelPenalty> penalties_;
  mutable std::once_flag couplings_once_;
  mutable AlignedVector<double> couplings_;
  ModelScales scales_;
  mutable std::once_flag expanded_once_;
  mutable ExpandedScales expanded_;
  mutable std::once_flag lanes_once_;
  mutable std::unique_ptr<const LaneModel> lanes_;
};

// Bits packed by groups: bit l of group g is variable 16 g + l.
using GroupBits = std::vector<std::uint16_t>;
[[nodiscard]] Bits bits_of_groups(const GroupBits& groups, Index size);

// One assignment on its way through the state space.
struct KernelState {
  explicit KernelState(const KernelModel& model, std::uint64_t seed, std::uint64_t stream);

  void randomise();  // uniformly random bits, from the state's own stream
  // Rebuilds everything below from the bits. watch: if that is how a read begins.
  void assign(BitView start, SetUpWatch watch = {});
  [[nodiscard]] Bits bits() const { return bits_of_groups(group_bits, model->size()); }
  [[nodiscard]] bool bit(Index v) const {
    return (group_bits[at(v / group_size)] >> (v % group_size) & 1) != 0;
  }
  // sum_j q_vj x_j in units of model.unit().
  [[nodiscard]] double field(std::size_t v) const {
    if (model->short_fields()) return short_field[v];
    return model->integer_fields() ? integer_field[v] : real_field[v];
  }
  // From fields and residuals, O(size); equals the model's own energy where the arithmetic is exact.
  [[nodiscard]] double energy() const;

  const KernelModel* model;
  GroupBits group_bits;
  AlignedVector<double> sign;  // -0.0 where a bit is 1, +0.0 where it is 0
  // sum_j q_ij x_j in units of model.unit(); all but one are empty.
  AlignedVector<std::int32_t> integer_field;
  AlignedVector<std::int16_t> short_field;
  AlignedVector<double> real_field;
  std::vector<double> residual;  // a_t . x + b_t
  alignas(
      64) std::uint32_t random[4 * group_size] = {};  // 16 streams of xoshiro128++, word by word
  // Drawn ahead: the largest of 16 exponential numbers, m, for each of some groups to come, and e^-m.
  // So many at once that their computation is bound by throughput, not by latency.
  static constexpr int largest_ahead = 4 * group_size;
  alignas(64) float largest[largest_ahead] = {};
  alignas(64) float largest_tail[largest_ahead] = {};
  int largest_used = largest_ahead;
  std::int64_t flips = 0;
};

}  // namespace spinsack

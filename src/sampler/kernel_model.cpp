// SPDX-License-Identifier: Apache-2.0
#include "sampler/kernel_model.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"
#include "sampler/kernel.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <type_traits>

namespace spinsack {

KernelModel::KernelModel(const QuboModel& model, const ModelScales& scales, Stop* stop)
    : model_(&model),
      stop_(stop),
      groups_((model.size() + group_size - 1) / group_size),
      scales_(scales) {
  if (!std::isfinite(scales_.largest_rms_delta))
    throw InvalidInstance("the energies of the model leave the range of double precision");
  const QuadraticForm& objective = model.objective();
  const auto padded = at(padded_size());
  linear_.assign(padded, 0);
  std::ranges::copy(objective.linear, linear_.begin());
  square_.assign(padded, 0);
  for (const SquaredTerm& term : model.penalties()) {
    KernelPenalty& penalty = penalties_.emplace_back();
    penalty.strength = term.strength;
    penalty.b = term.b;
    penalty.a.assign(padded, 0);
    term.for_each([&](Index v, double a) {
      penalty.a[at(v)] = a;
      square_[at(v)] += term.strength * a * a;
    });
  }
  std::fill(linear_.begin() + size(), linear_.end(), std::numeric_limits<double>::infinity());
  field_size_ = padded;
  objective.pairs.visit([&]<class Rows>(const Rows& rows) {
    if constexpr (Rows::dense) field_size_ = std::max(field_size_, rows.stride());
  });
  integer_fields_ = objective.pairs.integral() && scales_.largest_row < 0x1p31;
  // Bits have no zeros for variables without couplings.
  if (integer_fields_ && rows() == size()) sign_rows_ = SignRows::of(objective.pairs);
  if (!sign_rows_) return;
  field_size_ = std::max(field_size_, sign_rows_->columns());
  short_fields_ = sign_rows_->size() * group_size <= std::numeric_limits<std::int8_t>::max() &&
                  scales_.largest_row <= std::numeric_limits<std::int16_t>::max();
}

void KernelModel::lay_out_couplings() const {
  std::call_once(couplings_once_, [&] { write_out_couplings(); });
}

// Q_uv = unit q_uv + sum_t 2 s_t a_tu a_tv for u < v of one group.
void KernelModel::write_out_couplings() const {
  constexpr std::size_t block_size = std::size_t{group_size} * group_size;
  SetUpWatch watch = set_up_watch();
  couplings_.clear();
  couplings_.reserve(at(groups_) * block_size);
  for (Index g = 0; g < groups_; ++g) {
    couplings_.resize(couplings_.size() + block_size);
    watch.after(block_size);
    const Index base = g * group_size;
    double* const block = couplings_.data() + at(g) * group_size * group_size;
    model_->objective().pairs.visit([&]<class Rows>(const Rows& held) {
      for (Index i = 0; i < group_size && base + i < rows(); ++i) {
        const auto put = [&](Index v, auto value) {
          if (v > base + i && v < base + group_size)
            block[i * group_size + v - base] = unit() * static_cast<double>(value);
        };
        if constexpr (Rows::dense) {
          const auto row = held.row(base + i, rows());
          for (Index v = base + i + 1; v < std::min(base + group_size, rows()); ++v)
            put(v, row[at(v)]);
        } else {
          const auto columns = held.columns(base + i);
          for (std::size_t e = 0; e < columns.size(); ++e)
            put(columns[e], held.values(base + i)[e]);
        }
      }
    });
    for (const KernelPenalty& penalty : penalties_)
      for (Index i = 0; i < group_size; ++i)
        for (Index j = i + 1; j < group_size; ++j)
          block[i * group_size + j] +=
              2 * penalty.strength * penalty.a[at(base + i)] * penalty.a[at(base + j)];
  }
}

const ExpandedScales& KernelModel::expanded_scales() const {
  std::call_once(expanded_once_, [&] { expanded_ = measure_expanded(*model_, set_up_watch()); });
  return expanded_;
}

const LaneModel* KernelModel::lanes() const {
  std::call_once(lanes_once_, [&] { lanes_ = lay_out_lanes(*model_, set_up_watch()); });
  return lanes_.get();
}

Bits bits_of_groups(const GroupBits& groups, Index size) {
  Bits bits(at(size));
  for (Index v = 0; v < size; ++v) bits[at(v)] = groups[at(v / group_size)] >> (v % group_size) & 1;
  return bits;
}

KernelState::KernelState(const KernelModel& kernel_model, std::uint64_t seed, std::uint64_t stream)
    : model(&kernel_model), group_bits(at(kernel_model.groups())) {
  Rng source(seed, stream);
  for (std::uint32_t& word : random) word = source.bits32();
  assign(Bits(at(kernel_model.size())), kernel_model.set_up_watch());
}

void KernelState::randomise() {
  Bits start;
  while (start.size() < at(model->padded_size())) {
    std::uint32_t words[group_size];
    kernel::random_words(*this, words);
    for (const std::uint32_t word : words) start.push_back(static_cast<std::uint8_t>(word >> 31));
  }
  start.resize(at(model->size()));
  assign(start, model->set_up_watch());
}

void KernelState::assign(BitView start, SetUpWatch watch) {
  assert(start.size() == at(model->size()));
  std::ranges::fill(group_bits, std::uint16_t{0});
  sign.assign(at(model->padded_size()), 0.0);
  const bool in_integers = model->integer_fields() && !model->short_fields();
  integer_field.assign(in_integers ? model->field_size() : 0, 0);
  short_field.assign(model->short_fields() ? model->field_size() : 0, 0);
  real_field.assign(model->integer_fields() ? 0 : model->field_size(), 0);
  residual.clear();
  for (const KernelPenalty& penalty : model->penalties()) residual.push_back(penalty.b);
  for (Index v = 0; v < model->size(); ++v) {
    watch.after(1);
    if (start[at(v)] == 0) continue;
    group_bits[at(v / group_size)] |= static_cast<std::uint16_t>(1U << (v % group_size));
    sign[at(v)] = -0.0;
    for (std::size_t t = 0; t < residual.size(); ++t) residual[t] += model->penalties()[t].a[at(v)];
  }
  kernel::add_fields(*this, watch);
}

double KernelState::energy() const {
  double linear = 0;
  double doubled = 0;  // every pair stands in two fields
  const auto for_each_one = [&](auto&& f) {
    for (Index g = 0; g * group_size < model->rows(); ++g)
      for (unsigned m = group_bits[at(g)]; m != 0; m &= m - 1) {
        const Index v = g * group_size + std::countr_zero(m);
        if (v < model->rows()) f(at(v));
      }
  };
  const auto add_up = [&]<class Field>(const AlignedVector<Field>& fields) {
    std::conditional_t<std::is_integral_v<Field>, std::int64_t, double> all = 0;
    for_each_one([&](std::size_t v) {
      linear += model->linear()[v];
      all += fields[v];
    });
    doubled = static_cast<double>(all);
  };
  if (model->short_fields())
    add_up(short_field);
  else if (model->integer_fields())
    add_up(integer_field);
  else
    add_up(real_field);
  double sum = model->model().objective().constant + linear + model->unit() * (doubled / 2);
  for (std::size_t t = 0; t < residual.size(); ++t)
    sum += model->penalties()[t].strength * residual[t] * residual[t];
  return sum;
}

}  // namespace spinsack

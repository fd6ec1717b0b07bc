// SPDX-License-Identifier: Apache-2.0
#include "sampler/kernel_model.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"
#include "sampler/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace spinsack {
namespace {

// Beyond this ratio between a row's sum and its smallest coefficient a double drops the latter.
constexpr double exact_range = 0x1p53;

}  // namespace

KernelModel::KernelModel(const QuboModel& model)
    : model_(&model), groups_((model.size() + group_size - 1) / group_size) {
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
    std::ranges::copy(term.a, penalty.a.begin());
    for (std::size_t v = 0; v < term.a.size(); ++v)
      square_[v] += term.strength * term.a[v] * term.a[v];
  }
  std::fill(square_.begin() + size(), square_.end(), std::numeric_limits<double>::infinity());
  field_size_ = padded;
  objective.pairs.visit([&]<class Rows>(const Rows& rows) {
    if constexpr (Rows::dense) field_size_ = std::max(field_size_, rows.stride());
  });
  measure();
}

void KernelModel::lay_out_couplings() const {
  std::call_once(couplings_once_, [&] { write_out_couplings(); });
}

// Q_uv = unit q_uv + sum_t 2 s_t a_tu a_tv for u < v of one group.
void KernelModel::write_out_couplings() const {
  couplings_.assign(at(groups_) * group_size * group_size, 0);
  for (Index g = 0; g < groups_; ++g) {
    const Index base = g * group_size;
    double* const block = couplings_.data() + at(g) * group_size * group_size;
    for (Index i = 0; i < group_size && base + i < rows(); ++i)
      model_->objective().pairs.for_each_in_row(base + i, [&](Index v, auto value) {
        if (v > base + i && v < base + group_size)
          block[i * group_size + v - base] = unit() * static_cast<double>(value);
      });
    for (const KernelPenalty& penalty : penalties_)
      for (Index i = 0; i < group_size; ++i)
        for (Index j = i + 1; j < group_size; ++j)
          block[i * group_size + j] +=
              2 * penalty.strength * penalty.a[at(base + i)] * penalty.a[at(base + j)];
  }
}

void KernelModel::measure() {
  const QuadraticForm& objective = model_->objective();
  // 1. Sums over each row: of entries, of their sizes, of their squares.
  std::vector<double> sum(at(size()));
  std::vector<double> size_sum(at(size()));
  std::vector<double> square_sum(at(size()));
  double smallest = std::numeric_limits<double>::infinity();
  const auto note = [&](double coefficient) {
    if (coefficient != 0) smallest = std::min(smallest, std::fabs(coefficient));
  };
  for (Index i = 0; i < rows(); ++i) {
    objective.pairs.scan_row(i, [&](Index, auto value) {
      const auto q = static_cast<double>(value);
      sum[at(i)] += q;
      size_sum[at(i)] += std::fabs(q);
      square_sum[at(i)] += q * q;
      if (q != 0) smallest = std::min(smallest, std::fabs(unit() * q));
    });
    note(objective.linear[at(i)]);
  }
  smallest_coefficient_ = std::isinf(smallest) ? 0 : smallest;
  const double largest_row = size_sum.empty() ? 0 : *std::ranges::max_element(size_sum);
  integer_fields_ = objective.pairs.integral() && largest_row < 0x1p31;

  // 2. Mean and variance of the field over random states, then of the flip. For a uniformly random
  //    state x_j is 1/2 +- 1/2 independently; the flip of v pays (field + penalties), up to sign.
  struct Moments {
    double mean = 0, variance = 0, reach = 0;  // of the residual; reach bounds its size
  };
  std::vector<Moments> residuals;
  for (const KernelPenalty& penalty : penalties_) {
    Moments& moments = residuals.emplace_back(Moments{penalty.b, 0, std::fabs(penalty.b)});
    for (const double a : penalty.a) {
      moments.mean += a / 2;
      moments.variance += a * a / 4;
      moments.reach += std::fabs(a);
    }
  }
  double total = 0;
  for (Index v = 0; v < size(); ++v) {
    double mean = linear_[at(v)] + unit() * sum[at(v)] / 2;
    double variance = unit() * unit() * square_sum[at(v)] / 4;
    double range = std::fabs(linear_[at(v)]) + std::fabs(unit()) * size_sum[at(v)];
    for (std::size_t t = 0; t < penalties_.size(); ++t) {
      const double a = penalties_[t].a[at(v)];
      const double scale = 2 * penalties_[t].strength * a;
      mean += scale * (residuals[t].mean - a / 2) + penalties_[t].strength * a * a;
      variance += scale * scale * (residuals[t].variance - a * a / 4);
      range += std::fabs(scale) * residuals[t].reach;
    }
    if (smallest_coefficient_ > 0 && range / smallest_coefficient_ > exact_range)
      throw InvalidInstance(
          fmt::format("variable {}: coefficients that add up to {:g} beside one of {:g}; double "
                      "precision would "
                      "lose the small one",
                      v, range, smallest_coefficient_));
    const double rms = std::sqrt(mean * mean + variance);
    largest_rms_delta_ = std::max(largest_rms_delta_, rms);
    total += rms;
  }
  typical_rms_delta_ = total / size();
}

const KernelModel::ExpandedScales& KernelModel::expanded_scales() const {
  std::call_once(expanded_once_, [&] { expanded_ = measure_expanded(); });
  return expanded_;
}

const LaneModel* KernelModel::lanes() const {
  std::call_once(lanes_once_, [&] { lanes_ = lay_out_lanes(*model_); });
  return lanes_.get();
}

KernelModel::ExpandedScales KernelModel::measure_expanded() const {
  const QuadraticForm& objective = model_->objective();
  ExpandedScales scales;
  double squares = 0;
  std::vector<double> row(at(size()));
  for (Index u = 0; u < size(); ++u) {
    std::fill(row.begin(), row.end(), 0.0);
    if (u < rows())
      objective.pairs.scan_row(u, [r = row.data(), factor = unit()](Index v, auto value) {
        r[v] = factor * static_cast<double>(value);
      });
    double diagonal = linear_[at(u)];
    for (const KernelPenalty& penalty : penalties_) {
      const double a = penalty.a[at(u)];
      diagonal += penalty.strength * a * (a + 2 * penalty.b);
      const double factor = 2 * penalty.strength * a;
      for (Index v = u + 1; v < size(); ++v) row[at(v)] += factor * penalty.a[at(v)];
    }
    scales.largest = std::max(scales.largest, std::fabs(diagonal));
    for (Index v = u + 1; v < size(); ++v) {
      scales.largest = std::max(scales.largest, std::fabs(row[at(v)]));
      squares += row[at(v)] * row[at(v)];
    }
  }
  const double pairs = 0.5 * size() * (size() - 1.0);
  if (pairs > 0) scales.rms_coupling = std::sqrt(squares / pairs);
  return scales;
}

Bits bits_of_groups(const GroupBits& groups, Index size) {
  Bits bits(at(size));
  for (Index v = 0; v < size; ++v) bits[at(v)] = groups[at(v / group_size)] >> (v % group_size) & 1;
  return bits;
}

KernelState::KernelState(const KernelModel& kernel_model, std::uint64_t seed, std::uint64_t stream)
    : model(&kernel_model), group_bits(at(kernel_model.groups())) {
  kernel_model.lay_out_couplings();
  Rng source(seed, stream);
  for (std::uint32_t& word : random) word = source.bits32();
  assign(Bits(at(kernel_model.size())));
}

void KernelState::randomise() {
  Bits start;
  while (start.size() < at(model->padded_size())) {
    std::uint32_t words[group_size];
    kernel::random_words(*this, words);
    for (const std::uint32_t word : words) start.push_back(static_cast<std::uint8_t>(word >> 31));
  }
  start.resize(at(model->size()));
  assign(start);
}

void KernelState::assign(BitView start) {
  assert(start.size() == at(model->size()));
  std::ranges::fill(group_bits, std::uint16_t{0});
  sign.assign(at(model->padded_size()), 0.0);
  integer_field.assign(model->integer_fields() ? model->field_size() : 0, 0);
  real_field.assign(model->integer_fields() ? 0 : model->field_size(), 0);
  residual.clear();
  for (const KernelPenalty& penalty : model->penalties()) residual.push_back(penalty.b);
  const SymmetricRows& pairs = model->model().objective().pairs;
  for (Index v = 0; v < model->size(); ++v) {
    if (start[at(v)] == 0) continue;
    group_bits[at(v / group_size)] |= static_cast<std::uint16_t>(1U << (v % group_size));
    sign[at(v)] = -0.0;
    for (std::size_t t = 0; t < residual.size(); ++t) residual[t] += model->penalties()[t].a[at(v)];
    if (v >= model->rows()) continue;
    if (model->integer_fields())
      pairs.scan_row(
          v, [f = integer_field.data()](Index j, auto q) { f[j] += static_cast<std::int32_t>(q); });
    else
      pairs.scan_row(v,
                     [f = real_field.data()](Index j, auto q) { f[j] += static_cast<double>(q); });
  }
}

double KernelState::energy() const {
  double linear = 0;
  double doubled = 0;  // every pair stands in two fields
  for (Index v = 0; v < model->rows(); ++v) {
    if (!bit(v)) continue;
    linear += model->linear()[v];
    doubled += model->integer_fields() ? integer_field[at(v)] : real_field[at(v)];
  }
  double sum = model->model().objective().constant + linear + model->unit() * (doubled / 2);
  for (std::size_t t = 0; t < residual.size(); ++t)
    sum += model->penalties()[t].strength * residual[t] * residual[t];
  return sum;
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "qubo/model.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace spinsack {
namespace {

constexpr Index max_expanded = 40'000;  // 6.4 GB as 32-bit entries

// The pairs of u with all that follow it; as integers if they are, which takes a fraction of the time.
void add_row(Index u, std::span<const double> row, std::vector<std::int64_t>& whole,
             SymmetricRowsBuilder& pairs) {
  constexpr double exact = 0x1p53;
  bool integral = true;
  for (std::size_t k = 0; k < row.size(); ++k) {
    const double bounded = std::fabs(row[k]) < exact ? row[k] : 0.5;  // no integer
    whole[k] = static_cast<std::int64_t>(bounded);
    integral = integral && static_cast<double>(whole[k]) == bounded;
  }
  if (integral)
    return pairs.add_run(u, u + 1, std::span<const std::int64_t>(whole).first(row.size()));
  for (std::size_t k = 0; k < row.size(); ++k) pairs.add(u, u + 1 + static_cast<Index>(k), row[k]);
}

}  // namespace

QuboModel::QuboModel(QuadraticForm objective, Index size, std::vector<SquaredTerm> penalties)
    : objective_(to_binary(std::move(objective))), size_(size), penalties_(std::move(penalties)) {
  check();
}

void QuboModel::check() const {
  if (size_ < objective_.size() || size_ < 1)
    throw InvalidInstance(
        fmt::format("a model of {} variables with an objective of {}", size_, objective_.size()));
  bool finite_objective = std::isfinite(objective_.constant) && std::isfinite(objective_.unit);
  for (const double q : objective_.linear) finite_objective = finite_objective && std::isfinite(q);
  if (!objective_.pairs.integral())
    objective_.pairs.for_each_pair([&](Index, Index, auto q) {
      finite_objective = finite_objective && std::isfinite(static_cast<double>(q));
    });
  if (!finite_objective)
    throw InvalidInstance("the objective has a coefficient that is not finite");
  if (const auto& limit = objective_.inequality) {
    bool finite = std::isfinite(limit->bound);
    for (const double w : limit->weights) finite = finite && std::isfinite(w);
    if (!finite || limit->weights.size() != objective_.linear.size())
      throw InvalidInstance(
          fmt::format("an inequality of {} weights for {} variables, expected as many finite ones",
                      limit->weights.size(), objective_.size()));
  }
  for (std::size_t t = 0; t < penalties_.size(); ++t) {
    const SquaredTerm& term = penalties_[t];
    if (term.a.size() != at(size_))
      throw InvalidInstance(
          fmt::format("penalty {} has {} coefficients for {} variables", t, term.a.size(), size_));
    bool finite = std::isfinite(term.strength) && std::isfinite(term.b);
    for (const double a : term.a) finite = finite && std::isfinite(a);
    if (!finite) throw InvalidInstance(fmt::format("penalty {} is not finite", t));
  }
}

QuboModel::QuboModel(QuadraticForm form)
    : objective_(to_binary(std::move(form))), size_(objective_.size()) {
  check();
}

double QuboModel::energy(BitView x) const {
  double sum = value_of(objective_, x.first(at(objective_.size())));
  for (const SquaredTerm& term : penalties_) {
    double residual = term.b;
    for (Index v = 0; v < size_; ++v)
      if (x[at(v)] != 0) residual += term.a[at(v)];
    sum += term.strength * residual * residual;
  }
  return sum;
}

// s (a . x + b)^2 = s b^2 + sum_v s a_v (a_v + 2 b) x_v + sum_{u<v} 2 s a_u a_v x_u x_v,  as x_v^2 = x_v.
QuadraticForm QuboModel::expand() const {
  if (size_ > max_expanded && !penalties_.empty())
    throw UsageError(fmt::format(
        "a model of {} variables written out has up to {} terms; at most {} variables allowed. "
        "A smaller slack bound or the encoding 'binary' needs fewer",
        size_, std::int64_t{size_} * (size_ - 1) / 2, max_expanded));
  if (penalties_.empty() && size_ == objective_.size()) return objective_;
  QuadraticForm form;
  form.constant = objective_.constant;
  form.linear = objective_.linear;
  form.linear.resize(at(size_));
  form.inequality = objective_.inequality;
  if (form.inequality) form.inequality->weights.resize(at(size_));
  SymmetricRowsBuilder pairs(size_);
  std::vector<double> row(at(size_));
  std::vector<std::int64_t> whole(at(size_));
  for (const SquaredTerm& term : penalties_) {
    form.constant += term.strength * term.b * term.b;
    for (Index v = 0; v < size_; ++v)
      form.linear[at(v)] += term.strength * term.a[at(v)] * (term.a[at(v)] + 2 * term.b);
  }
  for (Index u = 0; u < size_; ++u) {
    std::fill(row.begin(), row.end(), 0.0);
    if (u < objective_.size())
      objective_.pairs.for_each_in_row(u, [&](Index v, auto value) {
        row[at(v)] = objective_.unit * static_cast<double>(value);
      });
    for (const SquaredTerm& term : penalties_) {
      const double factor = 2 * term.strength * term.a[at(u)];
      if (factor == 0) continue;
      for (Index v = u + 1; v < size_; ++v) row[at(v)] += factor * term.a[at(v)];
    }
    add_row(u, std::span<const double>(row).subspan(at(u) + 1), whole, pairs);
  }
  form.pairs = std::move(pairs).finish();
  return form;
}

std::size_t QuboModel::bytes() const {
  return objective_.pairs.bytes() + objective_.linear.size() * sizeof(double) +
         penalties_.size() * at(size_) * sizeof(double);
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "qubo/model.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace spinsack {
namespace {

constexpr double max_expanded = 40'000.0 * 40'000 / 2;  // couplings: 6.4 GB as 32-bit entries

// How many couplings the squares have, counted apart.
double couplings_of(std::span<const SquaredTerm> terms) {
  double couplings = 0;
  for (const SquaredTerm& term : terms) {
    const auto length = static_cast<double>(term.variables.size());
    couplings += length * (length - 1) / 2;
  }
  return couplings;
}

bool ascending(std::span<const Index> variables, Index size) {
  Index before = -1;
  for (const Index v : variables) {
    if (v <= before || v >= size) return false;
    before = v;
  }
  return true;
}

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

SquaredTerm SquaredTerm::of_all(double strength, std::span<const double> coefficients, double b) {
  SquaredTerm term{strength, {}, {}, b};
  for (std::size_t v = 0; v < coefficients.size(); ++v) {
    if (coefficients[v] == 0) continue;
    term.variables.push_back(static_cast<Index>(v));
    term.a.push_back(coefficients[v]);
  }
  return term;
}

std::vector<double> SquaredTerm::written_out(Index size) const {
  std::vector<double> all(at(size));
  for_each([&](Index v, double coefficient) { all[at(v)] = coefficient; });
  return all;
}

TermsByVariable::TermsByVariable(std::span<const SquaredTerm> terms, Index size)
    : start(at(size) + 1) {
  for (const SquaredTerm& term : terms)
    for (const Index v : term.variables) ++start[at(v) + 1];
  for (std::size_t v = 1; v < start.size(); ++v) start[v] += start[v - 1];
  parts.resize(start.back());
  std::vector<std::size_t> next(start.begin(), start.end() - 1);
  for (std::size_t t = 0; t < terms.size(); ++t)
    terms[t].for_each([&](Index v, double a) { parts[next[at(v)]++] = {t, a}; });
}

QuboModel::QuboModel(QuadraticForm objective, Index size, std::vector<SquaredTerm> penalties,
                     std::vector<Group> groups)
    : objective_(to_binary(std::move(objective))),
      size_(size),
      penalties_(std::move(penalties)),
      groups_(std::move(groups)) {
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
    if (term.a.size() != term.variables.size() || !ascending(term.variables, size_))
      throw InvalidInstance(
          fmt::format("penalty {} has {} coefficients for {} variables, expected variables "
                      "of 0..{} in order",
                      t, term.a.size(), term.variables.size(), size_ - 1));
    bool finite = std::isfinite(term.strength) && std::isfinite(term.b);
    for (const double a : term.a) finite = finite && std::isfinite(a);
    if (!finite) throw InvalidInstance(fmt::format("penalty {} is not finite", t));
  }
  check_groups(groups_, size_);
}

QuboModel::QuboModel(QuadraticForm form)
    : objective_(to_binary(std::move(form))), size_(objective_.size()) {
  check();
}

void QuboModel::set_groups(std::vector<Group> groups) {
  check_groups(groups, size_);
  groups_ = std::move(groups);
}

double QuboModel::energy(BitView x) const {
  double sum = value_of(objective_, x.first(at(objective_.size())));
  for (const SquaredTerm& term : penalties_) {
    double residual = term.b;
    term.for_each([&](Index v, double a) {
      if (x[at(v)] != 0) residual += a;
    });
    sum += term.strength * residual * residual;
  }
  return sum;
}

// s (a . x + b)^2 = s b^2 + sum_v s a_v (a_v + 2 b) x_v + sum_{u<v} 2 s a_u a_v x_u x_v,  as x_v^2 = x_v.
QuadraticForm QuboModel::expand() const {
  if (couplings_of(penalties_) > max_expanded)
    throw UsageError(fmt::format(
        "a model of {} variables written out has up to {:.0f} terms; at most {:.0f} allowed. "
        "A smaller slack bound or the encoding 'binary' needs fewer",
        size_, couplings_of(penalties_), max_expanded));
  if (penalties_.empty() && size_ == objective_.size()) return objective_;
  QuadraticForm form;
  form.constant = objective_.constant;
  form.linear = objective_.linear;
  form.linear.resize(at(size_));
  form.inequality = objective_.inequality;
  if (form.inequality) form.inequality->weights.resize(at(size_));
  for (const SquaredTerm& term : penalties_) {
    form.constant += term.strength * term.b * term.b;
    term.for_each(
        [&](Index v, double a) { form.linear[at(v)] += term.strength * a * (a + 2 * term.b); });
  }
  // One row at a time, right of the diagonal: the objective's entry first, then the terms in their order.
  SymmetricRowsBuilder pairs(size_);
  const TermsByVariable by_variable(penalties_, size_);
  std::vector<double> row(at(size_));
  std::vector<std::int64_t> whole(at(size_));
  std::vector<Index> touched;
  for (Index u = 0; u < size_; ++u) {
    if (u < objective_.size())
      objective_.pairs.for_each_in_row(u, [&](Index v, auto value) {
        if (v < u) return;
        row[at(v)] = objective_.unit * static_cast<double>(value);
        touched.push_back(v);
      });
    for (const TermsByVariable::Part& part : by_variable.of(u)) {
      const SquaredTerm& term = penalties_[part.term];
      const double factor = 2 * term.strength * part.a;
      const auto above = std::ranges::upper_bound(term.variables, u) - term.variables.begin();
      for (auto e = static_cast<std::size_t>(above); e < term.variables.size(); ++e) {
        row[at(term.variables[e])] += factor * term.a[e];
        touched.push_back(term.variables[e]);
      }
    }
    const auto right = std::span(row).subspan(at(u) + 1);
    if (2 * touched.size() >= right.size()) {
      add_row(u, right, whole, pairs);
      std::ranges::fill(right, 0.0);
    } else {
      for (const Index v : touched) {
        if (row[at(v)] != 0) pairs.add(u, v, row[at(v)]);
        row[at(v)] = 0;
      }
    }
    touched.clear();
  }
  form.pairs = std::move(pairs).finish();
  return form;
}

std::size_t QuboModel::bytes() const {
  std::size_t terms = groups_.size() * sizeof(Group);
  for (const SquaredTerm& term : penalties_)
    terms += term.variables.size() * (sizeof(Index) + sizeof(double));
  return objective_.pairs.bytes() + objective_.linear.size() * sizeof(double) + terms;
}

}  // namespace spinsack

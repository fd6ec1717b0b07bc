// SPDX-License-Identifier: Apache-2.0
#include "qubo/narrow_squares.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

constexpr std::size_t few_squares = 2;
// Ten looks for a flip, and four at a time: a square of c variables costs size / 4 per sweep, its couplings c^2 / 10.
constexpr double looks_per_coupling = 2.5;
constexpr double finest_part = 64;  // of the unit, for integer couplings

// The number, if rounding is all that keeps it from a whole one.
std::optional<double> whole(double number) {
  const double nearest = std::nearbyint(number);
  if (!(std::fabs(number) < 0x1p53) || std::fabs(number - nearest) > 1e-12 * std::fabs(number))
    return std::nullopt;
  return nearest;
}

// The least m for which every 2 s_t a_tu a_tv is a multiple of unit / m; 0 if there is none. The a of narrow terms are
// whole numbers more often than not, so the strengths alone are looked at.
double parts_of_unit(const std::vector<const SquaredTerm*>& narrow, double unit) {
  for (double parts = 1; parts <= finest_part; ++parts) {
    bool good = true;
    for (const SquaredTerm* const term : narrow) {
      good = good && whole(2 * term->strength * parts / unit).has_value();
      for (const double a : term->a) good = good && std::trunc(a) == a;
      if (!good) break;
    }
    if (good) return parts;
  }
  return 0;
}

class CouplingSum {
 public:
  CouplingSum(const QuadraticForm& objective, Index size, double parts)
      : unit_(parts > 0 ? objective.unit / parts : 1), exact_(parts > 0), pairs_(size) {
    objective.pairs.for_each_pair([&](Index u, Index v, auto q) {
      const double value =
          exact_ ? parts * static_cast<double>(q) : objective.unit * static_cast<double>(q);
      pairs_.add(u, v, value);
    });
  }

  void add(const SquaredTerm& term) {
    const double factor = 2 * term.strength / unit_;
    const double used = exact_ ? std::nearbyint(factor) : factor;
    for (std::size_t e = 0; e < term.variables.size(); ++e)
      for (std::size_t f = e + 1; f < term.variables.size(); ++f)
        pairs_.add(term.variables[e], term.variables[f], used * term.a[e] * term.a[f]);
  }
  double unit() const { return unit_; }
  SymmetricRows finish() { return std::move(pairs_).finish(); }

 private:
  double unit_;
  bool exact_;
  SymmetricRowsBuilder pairs_;
};

}  // namespace

bool is_wide(const QuboModel& model, const SquaredTerm& term) {
  const auto length = static_cast<double>(term.variables.size());
  return model.penalties().size() <= few_squares ||
         length * length > looks_per_coupling * model.size();
}

std::optional<QuboModel> with_narrow_squares_written_out(const QuboModel& model) {
  std::vector<const SquaredTerm*> narrow;
  std::vector<SquaredTerm> wide;
  for (const SquaredTerm& term : model.penalties()) {
    if (is_wide(model, term))
      wide.push_back(term);
    else
      narrow.push_back(&term);
  }
  if (narrow.empty()) return std::nullopt;
  const QuadraticForm& objective = model.objective();
  QuadraticForm form;
  form.constant = objective.constant;
  form.linear = objective.linear;
  form.linear.resize(at(model.size()));
  form.inequality = objective.inequality;
  if (form.inequality) form.inequality->weights.resize(at(model.size()));
  CouplingSum pairs(objective, model.size(),
                    objective.pairs.integral() ? parts_of_unit(narrow, objective.unit) : 0);
  for (const SquaredTerm* const term : narrow) {
    form.constant += term->strength * term->b * term->b;
    term->for_each(
        [&](Index v, double a) { form.linear[at(v)] += term->strength * a * (a + 2 * term->b); });
    pairs.add(*term);
  }
  form.unit = pairs.unit();
  form.pairs = pairs.finish();
  return QuboModel(std::move(form), model.size(), std::move(wide),
                   {model.groups().begin(), model.groups().end()});
}

}  // namespace spinsack

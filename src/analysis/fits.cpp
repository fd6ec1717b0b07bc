// SPDX-License-Identifier: Apache-2.0
#include "analysis/fits.hpp"

#include "statistics/bootstrap.hpp"
#include "statistics/penalty_fit.hpp"
#include "statistics/power_law.hpp"

#include <array>
#include <cmath>
#include <set>
#include <string>
#include <utility>

namespace spinsack {
namespace {

constexpr std::array<std::pair<const char*, double StageSeconds::*>, 5> stages{
    {{"formulate", &StageSeconds::formulate},
     {"machine", &StageSeconds::machine},
     {"repair", &StageSeconds::repair},
     {"improve", &StageSeconds::improve},
     {"total", &StageSeconds::total}}};

struct InstanceTimes {
  double n = 0;
  StageSeconds seconds;
};

// By series, at the chosen strengths, which is what tables and figures show.
std::vector<std::vector<InstanceTimes>> mean_times(const Analysis& analysis) {
  std::vector<std::vector<InstanceTimes>> times(analysis.series.size());
  for (const std::size_t c : analysis.chosen) {
    const PointResult& point = analysis.points[c];
    times[point.series].push_back(
        {static_cast<double>(analysis.instances[point.instance].n), point.seconds});
  }
  return times;
}

// Instances that it solves say nothing about strengths.
std::set<std::size_t> solved_by_greedy(const Analysis& analysis) {
  std::set<std::size_t> solved;
  for (const PointResult& point : analysis.points)
    if (is_paper_greedy(analysis.series[point.series]) && point.hits > 0)
      solved.insert(point.instance);
  return solved;
}

using CoefficientOf = double (*)(const PenaltyFit&);

// Intervals of all coefficients. The same seed draws the same samples, so the fits of the first coefficient
// serve the others.
class BootstrapFits {
 public:
  explicit BootstrapFits(std::span<const PenaltyPoint> points) : points_(points) {}

  PenaltyRegression::Coefficient coefficient(double value, double standard_error,
                                             CoefficientOf part) {
    std::size_t next = 0;
    const auto refit = [&](std::span<const std::size_t> indices) -> std::optional<double> {
      if (next == fits_.size()) fits_.push_back(fit(indices));
      const std::optional<PenaltyFit>& found = fits_[next++];
      return found ? std::optional(part(*found)) : std::nullopt;
    };
    PenaltyRegression::Coefficient result{value, standard_error, {}};
    if (const auto spread = bootstrap(points_.size(), refit)) result.bootstrap = spread->interval;
    return result;
  }

 private:
  std::optional<PenaltyFit> fit(std::span<const std::size_t> indices) const {
    std::vector<PenaltyPoint> sample;
    for (const std::size_t i : indices) sample.push_back(points_[i]);
    return fit_penalty(sample);
  }

  std::span<const PenaltyPoint> points_;
  std::vector<std::optional<PenaltyFit>> fits_;
};

// The interval of A holds as many standard errors of log A as that of an exponent holds of its own.
double error_of_log_factor(const PenaltyFit& fit) {
  if (fit.n.standard_error <= 0) return 0;
  const double errors = (fit.n.interval.high - fit.n.interval.low) / fit.n.standard_error;
  return std::log(fit.factor_interval.high / fit.factor_interval.low) / errors;
}

}  // namespace

// The paper's Greedy: the greedy method, in the form that removes items.
bool is_paper_greedy(const Series& series) {
  const auto form = series.parameters.find("variant");
  return series.method == "greedy" &&
         (form == series.parameters.end() || form->second == "removal");
}

std::vector<StagePowerLaw> stage_power_laws(const Analysis& analysis) {
  const auto times = mean_times(analysis);
  std::vector<StagePowerLaw> laws;
  for (std::size_t series = 0; series < times.size(); ++series)
    for (const auto& [name, stage] : stages) {
      std::vector<double> sizes;
      std::vector<double> seconds;
      for (const InstanceTimes& instance : times[series]) {
        if (instance.seconds.*stage <= 0) continue;
        sizes.push_back(instance.n);
        seconds.push_back(instance.seconds.*stage);
      }
      const auto law = fit_power_law(sizes, seconds);
      if (!law) continue;
      laws.push_back({.series = series,
                      .stage = name,
                      .exponent = law->exponents.front().value,
                      .standard_error = law->exponents.front().standard_error,
                      .constant = law->factor});
    }
  return laws;
}

std::vector<PenaltyRegression> penalty_regressions(const Analysis& analysis) {
  std::vector<std::set<std::string>> strengths(analysis.series.size());
  for (const PointResult& point : analysis.points)
    if (point.lambda) strengths[point.series].insert(point.strength);
  const std::set<std::size_t> easy = solved_by_greedy(analysis);
  std::vector<PenaltyRegression> regressions;
  for (std::size_t series = 0; series < strengths.size(); ++series) {
    if (strengths[series].size() < 2) continue;
    std::vector<PenaltyPoint> points;
    for (const std::size_t c : analysis.chosen) {
      const PointResult& point = analysis.points[c];
      if (point.series != series || !point.lambda || easy.contains(point.instance)) continue;
      const InstanceRecord& instance = analysis.instances[point.instance];
      if (instance.density <= 0 || instance.tightness <= 0 || *point.lambda <= 0) continue;
      points.push_back(
          {static_cast<double>(instance.n), instance.density, instance.tightness, *point.lambda});
    }
    const auto fit = fit_penalty(points);
    if (!fit) continue;
    BootstrapFits fits(points);
    const auto part = [&](const Coefficient& c, CoefficientOf of) {
      return fits.coefficient(c.value, c.standard_error, of);
    };
    regressions.push_back(
        {.series = series,
         .instances = static_cast<std::int64_t>(points.size()),
         .a = fits.coefficient(fit->factor, error_of_log_factor(*fit),
                               [](const PenaltyFit& f) { return f.factor; }),
         .n = part(fit->n, [](const PenaltyFit& f) { return f.n.value; }),
         .density = part(fit->density, [](const PenaltyFit& f) { return f.density.value; }),
         .tightness = part(fit->tightness, [](const PenaltyFit& f) { return f.tightness.value; }),
         .r_squared = fit->r_squared});
  }
  return regressions;
}

}  // namespace spinsack

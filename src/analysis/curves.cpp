// SPDX-License-Identifier: Apache-2.0
#include "analysis/curves.hpp"

#include "statistics/summary.hpp"

#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

namespace spinsack {
namespace {

// What a strength stands for over many instances: its number if that is the same for all, else a of scale:a.
class StrengthAxis {
 public:
  void add(const PointResult& point) {
    if (!point.lambda) return;
    const auto [place, fresh] = numbers_.try_emplace(point.strength, point.lambda);
    if (!fresh && place->second != point.lambda) place->second = std::nullopt;
  }

  std::optional<double> x_of(const std::string& strength) const {
    constexpr std::string_view scale = "scale:";
    if (strength.starts_with(scale)) {
      double a = 0;
      const char* const end = strength.data() + strength.size();
      const auto [stop, fault] = std::from_chars(strength.data() + scale.size(), end, a);
      return fault == std::errc() && stop == end ? std::optional(a) : std::nullopt;
    }
    const auto place = numbers_.find(strength);
    return place == numbers_.end() ? std::nullopt : place->second;
  }

  std::size_t strengths() const { return numbers_.size(); }

 private:
  std::map<std::string, std::optional<double>> numbers_;
};

struct CurveSum {
  CurvePoint point;
  std::int64_t feasible = 0;
  std::vector<double> gaps;
};

}  // namespace

std::vector<CurvePoint> strength_curves(const Analysis& analysis) {
  std::vector<StrengthAxis> axes(analysis.series.size());
  for (const PointResult& point : analysis.points) axes[point.series].add(point);

  std::map<std::tuple<std::size_t, Index, double, std::string>, CurveSum> sums;
  for (const PointResult& point : analysis.points) {
    const StrengthAxis& axis = axes[point.series];
    const std::optional<double> x = axis.x_of(point.strength);
    if (axis.strengths() < 2 || !x) continue;
    const Index n = analysis.instances[point.instance].n;
    CurveSum& sum = sums[{point.series, n, *x, point.strength}];
    sum.point.series = point.series;
    sum.point.n = n;
    sum.point.strength = point.strength;
    sum.point.x = *x;
    ++sum.point.instances;
    sum.point.with_feasible += point.feasible > 0 ? 1 : 0;
    sum.point.runs += point.runs;
    sum.feasible += point.feasible;
    if (point.gap) sum.gaps.push_back(*point.gap);
  }
  std::vector<CurvePoint> curves;
  for (auto& [key, sum] : sums) {
    sum.point.feasible_share = sum.point.runs == 0 ? 0
                                                   : static_cast<double>(sum.feasible) /
                                                         static_cast<double>(sum.point.runs);
    sum.point.mean_gap = mean(sum.gaps);
    curves.push_back(std::move(sum.point));
  }
  return curves;
}

}  // namespace spinsack

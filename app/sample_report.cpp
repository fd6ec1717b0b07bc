// SPDX-License-Identifier: Apache-2.0
#include "sample_report.hpp"

#include "core/relative_gap.hpp"
#include "terminal/percent.hpp"
#include "terminal/seconds_text.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace spinsack::cli {
namespace {

constexpr std::size_t shown_samples = 5;

// Feasible ones by value; behind them the others, by how little they exceed the capacity.
bool better(const TracedSample& a, const TracedSample& b) {
  const Evaluation& x = a.final();
  const Evaluation& y = b.final();
  if (x.feasible != y.feasible) return x.feasible;
  return x.feasible ? x.profit > y.profit : x.load < y.load;
}

std::vector<std::size_t> columns_from(std::size_t first, std::size_t end) {
  std::vector<std::size_t> columns;
  for (std::size_t k = first; k < end; ++k) columns.push_back(k);
  return columns;
}

}  // namespace

void SampleReport::count(Stage& stage, const TraceRow& row, std::int64_t occurrences) const {
  stage.seconds += row.seconds;
  if (!row.after.feasible) return;
  stage.best = stage.feasible == 0 ? row.after.profit : std::max(stage.best, row.after.profit);
  stage.feasible += occurrences;
  stage.sum += static_cast<double>(row.after.profit) * static_cast<double>(occurrences);
}

void SampleReport::add(TracedSample sample) {
  const std::vector<TraceRow>& rows = sample.trace.rows;
  if (stages_.empty())
    for (const TraceRow& row : rows) stages_.push_back({.name = row.step});
  reads_ += sample.occurrences;
  for (std::size_t k = 0; k < rows.size(); ++k) count(stages_[k], rows[k], sample.occurrences);
  const auto place = std::upper_bound(best_.begin(), best_.end(), sample, better);
  best_.insert(place, std::move(sample));
  if (best_.size() > shown_samples) best_.pop_back();
}

const TracedSample* SampleReport::best() const {
  return best_.empty() || !best_.front().final().feasible ? nullptr : &best_.front();
}

// "35", or "60, 4 over" where the load exceeds the capacity.
std::string SampleReport::value_text(const TraceRow& row) const {
  std::string text = instance_.profit_text(row.after.profit);
  if (!row.after.feasible)
    text += fmt::format(", {} over", instance_.weight_text(row.after.load - instance_.capacity()));
  return text;
}

std::string SampleReport::step_table() const {
  const double unit = std::pow(10.0, instance_.profit_digits());
  std::vector<std::vector<std::string>> rows{{"step", "feasible", "best", "mean"}};
  if (best_known_) rows[0].emplace_back("below best known");
  for (const Stage& stage : stages_) {
    const auto feasible = static_cast<double>(stage.feasible);
    rows.push_back({std::string(stage.name), percent(feasible / static_cast<double>(reads_))});
    std::vector<std::string>& row = rows.back();
    row.push_back(stage.feasible == 0 ? "-" : instance_.profit_text(stage.best));
    row.push_back(stage.feasible == 0 ? "-" : fmt::format("{:.2f}", stage.sum / feasible / unit));
    if (best_known_)
      row.push_back(stage.feasible == 0 ? "-" : percent(relative_gap(*best_known_, stage.best)));
  }
  return table(rows, columns_from(1, rows[0].size()), 2);
}

std::string SampleReport::best_table() const {
  std::vector<std::vector<std::string>> rows{{"sample", "times"}};
  for (const Stage& stage : stages_) rows[0].emplace_back(stage.name);
  rows[0].emplace_back("load");
  for (const TracedSample& sample : best_) {
    rows.push_back({std::to_string(sample.number), std::to_string(sample.occurrences)});
    for (const TraceRow& row : sample.trace.rows) rows.back().push_back(value_text(row));
    rows.back().push_back(instance_.weight_text(sample.final().load));
  }
  return table(rows, columns_from(0, rows[0].size()), 2);
}

std::string SampleReport::text() const { return step_table() + "\n" + best_table(); }

std::string SampleReport::times() const {
  std::string text;
  for (const Stage& stage : stages_)
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : ", ", stage.name, seconds_text(stage.seconds));
  return text;
}

}  // namespace spinsack::cli

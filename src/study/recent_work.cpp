// SPDX-License-Identifier: Apache-2.0
#include "study/recent_work.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

namespace spinsack {
namespace {

// Records say when a cell began in whole seconds, so any moment of that second may have been the one.
constexpr double stamp_width = 1;

std::optional<int> digits_at(std::string_view text, std::size_t place, std::size_t count) {
  const std::string_view part = text.substr(place, count);
  int value = 0;
  const auto [end, fault] = std::from_chars(part.data(), part.data() + part.size(), value);
  if (fault != std::errc() || end != part.data() + part.size() || value < 0) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::int64_t> seconds_since_epoch(std::string_view time) {
  constexpr std::string_view form = "0000-00-00T00:00:00Z";
  if (time.size() != form.size()) return std::nullopt;
  for (std::size_t i = 0; i < form.size(); ++i)
    if (form[i] != '0' && form[i] != time[i]) return std::nullopt;
  const auto year = digits_at(time, 0, 4);
  const auto month = digits_at(time, 5, 2);
  const auto day = digits_at(time, 8, 2);
  const auto hour = digits_at(time, 11, 2);
  const auto minute = digits_at(time, 14, 2);
  const auto second = digits_at(time, 17, 2);
  if (!year || !month || !day || !hour || !minute || !second) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  const auto days = std::chrono::sys_days(date).time_since_epoch().count();
  return std::int64_t{days} * 86400 + *hour * 3600 + *minute * 60 + *second;
}

void RecentWork::add(const CellRecord& record) {
  const std::optional<std::int64_t> began = seconds_since_epoch(record.started);
  if (!began) return;
  Span span{.begin = static_cast<double>(*began)};
  for (const RunRecord& run : record.runs)
    if (std::isfinite(run.seconds) && run.seconds > 0) span.work += run.seconds;
  span.end = span.begin + span.work;
  spans_.push(span);
  if (spans_.size() > most_) spans_.pop();
}

std::optional<RecentWork::Speed> RecentWork::speed() const {
  if (spans_.empty()) return std::nullopt;
  std::vector<Span> spans;
  for (auto rest = spans_; !rest.empty(); rest.pop()) spans.push_back(rest.top());
  std::ranges::sort(spans, {}, &Span::begin);
  double busy = 0;  // length of the union of all spans
  double work = 0;
  double covered = spans.front().begin;  // up to here
  for (const Span& span : spans) {
    const double end = span.end + stamp_width;
    busy += std::max(0.0, end - std::max(covered, span.begin));
    covered = std::max(covered, end);
    work += span.work;
  }
  return Speed{.cells_per_second = static_cast<double>(spans.size()) / busy,
               .at_once = work / busy};
}

}  // namespace spinsack

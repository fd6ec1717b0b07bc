// SPDX-License-Identifier: Apache-2.0
#include "report/paper.hpp"

#include "analysis/number_text.hpp"
#include "core/split.hpp"
#include "data/embedded.hpp"
#include "report/paper_summaries.hpp"
#include "statistics/bootstrap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {
namespace {

using namespace number_text;

template <class T>
std::optional<T> optional_number(std::string_view cell, std::string_view row) {
  if (cell.empty()) return {};
  T value{};
  const char* const end = cell.data() + cell.size();
  const auto [after, status] = std::from_chars(cell.data(), end, value);
  if (status != std::errc{} || after != end)
    throw std::logic_error(fmt::format("data/paper: cannot use the row '{}'", row));
  return value;
}

std::vector<PaperResult> parse_results() {
  std::vector<PaperResult> results;
  for (const std::string_view table : {data::paper_sa_medium, data::paper_encodings_medium,
                                       data::paper_ae_medium, data::paper_ae_large}) {
    const std::vector<std::string_view> rows = text::split(table, '\n');
    for (const std::string_view row : std::span(rows).subspan(1)) {  // behind the heading
      if (row.empty()) continue;
      const std::vector<std::string_view> cells = text::split(row, ',');
      if (cells.size() != 7)
        throw std::logic_error(fmt::format("data/paper: cannot use the row '{}'", row));
      results.push_back({.series = cells[0],
                         .instance = cells[1],
                         .strength = cells[2],
                         .feasible_share = optional_number<double>(cells[3], row),
                         .mean = optional_number<double>(cells[4], row),
                         .best = optional_number<Profit>(cells[5], row),
                         .success = optional_number<double>(cells[6], row)});
    }
  }
  std::stable_sort(results.begin(), results.end(), [](const PaperResult& a, const PaperResult& b) {
    return std::pair(a.series, a.instance) < std::pair(b.series, b.instance);
  });
  return results;
}

std::string difference(const std::optional<double>& ours, const std::optional<double>& theirs,
                       int digits) {
  if (!ours || !theirs) return undefined;
  const double value = *ours - *theirs;
  const std::string text = fmt::format("{:+.{}f}", value, digits);
  return text.find_first_not_of("+-0.") == std::string::npos ? "0" : text;
}

std::optional<double> real(const std::optional<Profit>& value) {
  return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

std::optional<double> gap_of(const std::optional<Profit>& value, Profit best_known) {
  if (!value || best_known == 0) return {};
  return 100 * static_cast<double>(best_known - *value) / static_cast<double>(best_known);
}

struct Pair {
  const PointResult* ours = nullptr;
  const PaperResult* theirs = nullptr;
  const InstanceRecord* instance = nullptr;
};

std::vector<Pair> pairs_of(const Analysis& analysis) {
  std::vector<Pair> pairs;
  for (const std::size_t chosen : analysis.chosen) {
    const PointResult& point = analysis.points[chosen];
    const InstanceRecord& instance = analysis.instances[point.instance];
    if (!instance.best_known) continue;
    const PaperResult* const theirs =
        find_paper_result(published_series(analysis.series[point.series]), instance.name);
    if (theirs != nullptr) pairs.push_back({&point, theirs, &instance});
  }
  return pairs;
}

// Counts and means of one side over the instances of a group.
struct Side {
  std::int64_t solved = 0;
  std::int64_t with_gap = 0;
  double gaps = 0;

  void add(const std::optional<Profit>& best, Profit best_known) {
    if (const auto value = gap_of(best, best_known)) {
      ++with_gap;
      gaps += *value;
      if (*best >= best_known) ++solved;
    }
  }
  std::optional<double> mean_gap() const {
    return with_gap > 0 ? std::optional(gaps / static_cast<double>(with_gap)) : std::nullopt;
  }
};

// Ours and theirs over the instances of a group.
struct Both {
  std::string_view published;
  std::vector<const Pair*> pairs;

  Side side(std::span<const std::size_t> members, bool ours) const {
    Side side;
    for (const std::size_t m : members) {
      const Pair& pair = *pairs[m];
      side.add(ours ? pair.ours->best : pair.theirs->best, *pair.instance->best_known);
    }
    return side;
  }
  // Of the difference, had the group been another sample of such instances.
  template <class Statistic>
  std::optional<Interval> interval(Statistic statistic) const {
    const auto difference = [&](std::span<const std::size_t> members) -> std::optional<double> {
      const std::optional<double> ours = statistic(side(members, true));
      const std::optional<double> theirs = statistic(side(members, false));
      return ours && theirs ? std::optional(*ours - *theirs) : std::nullopt;
    };
    const std::optional<Bootstrap> found = bootstrap(pairs.size(), difference);
    return found ? std::optional(found->interval) : std::nullopt;
  }
};

constexpr Index all_sizes = std::numeric_limits<Index>::max();

TextTable group_table(const Analysis& analysis, const std::vector<Pair>& pairs) {
  TextTable table{
      .name = "published_groups",
      .title = "Ours beside the published results, per group",
      .notes = {"Over the instances that both have; gaps in percent over those with a "
                "feasible run. The published machine and budget differ from ours.",
                "95 %: bootstrap interval of the difference, over the instances of the group."},
      .header = {"series", "n_d", "published series", "instances", "solved", "published",
                 "difference in solved", "95 % of solved", "mean gap", "published gap",
                 "difference in gap", "95 % of gap"},
      .keys = 3};
  std::map<std::tuple<std::size_t, Index, double>, Both> groups;
  for (const Pair& pair : pairs) {
    const std::size_t series = pair.ours->series;
    for (const auto& [n, fact] : {std::pair(pair.instance->n, group_fact(*pair.instance).number),
                                  std::pair(all_sizes, 0.0)}) {
      Both& both = groups[{series, n, fact}];
      both.published = pair.theirs->series;
      both.pairs.push_back(&pair);
    }
  }
  for (const auto& [key, both] : groups) {
    const auto [series, n, fact] = key;
    std::vector<std::size_t> everyone(both.pairs.size());
    std::iota(everyone.begin(), everyone.end(), 0);
    const Side ours = both.side(everyone, true);
    const Side theirs = both.side(everyone, false);
    const auto solved = [](const Side& side) { return real(side.solved); };
    const auto mean_gap = [](const Side& side) { return side.mean_gap(); };
    table.rows.push_back(
        {series_title(analysis, series), n == all_sizes ? "all" : group_name(n, fact),
         std::string(both.published), integer(std::ssize(both.pairs)), integer(ours.solved),
         integer(theirs.solved), difference(real(ours.solved), real(theirs.solved), 0),
         interval(both.interval(solved)), gap(ours.mean_gap()), gap(theirs.mean_gap()),
         difference(ours.mean_gap(), theirs.mean_gap(), 4), interval(both.interval(mean_gap))});
  }
  return table;
}

TextTable instance_pairs_table(const Analysis& analysis, const std::vector<Pair>& pairs) {
  TextTable table{.name = "published_instances",
                  .title = "Ours beside the published results, per instance",
                  .notes = {"FS: share of feasible runs, SR: success rate."},
                  .header = {"series", "instance", "published series", "best known", "best",
                             "published best", "difference in best", "mean", "published mean", "FS",
                             "published FS", "SR", "published SR", "lambda", "published lambda"},
                  .keys = 3};
  for (const Pair& pair : pairs) {
    const PointResult& ours = *pair.ours;
    const PaperResult& theirs = *pair.theirs;
    const auto share = static_cast<double>(ours.feasible) / static_cast<double>(ours.runs);
    table.rows.push_back({series_title(analysis, ours.series), pair.instance->name,
                          std::string(theirs.series), integer(pair.instance->best_known),
                          integer(ours.best), integer(theirs.best),
                          difference(real(ours.best), real(theirs.best), 0), fixed(ours.mean, 2),
                          fixed(theirs.mean, 2), fixed(share, 2), fixed(theirs.feasible_share, 2),
                          fixed(ours.success, 2), fixed(theirs.success, 2),
                          ours.strength.empty() ? undefined : ours.strength,
                          theirs.strength.empty() ? undefined : std::string(theirs.strength)});
  }
  return table;
}

}  // namespace

std::span<const PaperResult> paper_results() {
  static const std::vector<PaperResult> results = parse_results();
  return results;
}

const PaperResult* find_paper_result(std::string_view series, std::string_view instance) {
  const std::span<const PaperResult> all = paper_results();
  const auto key = std::pair(series, instance);
  const auto place = std::lower_bound(all.begin(), all.end(), key,
                                      [](const PaperResult& result, const auto& wanted) {
                                        return std::pair(result.series, result.instance) < wanted;
                                      });
  return place != all.end() && std::pair(place->series, place->instance) == key ? &*place : nullptr;
}

std::vector<TextTable> paper_tables(const Analysis& analysis) {
  std::vector<TextTable> tables;
  if (const std::vector<Pair> pairs = pairs_of(analysis); !pairs.empty())
    tables = {group_table(analysis, pairs), instance_pairs_table(analysis, pairs)};
  std::ranges::move(paper_summary_tables(analysis), std::back_inserter(tables));
  return tables;
}

}  // namespace spinsack

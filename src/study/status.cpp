// SPDX-License-Identifier: Apache-2.0
#include "study/status.hpp"

#include "record/record_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace spinsack {
namespace {

constexpr std::size_t most_told = 1000;

// Each attempt begins with the answers of the one before, so the longest has them all.
void keep_longest(std::map<std::string, CellRecord>& records, const CellRecord& record) {
  if (std::ranges::none_of(record.runs, [](const RunRecord& run) { return run.error.empty(); }))
    return;
  const auto [place, first] = records.try_emplace(record.cell, record);
  if (!first && place->second.runs.size() < record.runs.size()) place->second = record;
}

}  // namespace

// Finds cells by their names.
class CellFinder {
 public:
  explicit CellFinder(const std::vector<Cell>& cells) {
    places_.reserve(cells.size());
    for (const Cell& cell : cells)
      places_.emplace_back(cell.id, static_cast<std::uint32_t>(places_.size()));
    std::ranges::sort(places_);
  }

  std::optional<std::size_t> find(std::string_view name) const {
    const std::optional<CellId> id = parse_cell_id(name);
    if (!id) return std::nullopt;
    const auto place = std::ranges::lower_bound(places_, *id, {}, &Place::first);
    if (place == places_.end() || place->first != *id) return std::nullopt;
    return place->second;
  }

 private:
  using Place = std::pair<CellId, std::uint32_t>;
  std::vector<Place> places_;  // by name
};

struct StatusCount::State {
  explicit State(const std::vector<Cell>& all) : cells(&all), finder(all), failed(all.size()) {
    status.cells = all.size();
    status.finished.resize(all.size());
  }

  const std::vector<Cell>* cells;
  CellFinder finder;
  StudyStatus status;
  std::vector<bool> failed;
  std::map<std::string, std::string> errors;  // by cell, of those that are told

  void add_failure(std::size_t cell, const CellRecord& record) {
    failed[cell] = true;
    if (status.finished[cell]) return;
    keep_longest(status.cut_short, record);
    errors[record.cell] =
        fmt::format("{} with {}: {}", record.instance.name, record.label, record.error);
    if (errors.size() > most_told) errors.erase(std::prev(errors.end()));
  }

  void add_done(std::size_t cell, const CellRecord& record) {
    status.finished[cell] = true;
    ++status.done;
    if (failed[cell]) errors.erase(record.cell);
    status.cut_short.erase(record.cell);
    status.runs += static_cast<std::int64_t>(record.runs.size());
    for (const RunRecord& run : record.runs) {
      status.seconds += run.seconds;
      if (!run.error.empty()) ++status.unanswered;
    }
  }
};

StatusCount::StatusCount(const std::vector<Cell>& cells) : state_(std::make_unique<State>(cells)) {}
StatusCount::~StatusCount() = default;

const Cell* StatusCount::add(const CellRecord& record) {
  const std::optional<std::size_t> cell = state_->finder.find(record.cell);
  if (!cell) {
    ++state_->status.unplanned;
  } else if (!record.error.empty()) {
    state_->add_failure(*cell, record);
  } else if (!state_->status.finished[*cell]) {
    state_->add_done(*cell, record);
    return &(*state_->cells)[*cell];
  }
  return nullptr;
}

void StatusCount::add_damaged(const std::string& remark) {
  StudyStatus& status = state_->status;
  if (++status.damaged <= most_told) status.remarks.push_back(remark);
}

StudyStatus StatusCount::finish(const std::string& folder) {
  StudyStatus status = std::move(state_->status);
  for (std::size_t cell = 0; cell < status.cells; ++cell)
    if (state_->failed[cell] && !status.finished[cell]) ++status.failing;
  for (auto& [cell, error] : state_->errors) status.failures.push_back(std::move(error));
  status.spending = SpendBook(folder).spending();
  return status;
}

StudyStatus status_of(const std::string& folder, const std::vector<Cell>& cells) {
  StatusCount count(cells);
  scan_records(
      folder, [&](CellRecord&& record) { count.add(record); },
      [&](const std::string& remark) { count.add_damaged(remark); });
  return count.finish(folder);
}

}  // namespace spinsack

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

// Each attempt begins with the answers of the one before, so the longest has them all.
void keep_longest(std::map<std::string, CellRecord>& records, const CellRecord& record) {
  if (std::ranges::none_of(record.runs, [](const RunRecord& run) { return run.error.empty(); }))
    return;
  const auto [place, first] = records.try_emplace(record.cell, record);
  if (!first && place->second.runs.size() < record.runs.size()) place->second = record;
}

}  // namespace

StudyStatus status_of(const std::string& folder, const std::vector<Cell>& cells) {
  StudyStatus status;
  status.cells = cells.size();
  status.finished.resize(cells.size());
  const CellFinder finder(cells);
  std::vector<bool> failed(cells.size());
  std::map<std::string, std::string> errors;  // by cell, of those that are told
  scan_records(
      folder,
      [&](CellRecord&& record) {
        const std::optional<std::size_t> cell = finder.find(record.cell);
        if (!cell) {
          ++status.unplanned;
        } else if (!record.error.empty()) {
          failed[*cell] = true;
          if (status.finished[*cell]) return;
          keep_longest(status.cut_short, record);
          errors[record.cell] =
              fmt::format("{} with {}: {}", record.instance.name, record.label, record.error);
          if (errors.size() > most_told) errors.erase(std::prev(errors.end()));
        } else if (!status.finished[*cell]) {
          status.finished[*cell] = true;
          ++status.done;
          if (failed[*cell]) errors.erase(record.cell);
          status.cut_short.erase(record.cell);
          status.runs += static_cast<std::int64_t>(record.runs.size());
          for (const RunRecord& run : record.runs) status.seconds += run.seconds;
        }
      },
      [&](const std::string& remark) {
        if (++status.damaged <= most_told) status.remarks.push_back(remark);
      });
  for (std::size_t cell = 0; cell < cells.size(); ++cell)
    if (failed[cell] && !status.finished[cell]) ++status.failing;
  for (auto& [cell, error] : errors) status.failures.push_back(std::move(error));
  status.spending = SpendBook(folder).spending();
  return status;
}

}  // namespace spinsack

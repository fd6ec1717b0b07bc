// SPDX-License-Identifier: Apache-2.0
#include "study_output.hpp"

#include "core/json_text.hpp"
#include "study/estimate.hpp"
#include "study_machines.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace spinsack::cli {

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 2 * 86400) return fmt::format("{:.1f} h", seconds / 3600);
  return fmt::format("{:.1f} days", seconds / 86400);
}

std::string bytes_text(double bytes) {
  if (bytes < 1e6) return fmt::format("{:.0f} kB", std::ceil(bytes / 1e3));
  if (bytes < 1e9) return fmt::format("{:.1f} MB", bytes / 1e6);
  return fmt::format("{:.1f} GB", bytes / 1e9);
}

std::string estimate_text(const Plan& plan, const std::vector<Cell>& cells, const Shard& shard,
                          int threads) {
  StudyEstimate total;
  std::size_t owned = 0;
  std::set<std::string> instances;
  std::set<const Setting*> settings;
  const PlannedInstance* last = nullptr;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!shard.owns(i)) continue;
    ++owned;
    total += estimate({&cells[i], 1});
    if (last != cells[i].instance.get()) instances.insert(cells[i].instance->record.name);
    last = cells[i].instance.get();
    settings.insert(cells[i].setting.get());
  }
  const std::string about = total.at_most ? "at most about" : "about";
  std::vector<std::vector<std::string>> rows{
      {"plan", fmt::format("{}, {} form{}", plan.name, plan.form,
                           plan.title.empty() ? "" : ": " + plan.title)},
      {"instances", std::to_string(instances.size())},
      {"settings", std::to_string(settings.size())},
      {"cells", shard.whole() ? std::to_string(cells.size())
                              : fmt::format("{} of {}, shard {}/{}", owned, cells.size(),
                                            shard.number, shard.count)},
      {"runs", std::to_string(total.runs)},
      {"time", fmt::format("{} {} on {} thread{}", about, duration_text(total.seconds / threads),
                           threads, threads == 1 ? "" : "s")},
      {"disk", fmt::format("about {}", bytes_text(total.bytes))}};
  for (const auto& [machine, sent] : requests_by_machine(cells, shard))
    rows.push_back({"to " + machine, requests_text(sent)});
  return table(rows, {}, 2);
}

std::string progress_text(const StudyProgress& progress) {
  return fmt::format("{} of {} cells, about {} left{}", progress.done + progress.failed,
                     progress.cells, duration_text(progress.remaining),
                     progress.failed > 0 ? fmt::format(", {} failed", progress.failed) : "");
}

std::string summary_text(const StudySummary& summary, const std::string& folder) {
  std::string text = fmt::format("{}: {} cells done", folder, summary.done);
  if (summary.before > 0) text += fmt::format(", {} were there already", summary.before);
  if (summary.failed > 0) text += fmt::format(", {} failed", summary.failed);
  if (summary.left > 0) text += fmt::format(", {} left", summary.left);
  if (summary.unanswered > 0)
    text += fmt::format("; {} runs without an answer", summary.unanswered);
  for (const auto& [machine, why] : summary.ended_machines)
    text += fmt::format("; no more requests to '{}', {}: {}", machine, name_of(why.fault()),
                        why.what());
  if (summary.interrupted)
    text += fmt::format("; interrupted, continue with `spinsack study resume {}`", folder);
  return text + "\n";
}

std::vector<std::vector<std::string>> status_rows(const StudyStatus& status) {
  std::vector<std::vector<std::string>> rows{
      {"cells", std::to_string(status.cells)},
      {"done", fmt::format("{}, with {} runs in {} of work{}", status.done, status.runs,
                           duration_text(status.seconds),
                           status.unanswered > 0
                               ? fmt::format("; {} of them without an answer", status.unanswered)
                               : "")},
      {"failing", std::to_string(status.failing)},
      {"left", std::to_string(status.left())}};
  if (status.damaged > 0) rows.push_back({"damaged", fmt::format("{} lines", status.damaged)});
  if (status.unplanned > 0)
    rows.push_back(
        {"other", fmt::format("{} records of cells that are not in the plan", status.unplanned)});
  for (const auto& [machine, spent] : status.spending) {
    std::string words =
        fmt::format("{} requests, {:.6g} machine seconds", spent.requests, spent.seconds);
    if (spent.open > 0) words += fmt::format(", of which {} not settled", spent.open);
    if (!spent.refused.empty() && status.left() > 0)
      words += fmt::format("; cells are left because of the budget: {}", spent.refused);
    rows.push_back({"spent on " + machine, words});
  }
  return rows;
}

std::string status_text(const StudyStatus& status, const std::string& folder) {
  std::string text = folder + "\n" + table(status_rows(status), {}, 2);
  const auto list = [&](const std::vector<std::string>& lines, std::size_t all, const char* what) {
    for (const std::string& line : lines) text += "  " + line + "\n";
    if (all > lines.size()) text += fmt::format("  {} more {}\n", all - lines.size(), what);
  };
  list(status.remarks, status.damaged, "damaged lines");
  list(status.failures, status.failing, "failing cells");
  return text;
}

std::string status_json(const StudyStatus& status, const std::string& folder) {
  const auto count = [](std::size_t value) { return static_cast<std::int64_t>(value); };
  JsonObject json;
  json.text("folder", folder)
      .integer("cells", count(status.cells))
      .integer("done", count(status.done))
      .integer("failing", count(status.failing))
      .integer("left", count(status.left()))
      .integer("damaged", count(status.damaged))
      .integer("other", count(status.unplanned))
      .integer("runs", status.runs)
      .real("seconds", status.seconds);
  if (status.unanswered > 0) json.integer("unanswered", status.unanswered);
  if (!status.spending.empty()) {
    JsonObject machines;
    for (const auto& [machine, spent] : status.spending) {
      JsonObject of;
      of.integer("requests", spent.requests).real("seconds", spent.seconds);
      of.integer("open", spent.open);
      if (!spent.refused.empty() && status.left() > 0) of.text("left", "budget");
      machines.add(machine, of.line());
    }
    json.add("spent", machines.line());
  }
  return json.line();
}

}  // namespace spinsack::cli

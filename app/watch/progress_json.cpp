// SPDX-License-Identifier: Apache-2.0
#include "watch/progress_json.hpp"

#include "core/json_text.hpp"
#include "study_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace spinsack::cli {
namespace {

struct State {
  std::string_view name;  // as the style of the page knows it
  std::string words;
};

// Nobody who is at work at this speed is silent for so long.
double long_silence(const WatchedStudy& study) {
  const double per_cell = study.speed ? 1 / study.speed->cells_per_second : 0;
  return std::max(120.0, 20 * per_cell);
}

State state_of(const WatchProgress& progress, std::int64_t now) {
  const std::string& path = progress.path;
  if (!progress.looked) return {"waiting", fmt::format("Reading the records in {}.", path)};
  if (!progress.trouble.empty() && progress.has_data)
    return {"trouble", fmt::format("{}. Below is what was seen before.", progress.trouble)};
  if (!progress.trouble.empty())
    return {"waiting", fmt::format("Waiting for the records. {}.", progress.trouble)};
  if (progress.studies.empty())
    return {"waiting", fmt::format("Waiting for a study: {} holds none yet.", path)};
  if (!progress.has_data)
    return {"waiting", fmt::format("Waiting for the first record in {}.", path)};
  const auto& studies = progress.studies;
  if (std::ranges::all_of(studies, [](const WatchedStudy& study) {
        return study.status && study.status->left() == 0;
      }))
    return {"complete", "All cells are done."};
  if (std::ranges::all_of(studies, [&](const WatchedStudy& study) {
        return static_cast<double>(now - study.last_written) > long_silence(study);
      }))
    return {"quiet", "No record has come for a while: the study seems to be stopped."};
  return {"running", "This page follows the records as they come."};
}

std::string speed_text(const RecentWork::Speed& speed) {
  const double rate = speed.cells_per_second;
  const std::string pace = rate >= 1          ? fmt::format("{:.3g} cells per second", rate)
                           : rate * 60 >= 1   ? fmt::format("{:.3g} cells per minute", rate * 60)
                           : rate * 3600 >= 1 ? fmt::format("{:.3g} cells per hour", rate * 3600)
                                              : fmt::format("{:.3g} cells per day", rate * 86400);
  return speed.at_once >= 1.05 ? fmt::format("{}, {:.1f} at a time", pace, speed.at_once) : pace;
}

std::string study_json(const WatchedStudy& study, std::int64_t now) {
  std::vector<std::string> facts;
  const auto tell = [&](const std::string& name, const std::string& words) {
    facts.push_back(json_array({json_string(name), json_string(words)}));
  };
  const bool complete = study.status && study.status->left() == 0;
  if (const auto left = study.seconds_left(); left && !complete)
    tell("time left", "about " + duration_text(*left));
  if (study.speed && !complete) tell("speed", speed_text(*study.speed));
  if (study.records > 0)
    tell("last record",
         duration_text(static_cast<double>(std::max<std::int64_t>(0, now - study.last_written))) +
             " ago");
  if (study.status)
    for (const std::vector<std::string>& row : status_rows(*study.status)) tell(row[0], row[1]);
  else
    tell("records", std::to_string(study.records));
  const auto count = [](std::size_t value) { return static_cast<std::int64_t>(value); };
  JsonObject json;
  json.text("title", study.title);
  if (study.status)
    json.integer("cells", count(study.status->cells))
        .integer("done", count(study.status->done))
        .integer("failing", count(study.status->failing));
  return json.add("facts", json_array(facts)).line();
}

}  // namespace

std::string progress_json(const WatchProgress& progress, std::int64_t now) {
  const State state = state_of(progress, now);
  std::vector<std::string> studies;
  for (const WatchedStudy& study : progress.studies) studies.push_back(study_json(study, now));
  return JsonObject()
      .text("edition", progress.edition)
      .boolean("has_data", progress.has_data)
      .text("title", progress.path)
      .text("state", state.name)
      .text("words", state.words)
      .add("studies", json_array(studies))
      .line();
}

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
#include "core/clock_json.hpp"
#include "core/json_text.hpp"
#include "core/relative_gap.hpp"
#include "core/sha256.hpp"
#include "problem/problem.hpp"
#include "solver/solve.hpp"
#include "spinsack_version.hpp"

#include <string>
#include <vector>

namespace spinsack {
namespace {

// Where the problem has no other way to say it.
void add_labels(const Instance& instance, LabelView labels, JsonObject& json) {
  if (instance.problem().answer_json != nullptr)
    return instance.problem().answer_json(instance, labels, json);
  std::vector<std::string> texts;
  for (const std::uint8_t label : labels) texts.push_back(std::to_string(label));
  json.add("labels", json_array(texts));
}

// The value, what else there is to say of the answer, and whether it is one at all.
void add_answer(const Instance& instance, const SolveResult& result, JsonObject& json) {
  json.add("value", result.found() ? instance.value_text(result.value()) : "null");
  if (result.found() && instance.problem().answer_facts != nullptr)
    for (const auto& [name, text] : instance.problem().answer_facts(instance, result.outcome.bits))
      json.add(name, text);
  json.boolean("feasible", result.judgement.feasible);
}

// Where the goal is to minimise, the bound is one from below.
void add_bound(const Instance& instance, const SolveResult& result, JsonObject& json) {
  if (result.upper_bound)
    json.add(instance.goal() == Goal::maximise ? "upper_bound" : "lower_bound",
             instance.value_text(*result.upper_bound));
  if (result.upper_bound && result.found()) json.real("gap", result.gap());
  json.boolean("proven_optimal", result.proven_optimal());
}

}  // namespace

std::string result_json(const Instance& instance, const SolveResult& result, double seconds_read) {
  const SolveOutcome& outcome = result.outcome;
  JsonObject json;
  json.text("spinsack", version).text("instance", instance.name());
  // Results of the first problem have never named it.
  if (&instance.problem() != problems().front()) json.text("problem", instance.problem().name);
  json.integer("n", instance.elements());
  json.text("method", result.method);
  json.add("parameters", json_parameters(result.parameters).line());
  json.integer("seed", static_cast<std::int64_t>(result.seed)).integer("threads", result.threads);
  add_answer(instance, result, json);
  add_bound(instance, result, json);
  if (!outcome.certificate.empty()) json.text("certificate_sha256", sha256(outcome.certificate));
  if (const auto best_known = instance.best_known()) {
    json.add("best_known", instance.value_text(*best_known));
    if (result.found()) json.real("gap_to_best_known", relative_gap(*best_known, result.value()));
  }
  if (result.found()) add_labels(instance, outcome.bits, json);
  JsonObject seconds;
  seconds.real("read", seconds_read);
  for (std::size_t s = 0; s < stage_names.size(); ++s)
    seconds.real(stage_names[s], outcome.stage_seconds[s]);
  seconds.real("bound", result.seconds_bound)
      .real("total", seconds_read + outcome.seconds + result.seconds_bound);
  json.add("seconds", seconds.line()).real("time_to_best", outcome.time_to_best);
  std::vector<std::string> trace;
  for (const ValuePoint& point : outcome.trace)
    trace.push_back(json_array({json_number(point.seconds), instance.value_text(point.value)}));
  json.add("trace", json_array(trace));
  json.add("work", JsonObject()
                       .integer("sweeps", outcome.work.sweeps)
                       .integer("visits", outcome.work.visits)
                       .integer("flips", outcome.work.flips)
                       .line());
  if (!outcome.details.empty()) {
    JsonObject details;
    for (const Detail& detail : outcome.details) details.integer(detail.name, detail.value);
    json.add("details", details.line());
  }
  if (outcome.clock) json.add("clock", clock_json(*outcome.clock).line());
  if (outcome.failure) json.text("failure", outcome.failure->what());
  return json.text("stopped_by", name_of(outcome.stopped_by)).line();
}

}  // namespace spinsack

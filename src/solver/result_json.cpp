// SPDX-License-Identifier: Apache-2.0
#include "core/clock_json.hpp"
#include "core/json_text.hpp"
#include "core/relative_gap.hpp"
#include "core/sha256.hpp"
#include "instance/chosen_items.hpp"
#include "instance/item_names.hpp"
#include "solver/solve.hpp"
#include "spinsack_version.hpp"

#include <string>
#include <vector>

namespace spinsack {
namespace {

std::vector<std::string> item_texts(const Bits& bits) {
  std::vector<std::string> texts;
  for (const Index item : chosen_items(bits)) texts.push_back(std::to_string(item));
  return texts;
}

}  // namespace

std::string result_json(const LoadedInstance& loaded, const SolveResult& result,
                        double seconds_read) {
  const QkpInstance& instance = loaded.instance;
  const SolveOutcome& outcome = result.outcome;
  JsonObject json;
  json.text("spinsack", version).text("instance", instance.name()).integer("n", instance.size());
  json.text("method", result.method);
  json.add("parameters", json_parameters(result.parameters).line());
  json.integer("seed", static_cast<std::int64_t>(result.seed)).integer("threads", result.threads);
  json.add("value", instance.profit_text(result.evaluation.profit))
      .add("weight", instance.weight_text(result.evaluation.load))
      .add("capacity", instance.weight_text(instance.capacity()))
      .boolean("feasible", result.evaluation.feasible);
  json.add("upper_bound", instance.profit_text(result.upper_bound)).real("gap", result.gap());
  json.boolean("proven_optimal", result.proven_optimal());
  if (!outcome.certificate.empty()) json.text("certificate_sha256", sha256(outcome.certificate));
  if (const auto best_known = loaded.best_known())
    json.add("best_known", instance.profit_text(*best_known))
        .real("gap_to_best_known", relative_gap(*best_known, result.value()));
  json.add("items", json_array(item_texts(outcome.bits)));
  if (!instance.item_names().empty())
    json.add("item_names", names_json(instance.item_names(), chosen_items(outcome.bits)));
  JsonObject seconds;
  seconds.real("read", seconds_read);
  for (std::size_t s = 0; s < stage_names.size(); ++s)
    seconds.real(stage_names[s], outcome.stage_seconds[s]);
  seconds.real("bound", result.seconds_bound)
      .real("total", seconds_read + outcome.seconds + result.seconds_bound);
  json.add("seconds", seconds.line()).real("time_to_best", outcome.time_to_best);
  std::vector<std::string> trace;
  for (const ValuePoint& point : outcome.trace)
    trace.push_back(json_array({json_number(point.seconds), instance.profit_text(point.value)}));
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

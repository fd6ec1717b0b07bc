// SPDX-License-Identifier: Apache-2.0
#include "problem/qkp/qkp_problem.hpp"

#include "bound/best_bound.hpp"
#include "core/json_text.hpp"
#include "core/stop.hpp"
#include "core/stopwatch.hpp"
#include "instance/chosen_items.hpp"
#include "instance/digest.hpp"
#include "instance/evaluate.hpp"
#include "instance/item_names.hpp"
#include "instance/knapsack_state.hpp"
#include "instance/proven_optima.hpp"
#include "instance/quadratic_program.hpp"
#include "instance/quick_removal.hpp"
#include "postprocess/step.hpp"
#include "problem/qkp/qkp_formats.hpp"
#include "program/program.hpp"
#include "solver/qkp_methods.hpp"
#include "solver/qkp_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace spinsack {
namespace {

// --- instances -----------------------------------------------------------------------------------

Instance::Data data_of(const QkpInstance& knapsack) {
  return {.problem = &qkp_problem(),
          .name = knapsack.name(),
          .elements = knapsack.size(),
          .value_digits = knapsack.profit_digits(),
          .facts = {{"n", std::int64_t{knapsack.size()}},
                    {"density", knapsack.density()},
                    {"tightness", knapsack.tightness()},
                    {"capacity", knapsack.capacity()}}};
}

Instance instance_from(std::shared_ptr<const QkpInstance> knapsack,
                       const PublishedInstance* published) {
  Instance::Data data = data_of(*knapsack);
  if (published != nullptr) {
    data.facts[1].value = published->density / 100.0;  // of its name, whatever the draw gave
    data.published = published->full_name();
    data.best_known = published->best_known;
    if (const ProvenOptimum* const proof = find_proven_optimum(*published))
      data.proven_optimum = proof->value;
  }
  return {std::move(data), std::move(knapsack)};
}

Instance two_items() {
  SymmetricRowsBuilder pairs(2);
  pairs.add(0, 1, std::int64_t{1});
  return instance_of(QkpInstance({.name = "any",
                                  .profit = {1, 1},
                                  .weight = {1, 1},
                                  .pair_profit = std::move(pairs).finish(),
                                  .capacity = 1}),
                     nullptr);
}

std::string digest_of(const Instance& instance) {
  return instance_digest(instance.as<QkpInstance>());
}

Program program_of(const Instance& instance) {
  return quadratic_program(instance.as<QkpInstance>());
}

// --- answers -------------------------------------------------------------------------------------

Judgement judgement_of(const QkpInstance& knapsack, const Evaluation& evaluation) {
  return {.value = evaluation.profit,
          .violation = std::max<Weight>(0, evaluation.load - knapsack.capacity()),
          .feasible = evaluation.feasible};
}

Judgement judge(const Instance& instance, LabelView labels) {
  const auto& knapsack = instance.as<QkpInstance>();
  return judgement_of(knapsack, evaluate(knapsack, labels));
}

TrivialAnswer nothing_in(const Instance& instance) {
  return {.labels = Labels(at(instance.elements()), 0), .value = 0};
}

std::optional<std::int64_t> bound_of(const Instance& instance, const BoundRequest& request) {
  return best_upper_bound(instance.as<QkpInstance>(),
                          {.stop = request.stop, .target = request.target});
}

std::vector<std::pair<std::string, std::string>> facts_of_answer(const Instance& instance,
                                                                 LabelView labels) {
  const auto& knapsack = instance.as<QkpInstance>();
  return {{"weight", knapsack.weight_text(evaluate(knapsack, labels).load)},
          {"capacity", knapsack.weight_text(knapsack.capacity())}};
}

void items_json(const Instance& instance, LabelView labels, JsonObject& json) {
  const auto& knapsack = instance.as<QkpInstance>();
  const std::vector<Index> items = chosen_items(labels);
  std::vector<std::string> texts;
  for (const Index item : items) texts.push_back(std::to_string(item));
  json.add("items", json_array(texts));
  if (!knapsack.item_names().empty())
    json.add("item_names", names_json(knapsack.item_names(), items));
}

std::string items_text(const Instance& instance, LabelView labels) {
  const auto& knapsack = instance.as<QkpInstance>();
  return fmt::format("{} of {}, load {} of {}", std::ranges::count(labels, 1), knapsack.size(),
                     knapsack.weight_text(evaluate(knapsack, labels).load),
                     knapsack.weight_text(knapsack.capacity()));
}

// --- steps ---------------------------------------------------------------------------------------

std::span<const StepRow> qkp_steps() {
  static const std::vector<StepRow> rows = [] {
    std::vector<StepRow> all;
    for (const Step& step : steps()) all.push_back({step.name, step.help, step.needs_feasible});
    return all;
  }();
  return rows;
}

// The rows are in the order of the steps.
const Step& step_of(const StepRow& row) {
  return steps()[at(static_cast<Index>(&row - qkp_steps().data()))];
}

bool ended_repair(const Steps& pipeline, StopCheck* watch) {
  return watch != nullptr && watch->stop_after(0) &&
         std::ranges::count(pipeline, "repair", &StepRow::name) > 0;
}

Finished finish(const Instance& instance, BitView columns, const Steps& pipeline,
                const StepRequest& request) {
  const auto& knapsack = instance.as<QkpInstance>();
  Finished finished;
  Stopwatch watch;
  KnapsackState state(knapsack, Bits(columns.begin(), columns.end()));
  const auto report = [&](std::string_view step, bool skipped) {
    StepReport& row = finished.reports.emplace_back(
        StepReport{.step = step, .skipped = skipped, .seconds = watch.seconds()});
    if (request.judged) row.after = judge(instance, state.bits());
    watch.lap();
  };
  report("raw", false);
  for (const StepRow* const row : pipeline) {
    const bool skipped = row->needs_feasible && !state.feasible();
    run_pipeline({&step_of(*row)}, state, request.watch);
    report(row->name, skipped);
  }
  if (!state.feasible() && ended_repair(pipeline, request.watch))
    state = KnapsackState(knapsack, feasible_part(state), KnapsackState::Efficiencies::left_out);
  finished.value = state.profit();
  Labels labels(state.bits().begin(), state.bits().end());
  (state.feasible() ? finished.labels.emplace() : finished.candidate) = std::move(labels);
  return finished;
}

}  // namespace

const Problem& qkp_problem() {
  static const Problem row{
      .name = "qkp",
      .help = "quadratic knapsack: choose items that earn alone and in pairs, within a capacity",
      .nouns = {.instance = "knapsack",
                .element = "item",
                .elements = "items",
                .label = "in",
                .limits = "the capacity",
                .value = "profit",
                .trivial = "the empty knapsack",
                .scaled = "a, where lambda = a d sqrt(sum of weights / C)"},
      .reading = qkp_reading(),
      .formats = qkp_formats,
      .suites = qkp_suites,
      .families = qkp_families,
      .match_published = match_published_qkp,
      .build_published = build_published_qkp,
      .published_facts = facts_of_published_qkp,
      .example = two_items,
      .digest = digest_of,
      .program = program_of,
      .evaluate = judge,
      .trivial = nothing_in,
      .bound = bound_of,
      .steps = qkp_steps,
      .default_steps = "repair+fill+exchange",
      .run_steps = finish,
      .methods = qkp_methods,
      .models = qkp_models,
      .answer_facts = facts_of_answer,
      .answer_json = items_json,
      .answer_text = items_text,
  };
  return row;
}

Instance instance_of(QkpInstance knapsack, const PublishedInstance* published) {
  return instance_from(std::make_shared<const QkpInstance>(std::move(knapsack)), published);
}

Instance instance_of(QkpInstance knapsack) {
  const PublishedInstance* const published = find_published(knapsack);
  return instance_of(std::move(knapsack), published);
}

Instance drawn_instance(QkpInstance knapsack, std::optional<Profit> optimum) {
  Instance::Data data = data_of(knapsack);
  data.best_known = data.proven_optimum = optimum;
  return {std::move(data), std::make_shared<const QkpInstance>(std::move(knapsack))};
}

Instance view_of(const QkpInstance& knapsack) {
  return instance_from(std::shared_ptr<const QkpInstance>(std::shared_ptr<void>(), &knapsack),
                       nullptr);
}

}  // namespace spinsack

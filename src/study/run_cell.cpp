// SPDX-License-Identifier: Apache-2.0
#include "core/error.hpp"
#include "core/stopwatch.hpp"
#include "formulation/formulation.hpp"
#include "instance/evaluate.hpp"
#include "postprocess/step.hpp"
#include "record/hex_bits.hpp"
#include "solver/machine.hpp"
#include "solver/method.hpp"
#include "solver/solve.hpp"
#include "study/cell.hpp"
#include "study/failure_text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>

namespace spinsack {
namespace {

// The instance of a cell. Cells come instance by instance, so the last one is kept for the next cell of the
// same thread.
const QkpInstance& instance_of(const Cell& cell) {
  thread_local std::shared_ptr<const PlannedInstance> kept_name;
  thread_local std::optional<QkpInstance> kept;
  if (!kept || cell.instance != kept_name) {
    kept.reset();
    kept.emplace(load_planned(*cell.instance));
    kept_name = cell.instance;
  }
  return *kept;
}

// A variant of a read with the bits that it ends with.
struct Processed {
  VariantRecord record;
  Bits bits;
};

// Keeps of each variant the first read with the largest feasible value.
class BestAnswers {
 public:
  void offer(const RunRecord& run, const VariantRecord& variant, BitView raw, BitView bits) {
    if (!variant.feasible) return;
    const auto [place, first] = best_.try_emplace(variant.name, variant.value);
    if (!first && variant.value <= place->second) return;
    place->second = variant.value;
    AnswerRecord answer{.variant = variant.name, .read = run.read, .bits = {}};
    if (!std::ranges::equal(raw, bits)) answer.bits = hex_bits(bits);
    const auto known = std::ranges::find(answers_, variant.name, &AnswerRecord::variant);
    if (known == answers_.end())
      answers_.push_back(std::move(answer));
    else
      *known = std::move(answer);
  }
  std::vector<AnswerRecord> take() && { return std::move(answers_); }

 private:
  std::map<std::string, Profit> best_;
  std::vector<AnswerRecord> answers_;
};

VariantRecord variant_record(const std::string& name, const Evaluation& evaluation) {
  return {.name = name,
          .value = evaluation.profit,
          .weight = evaluation.load,
          .feasible = evaluation.feasible};
}

Processed run_variant(const QkpInstance& instance, const std::string& name,
                      const Pipeline& pipeline, const Bits& raw) {
  KnapsackState state(instance, raw);
  double repair = 0;
  double improve = 0;
  for (const Step* const step : pipeline) {
    const Stopwatch watch;
    run_pipeline({step}, state);
    (step->needs_feasible ? improve : repair) += watch.seconds();
  }
  // Checked by the literal evaluator, which has the last word.
  VariantRecord variant = variant_record(name, evaluate(instance, state.bits()));
  if (variant.value != state.profit())
    throw std::logic_error(fmt::format("{}: '{}' says {} and the evaluator {}", instance.name(),
                                       name, state.profit(), variant.value));
  variant.repair = repair;
  variant.improve = improve;
  return {std::move(variant), Bits(state.bits().begin(), state.bits().end())};
}

// One anneal feeds all variants.
void run_machine(const Cell& cell, const QkpInstance& instance,
                 const std::atomic<bool>* interrupted, CellRecord& record) {
  const MachinePlan machine =
      plan_machine(*find_machine(cell.setting->method), instance, cell.setting->parameters);
  if (!machine.in_turn && machine.strengths.size() != 1)
    throw UsageError(fmt::format("lambda: expected one penalty strength per cell, found {}",
                                 machine.strengths.size()));
  // Where reads take several strengths in turn, rule and number of a read tell which.
  if (machine.strengths.size() == 1) record.lambda = machine.strengths.front();
  std::optional<Formulation> formulation;
  double formulating = 0;
  BestAnswers best;
  for (std::int64_t read = 0; read < cell.reads; ++read) {
    if (machine.in_turn || !formulation) {
      const Stopwatch watch;
      // With one strength all reads share the plainest formulation.
      const std::int64_t turn = machine.in_turn ? cell.first_read + read : 0;
      formulation = formulate(instance, machine.formulation_of(turn));
      formulating = watch.seconds();
    }
    const Stopwatch read_watch;
    const SampleSet set = machine.sampler->sample(formulation->model, machine.sampler_parameters,
                                                  {.seed = cell.seed,
                                                   .first_read = cell.first_read + read,
                                                   .reads = 1,
                                                   .time_limit = cell.setting->time_limit,
                                                   .interrupted = interrupted});
    RunRecord run;
    run.formulate = formulating;
    run.machine =
        set.read_seconds;  // as in `solve`: without bringing the model into the kernel's form
    const Sample& sample = set.samples.front();
    const Bits raw = formulation->decode(sample.bits);
    run.read = cell.first_read + read;
    run.bits = hex_bits(raw);
    run.work = sample.work;
    run.stopped_by = std::string(name_of(set.stopped_by));
    for (const auto& [name, steps] : cell.setting->variants) {
      Processed processed = run_variant(instance, name, parse_pipeline(steps), raw);
      best.offer(run, processed.record, raw, processed.bits);
      run.variants.push_back(std::move(processed.record));
    }
    run.seconds = formulating + read_watch.seconds();
    run.time_to_best = run.seconds;
    record.runs.push_back(std::move(run));
    if (interrupted != nullptr && *interrupted) return;
  }
  record.answers = std::move(best).take();
}

void run_method(const Cell& cell, const QkpInstance& instance, const std::atomic<bool>* interrupted,
                CellRecord& record) {
  const SolveOutcome outcome = find_method(cell.setting->method)
                                   .solve(instance, cell.setting->parameters,
                                          {.seed = cell.seed,
                                           .time_limit = cell.setting->time_limit,
                                           .target = cell.target,
                                           .interrupted = interrupted});
  if (cell.setting->parameters.contains("lambda")) {
    const MachinePlan machine =
        plan_machine(*find_machine(cell.setting->method), instance, cell.setting->parameters);
    // Where reads take several strengths in turn, rule and number of a read tell which.
    if (machine.strengths.size() == 1) record.lambda = machine.strengths.front();
  }
  RunRecord run;
  run.bits = hex_bits(outcome.bits);
  run.variants.push_back(
      variant_record(cell.setting->label, judged(instance, cell.setting->method, outcome)));
  VariantRecord& variant = run.variants.back();
  const auto stage = [&](Stage which) {
    return outcome.stage_seconds[static_cast<std::size_t>(which)];
  };
  variant.repair = stage(Stage::repair);
  variant.improve = stage(Stage::improve);
  run.formulate = stage(Stage::formulate);
  run.machine = stage(Stage::machine);
  run.seconds = outcome.seconds;
  run.time_to_best = outcome.time_to_best;
  run.work = outcome.work;
  run.stopped_by = std::string(name_of(outcome.stopped_by));
  run.upper_bound = outcome.upper_bound;
  for (const ValuePoint& point : outcome.trace) run.trace.emplace_back(point.seconds, point.value);
  record.answers.push_back({.variant = variant.name, .read = run.read, .bits = {}});
  record.runs.push_back(std::move(run));
}

}  // namespace

std::optional<CellRecord> run_cell(const Cell& cell, const Plan& plan,
                                   const std::atomic<bool>* interrupted) {
  CellRecord record{.cell = cell.id.text(),
                    .study = plan.name,
                    .form = plan.form,
                    .environment = this_environment(),
                    .instance = cell.instance->record,
                    .method = cell.setting->method,
                    .label = cell.setting->label,
                    .parameters = cell.setting->parameters,
                    .time_limit = cell.setting->time_limit,
                    .target = cell.target,
                    .seed = cell.seed};
  record.started = fmt::format(
      "{:%Y-%m-%dT%H:%M:%SZ}",
      fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
  try {
    const QkpInstance& instance = instance_of(cell);
    if (cell.setting->variants.empty())
      run_method(cell, instance, interrupted, record);
    else
      run_machine(cell, instance, interrupted, record);
  } catch (...) {
    record.error = failure_text(std::current_exception());
  }
  if (!record.error.empty()) {
    record.runs.clear();
    record.answers.clear();
  }
  // What an interrupt cut short is no result.
  if (interrupted != nullptr && *interrupted) return std::nullopt;
  return record;
}

}  // namespace spinsack

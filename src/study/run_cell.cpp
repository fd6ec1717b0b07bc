// SPDX-License-Identifier: Apache-2.0
#include "core/error.hpp"
#include "core/stopwatch.hpp"
#include "formulation/formulation.hpp"
#include "formulation/lambda.hpp"
#include "instance/evaluate.hpp"
#include "instance/source.hpp"
#include "postprocess/step.hpp"
#include "solver/machine.hpp"
#include "solver/method.hpp"
#include "solver/solve.hpp"
#include "study/cell.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <mutex>
#include <new>
#include <optional>

namespace spinsack {
namespace {

// The instance of a cell. Cells come instance by instance, so the last one is kept for the next cell of the
// same thread.
const QkpInstance& instance_of(const Cell& cell) {
  thread_local std::optional<LoadedInstance> kept;
  if (!kept || cell.source != kept->source || cell.number != kept->number) {
    kept.reset();  // before the next one takes memory
    kept = InstanceSource::numbered(cell.source, cell.number).next();
    if (instance_record(*kept).sha256 != cell.instance->sha256) {
      kept.reset();
      throw InvalidInstance(
          fmt::format("{}: the instance has changed since the study began", cell.source));
    }
  }
  return kept->instance;
}

VariantRecord variant_record(const std::string& name, const Evaluation& evaluation) {
  return {.name = name,
          .value = evaluation.profit,
          .weight = evaluation.weight,
          .feasible = evaluation.feasible};
}

VariantRecord run_variant(const QkpInstance& instance, const std::string& name,
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
  return variant;
}

// One anneal feeds all variants.
void run_machine(const Cell& cell, const QkpInstance& instance,
                 const std::atomic<bool>* interrupted, CellRecord& record) {
  const MachinePlan machine =
      plan_machine(find_sampler(cell.setting->method), instance, cell.setting->parameters);
  if (machine.lambdas.size() != 1)
    throw UsageError(fmt::format("lambda: expected one penalty strength per cell, found {}",
                                 machine.lambdas.size()));
  record.lambda = machine.lambdas.front();
  const Stopwatch watch;
  FormulationRequest wanted = machine.formulation;
  wanted.lambda = *record.lambda;
  const Formulation formulation = formulate(instance, wanted);
  const double formulating = watch.seconds();
  for (std::int64_t read = 0; read < cell.reads; ++read) {
    const Stopwatch read_watch;
    const SampleSet set = machine.sampler->sample(formulation.model, machine.sampler_parameters,
                                                  {.seed = cell.seed,
                                                   .first_read = cell.first_read + read,
                                                   .reads = 1,
                                                   .time_limit = cell.time_limit,
                                                   .interrupted = interrupted});
    RunRecord run;
    run.machine = read_watch.seconds();
    run.formulate = formulating;
    const Sample& sample = set.samples.front();
    const Bits raw = formulation.decode(sample.bits);
    run.read = cell.first_read + read;
    run.bits = hex_bits(raw);
    run.work = sample.work;
    run.stopped_by = std::string(name_of(set.stopped_by));
    for (const auto& [name, steps] : cell.setting->variants)
      run.variants.push_back(run_variant(instance, name, parse_pipeline(steps), raw));
    run.seconds = formulating + read_watch.seconds();
    run.time_to_best = run.seconds;
    record.runs.push_back(std::move(run));
    if (interrupted != nullptr && *interrupted) return;
  }
}

void run_method(const Cell& cell, const QkpInstance& instance, const std::atomic<bool>* interrupted,
                CellRecord& record) {
  const SolveOutcome outcome = find_method(cell.setting->method)
                                   .solve(instance, cell.setting->parameters,
                                          {.seed = cell.seed,
                                           .time_limit = cell.time_limit,
                                           .target = cell.target,
                                           .interrupted = interrupted});
  const auto strength = cell.setting->parameters.find("lambda");
  if (strength != cell.setting->parameters.end()) {
    const std::vector<double> lambdas = parse_lambdas(instance, strength->second);
    if (lambdas.size() == 1) record.lambda = lambdas.front();
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
  record.runs.push_back(std::move(run));
}

}  // namespace

std::optional<CellRecord> run_cell(const Cell& cell, const Plan& plan,
                                   const std::atomic<bool>* interrupted) {
  CellRecord record{.cell = cell.id,
                    .study = plan.name,
                    .form = plan.form,
                    .environment = this_environment(),
                    .instance = *cell.instance,
                    .method = cell.setting->method,
                    .label = cell.setting->label,
                    .parameters = cell.setting->parameters,
                    .time_limit = cell.time_limit,
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
  } catch (const Error& error) {
    record.error = error.what();
  } catch (const std::bad_alloc&) {
    record.error = "not enough memory";
  }
  if (!record.error.empty()) record.runs.clear();
  // What an interrupt cut short is no result.
  if (interrupted != nullptr && *interrupted) return std::nullopt;
  return record;
}

}  // namespace spinsack

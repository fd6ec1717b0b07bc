// SPDX-License-Identifier: Apache-2.0
#include "core/error.hpp"
#include "instance/qkp.hpp"
#include "machine/machine_error.hpp"
#include "record/hex_bits.hpp"
#include "solver/machine.hpp"
#include "solver/method.hpp"
#include "solver/solve.hpp"
#include "study/cell.hpp"
#include "study/failure_text.hpp"
#include "study/machine_desk.hpp"
#include "study/machine_reads.hpp"
#include "study/request_watch.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

namespace spinsack {
namespace {

// The instance of a cell. Cells come instance by instance, so the last one is kept for the next cell of the
// same thread.
const Instance& instance_of(const Cell& cell) {
  thread_local std::shared_ptr<const PlannedInstance> kept_name;
  thread_local std::optional<Instance> kept;
  if (!kept || cell.instance != kept_name) {
    kept.reset();
    kept.emplace(load_planned(*cell.instance));
    kept_name = cell.instance;
  }
  return *kept;
}

// A whole method. Returns the failure of a real machine that had answered in part.
std::optional<MachineError> run_method(const Cell& cell, const Instance& instance,
                                       const std::atomic<bool>* interrupted,
                                       const RequestWatch& watch, CellRecord& record) {
  const SolveOutcome outcome = find_method(instance.problem(), cell.setting->method)
                                   .solve(instance, cell.setting->parameters,
                                          {.seed = cell.seed,
                                           .time_limit = cell.time_limit(),
                                           .target = cell.target,
                                           .interrupted = interrupted,
                                           .account = watch.account()});
  if (cell.setting->parameters.contains("lambda")) {
    const MachinePlan machine =
        plan_machine(*find_machine(cell.setting->method), instance, cell.setting->parameters);
    // Where reads take several strengths in turn, rule and number of a read tell which; without a penalty there is none.
    if (machine.models.strengths.size() == 1) record.lambda = machine.models.strengths.front();
  }
  static_cast<void>(judged(instance, cell.setting->method, outcome));
  RunRecord run;
  if (instance.is<QkpInstance>()) run.bits = hex_bits(outcome.bits);
  run.variants.push_back(outcome.found()
                             ? variant_record(instance, cell.setting->label, outcome.bits)
                             : VariantRecord{.name = cell.setting->label, .weight = 1});
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
  run.stopped_by =
      outcome.failure ? name_of(outcome.failure->fault()) : name_of(outcome.stopped_by);
  run.upper_bound = outcome.upper_bound;
  run.clock = outcome.clock;
  for (const ValuePoint& point : outcome.trace) run.trace.emplace_back(point.seconds, point.value);
  if (outcome.found())
    record.answers.push_back(
        {.variant = variant.name,
         .read = run.read,
         .bits = instance.is<QkpInstance>() ? "" : label_text(instance, outcome.bits)});
  record.runs.push_back(std::move(run));
  // Its deadline is an end of a run like any other.
  if (outcome.failure && outcome.failure->fault() == MachineFault::timeout) return std::nullopt;
  return outcome.failure;
}

// A machine that gave no answer. The deadline of a method's request is an end of its run like any other; after anything
// else the cell is to be done again, and until then what was asked counts.
void record_unanswered(const Cell& cell, const MachineError& error, const RequestWatch& watch,
                       CellRecord& record) {
  const bool whole_method = cell.setting->variants.empty();
  if (!whole_method || error.fault() != MachineFault::timeout) record.error = error.what();
  if (watch.unanswered() && (!whole_method || record.runs.empty()))
    record.runs.push_back(
        unanswered_run(cell, cell.first_read + std::ssize(record.runs), error, watch));
}

// Whether there is something that was paid for.
bool has_paid_answer(const Cell& cell, const CellRecord& record) {
  return !machine_of(cell).empty() &&
         std::ranges::any_of(record.runs, [](const RunRecord& run) { return run.error.empty(); });
}

// Why there is not more of it.
std::string interrupted_text(const Cell& cell, const CellRecord& record) {
  if (cell.setting->variants.empty()) return "interrupted";
  return fmt::format("interrupted after {} of {} reads", record.runs.size(), cell.reads);
}

// Whether all of it was done before an interrupt came.
bool is_complete(const Cell& cell, const CellRecord& record) {
  const std::int64_t runs = cell.setting->variants.empty() ? 1 : cell.reads;
  return record.error.empty() && std::ssize(record.runs) == runs &&
         std::ranges::none_of(record.runs, [](const RunRecord& run) {
           return run.stopped_by == name_of(StopReason::interrupt);
         });
}

}  // namespace

CellOutcome run_cell(const Cell& cell, const Plan& plan, const std::atomic<bool>* interrupted,
                     const MachineAccount& account, const CellRecord* earlier) {
  CellRecord record{.cell = cell.id.text(),
                    .study = plan.name,
                    .form = plan.form,
                    .environment = this_environment(),
                    .instance = cell.instance->record,
                    .method = cell.setting->method,
                    .label = cell.setting->label,
                    .parameters = cell.setting->parameters,
                    .time_limit = cell.time_limit(),
                    .target = cell.target,
                    .seed = cell.seed};
  record.started = fmt::format(
      "{:%Y-%m-%dT%H:%M:%SZ}",
      fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
  RequestWatch watch(account);
  std::optional<MachineError> failure;
  try {
    const Instance& instance = instance_of(cell);
    failure = cell.setting->variants.empty()
                  ? run_method(cell, instance, interrupted, watch, record)
                  : make_reads(cell, instance, interrupted, watch, earlier, record);
  } catch (const MachineError& error) {
    failure = error;
  } catch (...) {
    if (machine_of(cell).empty()) record.runs.clear();
    record.answers.clear();
    record.error = failure_text(std::current_exception());
  }
  record.environment.machine = watch.facts();
  CellOutcome outcome{.record = {}, .machine_end = {}};
  outcome.wrong_energies = watch.wrong_energies();
  const bool paid = has_paid_answer(cell, record);
  if (interrupted != nullptr && *interrupted && !(is_complete(cell, record) && paid)) {
    // What an interrupt cut short is no result, but what was paid for is kept.
    if (!paid) return outcome;
    record.error = interrupted_text(cell, record);
    outcome.cut_short = true;
  } else if (failure && failure->ends_machine()) {
    outcome.machine_end = failure;
    if (!paid) return outcome;
    record.error = failure->what();
    outcome.cut_short = true;
  } else if (failure) {
    record_unanswered(cell, *failure, watch, record);
  }
  outcome.record = std::move(record);
  return outcome;
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "core/error.hpp"
#include "core/stopwatch.hpp"
#include "instance/evaluate.hpp"
#include "instance/qkp.hpp"
#include "machine/machine_error.hpp"
#include "problem/problem.hpp"
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
#include <functional>
#include <map>
#include <mutex>
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

// A variant of a read with the labels that it ends with; none where it has none.
struct Processed {
  VariantRecord record;
  Labels labels;
};

// Labels as records have them: of a knapsack they are bits.
std::string label_text(const Instance& instance, LabelView labels) {
  return instance.is<QkpInstance>() ? hex_bits(labels) : hex_labels(labels);
}

// Keeps of each variant the first read with the largest feasible value.
class BestAnswers {
 public:
  explicit BestAnswers(const Instance& instance) : instance_(&instance) {}

  void offer(const RunRecord& run, const VariantRecord& variant, BitView raw, LabelView labels) {
    if (!variant.feasible) return;
    const auto [place, first] = best_.try_emplace(variant.name, variant.value);
    if (!first && variant.value <= place->second) return;
    place->second = variant.value;
    AnswerRecord answer{.variant = variant.name, .read = run.read, .bits = {}};
    const bool as_it_came = instance_->is<QkpInstance>() && std::ranges::equal(raw, labels);
    if (!as_it_came) answer.bits = label_text(*instance_, labels);
    const auto known = std::ranges::find(answers_, variant.name, &AnswerRecord::variant);
    if (known == answers_.end())
      answers_.push_back(std::move(answer));
    else
      *known = std::move(answer);
  }
  std::vector<AnswerRecord> take() && { return std::move(answers_); }

 private:
  const Instance* instance_;
  std::map<std::string, Profit> best_;
  std::vector<AnswerRecord> answers_;
};

VariantRecord variant_record(const Instance& instance, const std::string& name, LabelView labels) {
  const Judgement judgement = instance.problem().evaluate(instance, labels);
  const bool knapsack = instance.is<QkpInstance>();
  return {
      .name = name,
      .value = judgement.value,
      .weight = knapsack ? evaluate(instance.as<QkpInstance>(), labels).load : judgement.violation,
      .feasible = judgement.feasible};
}

// Of a read that no step made an answer of: how far it is from one.
VariantRecord without_answer(const std::string& name, const Finished& finished) {
  return {.name = name,
          .weight = std::max<std::int64_t>(1, finished.reports.back().after.violation)};
}

Processed run_variant(const Instance& instance, const std::string& name, const Steps& steps,
                      const Bits& raw, const StepRequest& request) {
  Finished finished = instance.problem().run_steps(instance, raw, steps, request);
  Labels labels = finished.labels ? std::move(*finished.labels) : std::move(finished.candidate);
  // Checked by the literal evaluator, which has the last word.
  VariantRecord variant =
      labels.empty() ? without_answer(name, finished) : variant_record(instance, name, labels);
  if (!labels.empty() && variant.value != finished.value)
    throw std::logic_error(fmt::format("{}: '{}' says {} and the evaluator {}", instance.name(),
                                       name, finished.value, variant.value));
  for (std::size_t s = 0; s < steps.size(); ++s)  // the first report is of the sample itself
    (steps[s]->needs_feasible ? variant.improve : variant.repair) +=
        finished.reports[s + 1].seconds;
  return {std::move(variant), std::move(labels)};
}

// Hears what the account hears, and keeps what goes into the record.
class RequestWatch {
 public:
  explicit RequestWatch(const MachineAccount& account) : account_(account) {
    account_.finished = [this, &account](const FinishedRequest& request) {
      if (account.finished) account.finished(request);
      const std::scoped_lock lock(mutex_);
      last_ = request.clock;
      last_reads_ = request.planned.reads;
      if (!request.fault) answered_ += request.clock;
      if (!request.machine_facts.empty()) facts_ = request.machine_facts;
    };
  }
  const MachineAccount* account() const { return &account_; }
  const std::optional<RequestClock>& last() const { return last_; }  // request that ended
  std::int64_t last_reads() const { return last_reads_; }
  // Of all requests with an answer since this was called before.
  RequestClock take_answered() { return std::exchange(answered_, {}); }
  const std::string& facts() const { return facts_; }

 private:
  MachineAccount account_;
  std::mutex mutex_;
  std::optional<RequestClock> last_;
  std::int64_t last_reads_ = 1;
  RequestClock answered_;
  std::string facts_;
};

// Reads of one request share its time.
RequestClock share_of(RequestClock clock, double reads) {
  for (const RequestClockPart& part : request_clock_parts)
    if (std::optional<double>& seconds = clock.*part.member) *seconds /= reads;
  return clock;
}

// A request without an answer is a run without a solution, of every variant.
RunRecord unanswered_run(const Cell& cell, std::int64_t read, const MachineError& error,
                         const RequestWatch& watch) {
  RunRecord run;
  run.read = read;
  run.error = error.what();
  run.stopped_by = name_of(error.fault());
  if (watch.last()) run.clock = share_of(*watch.last(), static_cast<double>(watch.last_reads()));
  if (run.clock) run.machine = run.seconds = run.time_to_best = run.clock->total.value_or(0);
  for (const auto& [name, steps] : cell.setting->variants) run.variants.push_back({.name = name});
  if (run.variants.empty()) run.variants.push_back({.name = cell.setting->label});
  return run;
}

// One anneal feeds all variants.
class MachineReads {
 public:
  MachineReads(const Cell& cell, const Instance& instance, const std::atomic<bool>* interrupted,
               RequestWatch& watch, CellRecord& record)
      : cell_(&cell),
        instance_(&instance),
        interrupted_(interrupted),
        watch_(&watch),
        record_(&record),
        machine_(
            plan_machine(*find_machine(cell.setting->method), instance, cell.setting->parameters)) {
    if (!models().in_turn && models().strengths.size() != 1)
      throw UsageError(fmt::format("lambda: expected one penalty strength per cell, found {}",
                                   models().strengths.size()));
  }

  void run() {
    // Where reads take several strengths in turn, rule and number of a read tell which.
    if (models().strengths.size() == 1) record_->lambda = models().strengths.front();
    // A real machine may answer many reads of one model at once.
    const std::int64_t together =
        machine_.sampler->real_machine && !models().in_turn ? cell_->reads : 1;
    if (together > 1) give_each_its_time();
    for (std::int64_t read = 0; read < cell_->reads; read += together) {
      if (models().in_turn || !model_) formulate_for(cell_->first_read + read);
      take_reads(cell_->first_read + read, together);
      if (interrupted_ != nullptr && *interrupted_ && read + together < cell_->reads) return;
    }
    record_->answers = std::move(best_).take();
  }

 private:
  const ModelPlan& models() const { return machine_.models; }

  void formulate_for(std::int64_t read) {
    const Stopwatch watch;
    // With one strength all reads share the plainest formulation.
    model_ = models().make(models().in_turn ? read : 0);
    formulating_ = watch.seconds();
  }

  // Each read has the limit of the plan, however long the requests before it were on their way.
  void give_each_its_time() {
    std::string& seconds = machine_.sampler_parameters["read-time"];
    if (seconds.empty() || seconds == params::to_text(std::optional<double>()))
      seconds = params::to_text(cell_->time_limit());
  }

  void take_reads(std::int64_t first, std::int64_t reads) {
    for (const std::int64_t end = first + reads; first < end;)
      first = take_some(first, end - first);
  }

  // All of them, or those up to a request that came to its deadline. Returns the read to go on with.
  std::int64_t take_some(std::int64_t first, std::int64_t reads) {
    const Stopwatch watch;
    SampleSet set;
    SampleSet answered;  // before such a request
    static_cast<void>(watch_->take_answered());
    try {
      set = machine_.sampler->sample(model_->model, machine_.sampler_parameters,
                                     {.seed = cell_->seed,
                                      .first_read = first,
                                      .reads = reads,
                                      .time_limit = time_for(reads),
                                      .interrupted = interrupted_,
                                      .finished = keeper(answered, reads),
                                      .account = watch_->account()});
    } catch (const MachineError& error) {
      if (error.fault() != MachineFault::timeout) throw;
      const std::int64_t unanswered = first + std::ssize(answered.samples);
      add_answered(answered);
      const std::int64_t next = unanswered + watch_->last_reads();
      for (std::int64_t read = unanswered; read < next; ++read)
        record_->runs.push_back(unanswered_run(*cell_, read, error, *watch_));
      return next;
    }
    const double sampling = watch.seconds();
    for (const Sample& sample : set.samples) add_run(set, sample, sampling);
    return first + reads;
  }

  // Several reads may be several requests, and one of them may fail when others are paid for.
  static std::function<void(const Sample&)> keeper(SampleSet& answered, std::int64_t reads) {
    if (reads == 1) return {};
    return [&answered](const Sample& sample) { answered.samples.push_back(sample); };
  }

  void add_answered(SampleSet& answered) {
    const RequestClock clock = watch_->take_answered();
    answered.clock = clock;
    const double total = clock.total.value_or(0);
    answered.read_seconds = clock.machine.value_or(clock.service.value_or(total));
    for (const Sample& sample : answered.samples) add_run(answered, sample, total);
  }

  // The plan's limit is for each read. That of a call is for all of its reads; a machine that is asked for several is
  // told the time of each instead.
  std::optional<double> time_for(std::int64_t reads) const {
    return reads == 1 ? cell_->time_limit() : std::nullopt;
  }

  void add_run(const SampleSet& set, const Sample& sample, double sampling) {
    const auto share = static_cast<double>(set.samples.size());
    const Stopwatch watch;
    RunRecord run;
    run.formulate = formulating_;
    // As in `solve`: without bringing the model into the kernel's form.
    run.machine = set.read_seconds / share;
    const Bits raw = model_->columns(sample.bits);
    run.read = sample.read;
    run.bits = hex_bits(raw);
    run.work = sample.work;
    run.stopped_by = std::string(name_of(set.stopped_by));
    if (set.clock) {
      run.clock = share_of(*set.clock, share);
      run.found_at = sample.found_at;
    }
    for (const auto& [name, steps] : cell_->setting->variants) {
      // Where a sample has no labels, how far it is from an answer comes from the judged steps.
      const StepRequest request{
          .seed = cell_->seed, .read = sample.read, .judged = !instance_->is<QkpInstance>()};
      Processed processed =
          run_variant(*instance_, name, parse_steps(instance_->problem(), steps), raw, request);
      best_.offer(run, processed.record, raw, processed.labels);
      run.variants.push_back(std::move(processed.record));
    }
    run.seconds = formulating_ + sampling / share + watch.seconds();
    run.time_to_best = run.seconds;
    record_->runs.push_back(std::move(run));
  }

  const Cell* cell_;
  const Instance* instance_;
  const std::atomic<bool>* interrupted_;
  RequestWatch* watch_;
  CellRecord* record_;
  MachinePlan machine_;
  std::optional<MachineModel> model_;
  double formulating_ = 0;
  BestAnswers best_{*instance_};
};

void run_method(const Cell& cell, const Instance& instance, const std::atomic<bool>* interrupted,
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
    // Where reads take several strengths in turn, rule and number of a read tell which.
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
  run.stopped_by = std::string(name_of(outcome.stopped_by));
  run.upper_bound = outcome.upper_bound;
  run.clock = outcome.clock;
  for (const ValuePoint& point : outcome.trace) run.trace.emplace_back(point.seconds, point.value);
  if (outcome.found())
    record.answers.push_back(
        {.variant = variant.name,
         .read = run.read,
         .bits = instance.is<QkpInstance>() ? "" : label_text(instance, outcome.bits)});
  record.runs.push_back(std::move(run));
}

// A machine that gave no answer. The deadline of a method's request is an end of its run like any other; after anything
// else the cell is to be done again, and until then what was asked counts.
void record_unanswered(const Cell& cell, const MachineError& error, const RequestWatch& watch,
                       CellRecord& record) {
  record.answers.clear();
  record.runs.clear();
  if (error.fault() != MachineFault::timeout) record.error = error.what();
  if (watch.last()) record.runs = {unanswered_run(cell, cell.first_read, error, watch)};
}

// Whether an answer that was paid for was complete before an interrupt came.
bool is_complete(const Cell& cell, const CellRecord& record) {
  const Sampler* const sampler = find_machine(cell.setting->method);
  if (sampler == nullptr || !sampler->real_machine || !record.error.empty()) return false;
  if (std::ssize(record.runs) != cell.reads) return false;
  return std::ranges::none_of(record.runs, [](const RunRecord& run) {
    return !run.error.empty() || run.stopped_by == name_of(StopReason::interrupt);
  });
}

}  // namespace

std::optional<CellRecord> run_cell(const Cell& cell, const Plan& plan,
                                   const std::atomic<bool>* interrupted,
                                   const MachineAccount& account) {
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
  try {
    const Instance& instance = instance_of(cell);
    if (cell.setting->variants.empty())
      run_method(cell, instance, interrupted, watch, record);
    else
      MachineReads(cell, instance, interrupted, watch, record).run();
  } catch (const MachineError& error) {
    if (error.ends_machine()) throw;
    record_unanswered(cell, error, watch, record);
  } catch (...) {
    record.runs.clear();
    record.answers.clear();
    record.error = failure_text(std::current_exception());
  }
  record.environment.machine = watch.facts();
  // What an interrupt cut short is no result.
  if (interrupted != nullptr && *interrupted && !is_complete(cell, record)) return std::nullopt;
  return record;
}

}  // namespace spinsack

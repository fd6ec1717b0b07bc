// SPDX-License-Identifier: Apache-2.0
#include "study/machine_reads.hpp"

#include "core/error.hpp"
#include "core/stopwatch.hpp"
#include "instance/evaluate.hpp"
#include "instance/qkp.hpp"
#include "problem/problem.hpp"
#include "program/program.hpp"
#include "record/hex_bits.hpp"
#include "solver/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace spinsack {
namespace {

// A variant of a read with the labels that it ends with; none where it has none.
struct Processed {
  VariantRecord record;
  Labels labels;
};

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

class MachineReads {
 public:
  MachineReads(const Cell& cell, const Instance& instance, const std::atomic<bool>* interrupted,
               const RequestWatch& watch, CellRecord& record)
      : cell_(&cell),
        instance_(&instance),
        interrupted_(interrupted),
        watch_(&watch),
        record_(&record),
        end_(cell.first_read + cell.reads),
        machine_(
            plan_machine(*find_machine(cell.setting->method), instance, cell.setting->parameters)) {
    if (!models().in_turn && models().strengths.size() > 1)
      throw UsageError(fmt::format("lambda: expected one penalty strength per cell, found {}",
                                   models().strengths.size()));
  }

  std::optional<MachineError> run(const CellRecord* earlier) && {
    // Where reads take several strengths in turn, rule and number of a read tell which; without a penalty there is none.
    if (models().strengths.size() == 1) record_->lambda = models().strengths.front();
    // A real machine may answer many reads of one model at once.
    const bool together = machine_.sampler->real_machine && !models().in_turn && cell_->reads > 1;
    if (together) give_each_its_time();
    for (std::int64_t read = take_back(earlier); read < end_ && !failure_;) {
      if (models().in_turn || !model_) formulate_for(read);
      read = take_some(read, together ? end_ - read : 1);
      if (interrupted_ != nullptr && *interrupted_) break;
    }
    record_->answers = std::move(best_).take();
    return failure_;
  }

 private:
  const ModelPlan& models() const { return machine_.models; }

  // The read to go on with, after those that were answered before something ended the cell. A deadline is an end of a
  // read like any other.
  std::int64_t take_back(const CellRecord* earlier) {
    std::int64_t read = cell_->first_read;
    if (earlier == nullptr) return read;
    for (RunRecord run : earlier->runs) {
      const bool final = run.error.empty() || run.stopped_by == name_of(MachineFault::timeout);
      if (read == end_ || run.read != read || !final) break;
      if (run.error.empty() && !process_again(run)) break;
      record_->runs.push_back(std::move(run));
      ++read;
    }
    return read;
  }

  // Of the instance's program; those of a knapsack are its items.
  Index columns() const {
    return instance_->is<QkpInstance>() ? instance_->elements()
                                        : static_cast<Index>(instance_->program().columns.size());
  }

  // False if the bits are none of this instance.
  bool process_again(RunRecord& run) {
    Bits raw;
    try {
      raw = bits_of_hex(run.bits, columns());
    } catch (const InputError&) {
      return false;
    }
    run.variants.clear();
    process(raw, run);
    return true;
  }

  void formulate_for(std::int64_t read) {
    const Stopwatch watch;
    // With one strength all reads share the plainest formulation.
    model_ = models().make(models().in_turn ? read : 0, nullptr);
    formulating_ = watch.seconds();
  }

  // Each read has the limit of the plan, however long the requests before it were on their way.
  void give_each_its_time() {
    std::string& seconds = machine_.sampler_parameters["read-time"];
    if (seconds.empty() || seconds == params::to_text(std::optional<double>()))
      seconds = params::to_text(cell_->time_limit());
  }

  // Returns the read to go on with.
  std::int64_t take_some(std::int64_t first, std::int64_t reads) {
    const Stopwatch watch;
    SampleSet set;
    try {
      set = machine_.sampler->sample(model_->model, machine_.sampler_parameters,
                                     {.seed = cell_->seed,
                                      .first_read = first,
                                      .reads = reads,
                                      .time_limit = time_for(reads),
                                      .interrupted = interrupted_,
                                      .account = watch_->account()});
    } catch (const MachineError& error) {
      set.failure = error;
    }
    const double sampling = watch.seconds();
    // What our interrupt did not let a machine finish is no answer to what was asked.
    if (interrupted_ != nullptr && *interrupted_)
      std::erase_if(set.samples, [](const Sample& sample) { return sample.cut_short; });
    for (const Sample& sample : set.samples) add_run(set, sample, sampling);
    const std::int64_t next = first + std::ssize(set.samples);
    return set.failure ? after(*set.failure, next) : next;
  }

  // A request that came to its deadline is an end of its reads; after anything else they are to be asked for again.
  std::int64_t after(const MachineError& error, std::int64_t read) {
    if (error.fault() != MachineFault::timeout || !watch_->unanswered()) {
      failure_ = error;
      return read;
    }
    const std::int64_t next = std::min(end_, read + watch_->unanswered()->reads);
    for (; read < next; ++read)
      record_->runs.push_back(unanswered_run(*cell_, read, error, *watch_));
    return next;
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
    // An interrupt ended the reads that are missing; these are whole.
    const bool answered = set.clock && set.stopped_by == StopReason::interrupt;
    run.stopped_by = std::string(name_of(answered ? StopReason::work : set.stopped_by));
    if (set.clock) {
      run.clock = share_of(*set.clock, share);
      run.found_at = sample.found_at;
    }
    process(raw, run);
    run.seconds = formulating_ + sampling / share + watch.seconds();
    run.time_to_best = run.seconds;
    record_->runs.push_back(std::move(run));
  }

  void process(const Bits& raw, RunRecord& run) {
    for (const auto& [name, steps] : cell_->setting->variants) {
      // Where a sample has no labels, how far it is from an answer comes from the judged steps.
      const StepRequest request{
          .seed = cell_->seed, .read = run.read, .judged = !instance_->is<QkpInstance>()};
      Processed processed =
          run_variant(*instance_, name, parse_steps(instance_->problem(), steps), raw, request);
      best_.offer(run, processed.record, raw, processed.labels);
      run.variants.push_back(std::move(processed.record));
    }
  }

  const Cell* cell_;
  const Instance* instance_;
  const std::atomic<bool>* interrupted_;
  const RequestWatch* watch_;
  CellRecord* record_;
  std::int64_t end_;  // of its reads
  MachinePlan machine_;
  std::optional<MachineModel> model_;
  double formulating_ = 0;
  BestAnswers best_{*instance_};
  std::optional<MachineError> failure_;
};

}  // namespace

std::string label_text(const Instance& instance, LabelView labels) {
  return instance.is<QkpInstance>() ? hex_bits(labels) : hex_labels(labels);
}

VariantRecord variant_record(const Instance& instance, const std::string& name, LabelView labels) {
  const Judgement judgement = instance.problem().evaluate(instance, labels);
  const bool knapsack = instance.is<QkpInstance>();
  return {
      .name = name,
      .value = judgement.value,
      .weight = knapsack ? evaluate(instance.as<QkpInstance>(), labels).load : judgement.violation,
      .feasible = judgement.feasible};
}

std::optional<MachineError> make_reads(const Cell& cell, const Instance& instance,
                                       const std::atomic<bool>* interrupted,
                                       const RequestWatch& watch, const CellRecord* earlier,
                                       CellRecord& record) {
  return MachineReads(cell, instance, interrupted, watch, record).run(earlier);
}

}  // namespace spinsack

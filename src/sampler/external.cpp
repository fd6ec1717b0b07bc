// SPDX-License-Identifier: Apache-2.0
#include "sampler/external.hpp"

#include "core/error.hpp"
#include "core/stopwatch.hpp"
#include "core/worker_pool.hpp"
#include "machine/machine_link.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

namespace spinsack {
namespace {

constexpr std::int64_t most_external_reads = 100'000'000;

PrecisionRule precision_rule(std::string_view word) {
  if (word == "warn") return PrecisionRule::warn;
  return word == "round" ? PrecisionRule::round : PrecisionRule::refuse;
}

// The requests of one run.
class ExternalRun {
 public:
  ExternalRun(const ExternalMachine& settings, const QuboModel& model, const SampleRequest& request)
      : settings_(&settings),
        model_(&model),
        request_(&request),
        stop_(request.time_limit, request.interrupted),
        link_(describe_machine(settings.machine),
              {.retries = settings.retries,
               .patience = settings.patience,
               .precision = precision_rule(settings.precision)}),
        hello_(link_.hello()),
        options_(link_.machine().options) {
    for (auto& [name, value] : parse_options("--options", settings.options))
      options_.insert_or_assign(name, value);
    // With a time limit alone, one read takes all of it, or there are as many as the time has room for.
    const bool fills_time = !request.reads && request.time_limit && settings.read_time;
    reads_ = request.reads.value_or(fills_time ? most_external_reads : 1);
    batch_ = 1;
    if (hello_.answers == Answers::independent) {
      const auto wanted = static_cast<std::int64_t>(
          settings.batch.value_or(static_cast<double>(hello_.limits.reads_per_request)));
      batch_ = std::clamp<std::int64_t>(std::min(wanted, fills_time ? std::int64_t{1} : reads_), 1,
                                        hello_.limits.reads_per_request);
    } else if (settings.batch.value_or(1) > 1) {
      throw UsageError(
          fmt::format("--batch: expected 1 for machine '{}', whose samples are a {} and make one "
                      "read together, found {}",
                      settings.machine, name_of(hello_.answers), *settings.batch));
    }
    check();
  }

  SampleSet run() && {
    const std::int64_t requests = (reads_ - 1) / batch_ + 1;
    const std::int64_t threads = std::min(request_->threads, hello_.limits.concurrent);
    run_jobs(threads, requests, [&](std::int64_t job) {
      const std::int64_t first = request_->first_read + job * batch_;
      const std::int64_t end = std::min(first + batch_, request_->first_read + reads_);
      if (job > 0 && (target_reached_ || stop_.requested() || !time_for_more())) return false;
      if (request_->wanted && !request_->wanted(first)) return false;
      return take(first, end);
    });
    if (failure_ && set_.samples.empty()) throw MachineError(*failure_);
    std::ranges::sort(set_.samples, {}, &Sample::read);
    set_.reads = static_cast<std::int64_t>(set_.samples.size());
    std::ranges::stable_sort(set_.trace, {}, &TracePoint::seconds);
    double best = std::numeric_limits<double>::infinity();
    std::erase_if(set_.trace, [&](const TracePoint& point) {
      if (point.energy >= best) return true;
      best = point.energy;
      return false;
    });
    // An interrupt that came when all was answered has ended nothing.
    const bool whole =
        set_.reads == reads_ && std::ranges::none_of(set_.samples, &Sample::cut_short);
    if (failure_) static_cast<void>(stop_.requested());  // it may be the answer to an interrupt
    if (target_reached_)
      set_.stopped_by = StopReason::target;
    else if (!whole || stop_.reason() != StopReason::interrupt)
      set_.stopped_by = stop_.reason();
    if (set_.stopped_by != StopReason::interrupt) set_.failure = failure_;
    set_.seconds = stop_.seconds();
    return std::move(set_);
  }

 private:
  void check() const {
    if (!request_->starts.empty() && !hello_.warm_start)
      throw UsageError(
          fmt::format("--start: machine '{}' chooses its own starts", settings_->machine));
    if (reads_ < 1 || reads_ > most_external_reads)
      throw UsageError(
          fmt::format("--reads: expected 1..{}, found {}", most_external_reads, reads_));
  }

  bool time_for_more() const {
    return request_->reads || !settings_->read_time ||
           stop_.remaining().value_or(0) >= *settings_->read_time;
  }

  // So many reads and those to come, of which some are made at a time.
  double in_turn(std::int64_t reads) const {
    const std::int64_t at_a_time =
        std::max(1, std::min(request_->threads, hello_.limits.concurrent));
    const std::int64_t turns = (reads + request_->reads_to_come - 1) / at_a_time + 1;
    return static_cast<double>(turns);
  }

  // Seconds of the machine for a read, as it takes them; nothing: its own default.
  std::optional<double> read_time(std::int64_t first) const {
    std::optional<double> seconds = settings_->read_time;
    if (!seconds && request_->time_limit) {
      // No read has more than its share, so that all of them take no more than the limit; the first has all of it,
      // though a moment has passed since the clock started.
      seconds = *request_->time_limit / in_turn(reads_);
      if (first > request_->first_read)
        seconds = std::min(*seconds, stop_.remaining().value_or(0) /
                                         in_turn(request_->first_read + reads_ - first));
    }
    if (!seconds) return std::nullopt;
    const MachineLimits& limits = hello_.limits;
    if (limits.time_step.value_or(0) > 0) {
      const double steps = std::floor(*seconds / *limits.time_step * (1 + 1e-9));
      seconds = steps * *limits.time_step;
    }
    // A share may miss the shortest time by rounding. A later read may find less time left than its share: what the
    // others have cost is not lost by that.
    const double shortest = limits.shortest.value_or(0);
    if (first > request_->first_read || *seconds * (1 + 1e-9) >= shortest)
      seconds = std::max(*seconds, shortest);
    if (*seconds < shortest ||
        *seconds > limits.longest.value_or(std::numeric_limits<double>::infinity()))
      throw UsageError(
          fmt::format("--time-limit: machine '{}' takes {}..{} s for a read, found {:.4g} s; "
                      "--reads and --read-time change it",
                      settings_->machine, shortest, limits.longest.value_or(1e9), *seconds));
    return seconds;
  }

  // Asks for reads first .. end - 1, again for those that did not come. Whether to go on with others: what was paid for
  // is kept when a later request fails.
  bool take(std::int64_t first, std::int64_t end) try {
    while (first < end) {
      MachineQuestion question;
      question.reads = end - first;
      question.first_read = first;
      question.time_limit = read_time(first);
      if (hello_.target) question.target = request_->target;
      question.seed = request_->seed;
      question.options = options_;
      if (!request_->starts.empty())
        question.start =
            request_->starts[static_cast<std::size_t>(first) % request_->starts.size()];
      const double began = stop_.seconds();
      const CheckedAnswer answer =
          link_.ask(*model_, std::move(question), request_->account, request_->interrupted);
      std::vector<Sample> samples = samples_of(answer.answer, first, end);
      first += static_cast<std::int64_t>(samples.size());
      for (const Sample& sample : samples)
        if (request_->finished) request_->finished(sample);
      add(answer, std::move(samples), began);
      if (target_reached_ || stop_.requested()) return false;
    }
    return true;
  } catch (const MachineError& error) {
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = error;
    return false;
  }

  // The reads that the rows are: each as often as it occurred, or the best of all.
  std::vector<Sample> samples_of(const MachineAnswer& answer, std::int64_t first,
                                 std::int64_t end) const {
    const SampleRows& rows = answer.rows;
    std::vector<Sample> samples;
    const auto add_row = [&](std::size_t r, double energy) {
      samples.push_back({.read = first + static_cast<std::int64_t>(samples.size()),
                         .energy = energy,
                         .bits = Bits(rows.row(r).begin(), rows.row(r).end()),
                         .work = {},
                         .found_at = r < answer.found_at.size() ? answer.found_at[r] : std::nullopt,
                         .cut_short = answer.stopped_by == name_of(StopReason::interrupt)});
    };
    std::optional<std::size_t> best;
    double lowest = 0;
    double excess = 0;  // of the best, over the inequality
    for (std::size_t r = 0; r < rows.rows(); ++r) {
      const double energy = model_->energy(rows.row(r));
      if (hello_.answers == Answers::independent) {
        for (std::int64_t k = 0;
             k < rows.occurrences[r] && first + static_cast<std::int64_t>(samples.size()) < end;
             ++k)
          add_row(r, energy);
      } else if (const double over = excess_of(rows.row(r));
                 !best || over < excess || (over == excess && energy < lowest)) {
        best = r;
        lowest = energy;
        excess = over;
      }
    }
    if (best) add_row(*best, lowest);
    return samples;
  }

  // By how much a sample breaks the inequality that goes with the model; energies know nothing of it.
  double excess_of(BitView bits) const {
    const std::optional<Inequality>& limit = model_->inequality();
    if (!limit) return 0;
    double sum = -limit->bound;
    for (std::size_t v = 0; v < limit->weights.size(); ++v)
      if (bits[v] != 0) sum += limit->weights[v];
    return std::max(0.0, sum);
  }

  void add(const CheckedAnswer& answer, std::vector<Sample> samples, double began) {
    const std::scoped_lock lock(mutex_);
    if (!set_.clock) set_.clock.emplace();
    *set_.clock += answer.clock;
    // What the machine calls its work, or the best that is known instead.
    set_.read_seconds += answer.clock.machine.value_or(
        answer.clock.service.value_or(answer.clock.total.value_or(0)));
    for (const std::string& remark : answer.remarks)
      if (std::ranges::count(set_.remarks, remark) == 0) set_.remarks.push_back(remark);
    for (std::size_t r = 0; r < answer.answer.found_at.size(); ++r)
      if (const std::optional<double>& when = answer.answer.found_at[r])
        set_.trace.push_back({began + *when, model_->energy(answer.answer.rows.row(r))});
    // Nobody can check these, but none of them is better than what came of it.
    for (const auto& [seconds, energy] : answer.answer.improvements)
      if (std::ranges::all_of(samples,
                              [than = energy](const Sample& s) { return than > s.energy; }))
        set_.trace.push_back({began + seconds, energy});
    const double now = stop_.seconds();
    for (Sample& sample : samples) {
      best_ = std::min(best_, sample.energy);
      if (answer.answer.found_at.empty()) set_.trace.push_back({now, sample.energy});
      target_reached_ = target_reached_ || (request_->target && sample.energy <= *request_->target);
      set_.samples.push_back(std::move(sample));
      ++set_.reads;
    }
    if (request_->progress) request_->progress(set_.reads, best_);
  }

  const ExternalMachine* settings_;
  const QuboModel* model_;
  const SampleRequest* request_;
  Stop stop_;
  MachineLink link_;
  Hello hello_;
  ParameterValues options_;
  std::int64_t reads_ = 1;
  std::int64_t batch_ = 1;  // reads per request
  std::atomic<bool> target_reached_{false};
  std::mutex mutex_;  // guards what follows
  SampleSet set_;
  std::optional<MachineError> failure_;  // the first
  double best_ = std::numeric_limits<double>::infinity();
};

}  // namespace

SampleSet ExternalMachine::sample(const QuboModel& model, const SampleRequest& request) const {
  if (machine.empty())
    throw UsageError("--machine: expected the name of a machine, see `spinsack list machines`");
  return ExternalRun(*this, model, request).run();
}

}  // namespace spinsack

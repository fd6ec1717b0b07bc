// SPDX-License-Identifier: Apache-2.0
#include "sampler/reads.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"
#include "core/worker_pool.hpp"
#include "sampler/machine_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

namespace spinsack {
namespace {

constexpr int most_threads = 1024;
constexpr std::int64_t most_reads = 100'000'000;
constexpr int bits_within_read = 16;  // of the 64 that name a stream
constexpr std::int64_t last_read_number = (std::int64_t{1} << (64 - bits_within_read)) - 1;

struct FinishedRead {
  Sample sample;
  std::vector<TracePoint> trace;
};

void check(const SampleRequest& request, std::int64_t reads, Index variables) {
  const auto require = [](bool holds, std::string_view flag, std::string_view range, auto found) {
    if (!holds) throw UsageError(fmt::format("--{}: expected {}, found {}", flag, range, found));
  };
  require(reads >= 1 && reads <= most_reads, "reads", "1..100000000", reads);
  // A read with a larger number would draw the random numbers of an earlier one.
  const std::int64_t largest_first = last_read_number - (reads - 1);
  require(request.first_read >= 0 && request.first_read <= largest_first, "first-read",
          fmt::format("0..{}", largest_first), request.first_read);
  require(request.threads >= 1 && request.threads <= most_threads, "threads", "1..1024",
          request.threads);
  if (request.time_limit)
    require(*request.time_limit >= 0, "time-limit", "a number of seconds >= 0",
            *request.time_limit);
  for (const Bits& start : request.starts)
    require(start.size() == at(variables), "start",
            fmt::format("states of {} variables", variables), start.size());
}

// How many reads there can be: one, the number asked for, or all that a time limit has room for.
std::int64_t reads_of(const SampleRequest& request) {
  if (request.reads) return *request.reads;
  if (!request.time_limit) return 1;
  return std::clamp<std::int64_t>(last_read_number - request.first_read + 1, 1, most_reads);
}

// A clock can outlast any memory: of twice as many reads as are kept at least, the better half stays.
// Returns the work of those that went.
Work keep_best(std::vector<FinishedRead>& reads, Index variables) {
  const std::size_t kept =
      std::clamp<std::size_t>((std::size_t{1} << 27) / at(variables), 1'000, 100'000);
  Work gone;
  if (reads.size() < 2 * kept) return gone;
  const auto better = [](const FinishedRead& a, const FinishedRead& b) {
    return std::pair(a.sample.energy, a.sample.read) < std::pair(b.sample.energy, b.sample.read);
  };
  std::ranges::nth_element(reads, reads.begin() + static_cast<std::ptrdiff_t>(kept), better);
  for (std::size_t r = kept; r < reads.size(); ++r) gone += reads[r].sample.work;
  reads.resize(kept);
  return gone;
}

// Whether a run that fills its time is over: what could begin in its last hundredth would be cut short.
bool time_is_filled(const SampleRequest& request, const Stop& stop) {
  return !request.reads && request.time_limit && *stop.remaining() <= 0.01 * *request.time_limit;
}

// What there is to say if the end was asked for before there was a machine to ask: laying out a large model takes a while.
SampleSet answer_at_once(const QuboModel& model, const SampleRequest& request, Stop& stop) {
  Sample sample;
  sample.read = request.first_read;
  if (request.starts.empty()) {
    sample.bits.resize(at(model.size()));
    Rng rng(request.seed, read_stream(sample.read));
    for (std::uint8_t& bit : sample.bits) bit = static_cast<std::uint8_t>(rng.bits32() >> 31);
  } else {
    sample.bits = request.starts[static_cast<std::size_t>(sample.read) % request.starts.size()];
  }
  sample.energy = model.energy(sample.bits);
  if (request.finished) request.finished(sample);
  if (request.progress) request.progress(1, sample.energy);
  SampleSet set;
  set.trace.push_back({stop.seconds(), sample.energy});
  set.samples.push_back(std::move(sample));
  set.reads = 1;
  set.stopped_by = stop.reason();
  set.seconds = stop.seconds();
  return set;
}

// The bests of all reads on one time axis.
std::vector<TracePoint> merged_trace(const std::vector<FinishedRead>& reads) {
  std::vector<TracePoint> all;
  for (const FinishedRead& read : reads)
    all.insert(all.end(), read.trace.begin(), read.trace.end());
  std::ranges::stable_sort(all, {}, &TracePoint::seconds);
  std::vector<TracePoint> best;
  for (const TracePoint& point : all)
    if (best.empty() || point.energy < best.back().energy) best.push_back(point);
  return best;
}

}  // namespace

ReadContext::ReadContext(const SampleRequest& request, std::int64_t read, Stop& stop,
                         const std::atomic<std::int64_t>& last_read)
    : request_(&request),
      read_(read),
      stop_(&stop),
      watch_(stop),
      target_(request.target.value_or(-std::numeric_limits<double>::infinity())),
      last_read_(&last_read) {
  if (!request.starts.empty())
    start_ = request.starts[static_cast<std::size_t>(read) % request.starts.size()];
}

std::optional<double> ReadContext::time_to_fill() const {
  return request_->reads ? std::nullopt : stop_->remaining();
}

std::uint64_t read_stream(std::int64_t read, std::uint64_t number) {
  return static_cast<std::uint64_t>(read) << bits_within_read | number;
}

void ReadContext::begin(KernelState& state) const {
  if (warm())
    state.assign(start_, state.model->set_up_watch());
  else
    state.randomise();
}

Bits ReadContext::or_start(const QuboModel& model, Bits answer) const {
  if (warm() && model.energy(start_) < model.energy(answer)) return {start_.begin(), start_.end()};
  return answer;
}

bool ReadContext::improves(double energy) {
  if (energy >= best_) return false;
  best_ = energy;
  trace_.add({stop_->seconds(), energy});
  target_reached_ = energy <= target_;
  return true;
}

namespace {

// All reads of a model that is laid out. Throws SetUpInterrupted if there was none before the interrupt.
SampleSet reads_of_machine(const QuboModel& model, const WorkingModel& machine,
                           const SampleRequest& request, const ReadFunction& read,
                           const BlockFunctions& blocks, Stop& stop) {
  const std::int64_t reads = reads_of(request);
  const KernelModel& kernel_model = machine.kernel();
  const bool in_blocks = blocks.in_blocks && blocks.in_blocks(kernel_model);
  const double target = request.target.value_or(-std::numeric_limits<double>::infinity());

  std::mutex mutex;  // guards the next four
  std::vector<FinishedRead> finished;
  SampleSet set;
  double best = std::numeric_limits<double>::infinity();
  double read_seconds = 0;
  // The first read that reached the target; later ones are not needed.
  std::atomic<std::int64_t> last{request.first_read + reads - 1};
  std::atomic<bool> given_up{false};  // a read, before it began

  // Returns the seconds that the caller's own work on the sample took: they are not the machine's.
  const auto finish = [&](ReadContext& context, Bits bits) {
    FinishedRead done;
    done.sample.read = context.read();
    done.sample.bits = std::move(bits);
    done.sample.energy = model.energy(done.sample.bits);
    context.improves(done.sample.energy);
    done.sample.work = context.work;
    done.trace = context.trace();
    const double handed_over = stop.seconds();
    if (request.finished) request.finished(done.sample);
    const double seconds_of_caller = stop.seconds() - handed_over;
    const std::scoped_lock lock(mutex);
    if (context.target_reached()) last = std::min<std::int64_t>(last, context.read());
    best = std::min(best, done.sample.energy);
    finished.push_back(std::move(done));
    ++set.reads;
    if (request.progress) request.progress(set.reads, best);
    if (!request.reads) set.work += keep_best(finished, model.size());
    return seconds_of_caller;
  };
  const auto do_reads = [&](std::vector<ReadContext>& contexts) {
    const double start = stop.seconds();
    double seconds_of_caller = 0;
    if (in_blocks) {
      BlockAnswers answers = blocks.read_block(kernel_model, contexts);
      for (std::size_t r = 0; r < contexts.size(); ++r)
        if (answers[r]) seconds_of_caller += finish(contexts[r], std::move(*answers[r]));
    } else {
      for (ReadContext& context : contexts)
        seconds_of_caller += finish(context, read(kernel_model, context));
    }
    const std::scoped_lock lock(mutex);
    read_seconds += stop.seconds() - start - seconds_of_caller;
  };
  // A job is one read, or what was asked for of one block.
  const std::int64_t width = in_blocks ? reads_per_block : 1;
  const std::int64_t first_block = request.first_read / width;
  const std::int64_t end_of_reads = request.first_read + reads;
  run_jobs(request.threads, (end_of_reads - 1) / width - first_block + 1, [&](std::int64_t job) {
    const std::int64_t block = (first_block + job) * width;
    const std::int64_t begin = std::max(block, request.first_read);
    const std::int64_t end = std::min(block + width, end_of_reads);
    // Whatever the clock says, there is an answer: the first read always happens.
    if (begin > last || (job > 0 && (stop.requested() || time_is_filled(request, stop))))
      return false;
    std::vector<ReadContext> contexts;
    for (std::int64_t number = begin; number < end && number <= last; ++number) {
      if (request.wanted && !request.wanted(number)) break;
      contexts.emplace_back(request, number, stop, last);
    }
    if (contexts.empty()) return false;
    try {
      do_reads(contexts);
    } catch (const SetUpInterrupted&) {
      given_up = true;
      return false;
    } catch (...) {
      last = -1;  // the others need not go on
      throw;
    }
    return true;
  });

  if (given_up && finished.empty()) throw SetUpInterrupted();
  set.reads -= static_cast<std::int64_t>(
      std::erase_if(finished, [&](const FinishedRead& r) { return r.sample.read > last; }));
  std::ranges::sort(finished, {}, [](const FinishedRead& r) { return r.sample.read; });
  set.trace = merged_trace(finished);
  for (FinishedRead& done : finished) {
    set.work += done.sample.work;
    set.samples.push_back(std::move(done.sample));
  }
  const bool reached =
      !set.samples.empty() &&
      std::ranges::any_of(set.samples, [&](const Sample& s) { return s.energy <= target; });
  set.stopped_by = reached ? StopReason::target : stop.reason();
  if (set.stopped_by == StopReason::work && time_is_filled(request, stop))
    set.stopped_by = StopReason::time;
  set.seconds = stop.seconds();
  set.read_seconds = read_seconds;
  set.dropped_terms = machine.dropped_terms();
  return set;
}

}  // namespace

SampleSet run_reads(const QuboModel& model, const SampleRequest& request, const ReadFunction& read,
                    const BlockFunctions& blocks) {
  if (model.inequality())
    throw UsageError(
        "the model has an inequality (encoding 'native'), which only some real machines take; this "
        "sampler takes every other encoding");
  const std::int64_t reads = reads_of(request);
  check(request, reads, model.size());
  Stop stop(request.time_limit, request.interrupted);  // laying out a large model takes time, too
  try {
    SetUpWatch(&stop).ask();
    const WorkingModel machine(model, &stop);
    return reads_of_machine(model, machine, request, read, blocks, stop);
  } catch (const SetUpInterrupted&) {
    return answer_at_once(model, request, stop);
  }
}

}  // namespace spinsack

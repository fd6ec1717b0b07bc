// SPDX-License-Identifier: Apache-2.0
#include "solver/incumbent.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace spinsack {
namespace {

void check(const SolveRequest& request) {
  const auto require = [](bool holds, std::string_view flag, std::string_view range, auto found) {
    if (!holds) throw UsageError(fmt::format("--{}: expected {}, found {}", flag, range, found));
  };
  require(request.threads >= 1 && request.threads <= 1024, "threads", "1..1024", request.threads);
  if (request.time_limit)
    require(*request.time_limit >= 0, "time-limit", "a number of seconds >= 0",
            *request.time_limit);
}

}  // namespace

Incumbent::Incumbent(const Instance& instance, const SolveRequest& request)
    : Incumbent(instance.problem().trivial != nullptr
                    ? std::optional(instance.problem().trivial(instance))
                    : std::nullopt,
                request) {}

Incumbent::Incumbent(std::optional<TrivialAnswer> trivial, const SolveRequest& request)
    : request_((check(request), &request)), stop_(request.time_limit, request.interrupted) {
  if (!trivial) return;
  value_ = trivial_ = trivial->value;
  found_[{before_all, trivial_}] = {stop_.seconds(), std::move(trivial->labels)};
  if (request.target && *request.target <= trivial_) target_found_ = before_all;
}

// The last of all, or the first that reaches the target; the end if there is nothing.
Incumbent::Staircase::iterator Incumbent::answer() {
  if (request_->target)
    for (auto step = found_.begin(); step != found_.end(); ++step)
      if (step->first.second >= *request_->target) return step;
  return found_.empty() ? found_.end() : std::prev(found_.end());
}

void Incumbent::offer(LabelView bits, Profit value, std::int64_t number) {
  if (value <= trivial_) return;  // that answer was there before all others
  const std::scoped_lock lock(mutex_);
  // 1. Only what is better than all before it in the order of numbers is of interest.
  const auto next = found_.upper_bound({number, value});
  if (next != found_.begin() && std::prev(next)->first.second >= value) return;
  const auto step = found_.insert(next, {{number, value}, {stop_.seconds(), {}}});
  for (auto later = std::next(step); later != found_.end() && later->first.second <= value;)
    later = found_.erase(later);
  // 2. Bits are kept for the answer alone.
  if (const auto now = answer(); now == step) {
    for (auto& [key, other] : found_) other.bits.clear();
    step->second.bits.assign(bits.begin(), bits.end());
  }
  if (request_->target && value >= *request_->target)
    target_found_ = std::min(target_found_.load(std::memory_order_relaxed), number);
  // 3. Progress is told in the order of time.
  if (value <= this->value()) return;
  value_ = value;
  if (request_->progress) request_->progress(step->second.seconds, value);
}

Labels Incumbent::best() {
  const std::scoped_lock lock(mutex_);
  const auto now = answer();
  return now == found_.end() ? Labels() : now->second.bits;
}

void Incumbent::bound(Profit upper_bound) {
  const std::scoped_lock lock(mutex_);
  upper_bound_ = std::min(upper_bound, upper_bound_.value_or(upper_bound));
}

std::optional<Profit> Incumbent::upper_bound() {
  const std::scoped_lock lock(mutex_);
  return upper_bound_;
}

bool Incumbent::proven() {
  const std::scoped_lock lock(mutex_);
  return upper_bound_ && value() >= *upper_bound_;
}

void Incumbent::count(const Work& work, std::int64_t number) {
  const std::scoped_lock lock(mutex_);
  work_[request_->target ? number : 0] += work;
}

void Incumbent::time(Stage stage, double seconds) {
  const std::scoped_lock lock(mutex_);
  stage_seconds_.at(static_cast<std::size_t>(stage)) += seconds;
}

void Incumbent::detail(std::string_view name, std::int64_t value) {
  const std::scoped_lock lock(mutex_);
  details_.push_back({name, value});
}

void Incumbent::certificate(std::string text) {
  const std::scoped_lock lock(mutex_);
  certificate_ = std::move(text);
}

SolveOutcome Incumbent::outcome() && {
  SolveOutcome outcome;
  const auto last = answer();
  // Searches side by side may find things in another order than that of their numbers.
  double seconds = 0;
  if (last != found_.end()) {
    for (auto step = found_.begin(); step != std::next(last); ++step) {
      seconds = std::max(seconds, step->second.seconds);
      outcome.trace.push_back({seconds, step->first.second});
    }
    outcome.bits = std::move(last->second.bits);
    outcome.value = last->first.second;
    outcome.time_to_best = seconds;
  }
  // Below what was found it is wrong, if only by a tolerance; others must not build on it.
  if (upper_bound_ && *upper_bound_ >= value()) outcome.upper_bound = upper_bound_;
  for (const auto& [number, work] : work_)
    if (number <= target_found_) outcome.work += work;
  outcome.stopped_by = target_found_ != nobody ? StopReason::target : stop_.reason();
  outcome.seconds = stop_.seconds();
  outcome.stage_seconds = stage_seconds_;
  outcome.details = std::move(details_);
  outcome.certificate = std::move(certificate_);
  return outcome;
}

}  // namespace spinsack

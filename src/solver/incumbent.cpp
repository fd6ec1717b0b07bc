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

Incumbent::Incumbent(const QkpInstance& instance, const SolveRequest& request)
    : request_((check(request), &request)),
      stop_(request.time_limit, request.interrupted),
      bits_(at(instance.size()), 0) {
  trace_.push_back({stop_.seconds(), 0});
  if (request.target && *request.target <= 0) target_found_ = -1;
}

void Incumbent::offer(BitView bits, Profit value, std::int64_t number) {
  const std::scoped_lock lock(mutex_);
  const std::int64_t found = target_found_.load(std::memory_order_relaxed);
  const bool reaches = request_->target && value >= *request_->target;
  if (found != nobody ? !(reaches && number < found)
                      : value < this->value() || (value == this->value() && number >= number_))
    return;
  bits_.assign(bits.begin(), bits.end());
  number_ = number;
  value_ = value;
  if (reaches) target_found_ = number;
  if (value <= trace_.back().value) return;
  trace_.push_back({stop_.seconds(), value});
  if (request_->progress) request_->progress(trace_.back().seconds, value);
}

void Incumbent::count(const Work& work) {
  const std::scoped_lock lock(mutex_);
  work_ += work;
}

void Incumbent::time(Stage stage, double seconds) {
  const std::scoped_lock lock(mutex_);
  stage_seconds_.at(static_cast<std::size_t>(stage)) += seconds;
}

SolveOutcome Incumbent::outcome() && {
  SolveOutcome outcome;
  // A search with a smaller number may have reached the target with a smaller value than a later one had.
  while (trace_.size() > 1 && trace_.back().value > value()) trace_.pop_back();
  if (trace_.back().value < value()) trace_.push_back({stop_.seconds(), value()});
  outcome.bits = std::move(bits_);
  outcome.value = value();
  outcome.trace = std::move(trace_);
  outcome.work = work_;
  outcome.stopped_by = target_found_ != nobody ? StopReason::target : stop_.reason();
  outcome.time_to_best = outcome.trace.back().seconds;
  outcome.seconds = stop_.seconds();
  outcome.stage_seconds = stage_seconds_;
  return outcome;
}

}  // namespace spinsack

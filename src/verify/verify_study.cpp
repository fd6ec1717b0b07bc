// SPDX-License-Identifier: Apache-2.0
#include "verify/verify_study.hpp"

#include "core/error.hpp"
#include "instance/qkp.hpp"
#include "record/hex_bits.hpp"
#include "verify/recompute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace spinsack {
namespace {

constexpr std::size_t most_told = 10;

struct Fault {
  std::string text;
};

// Claims of one record, each checked once; the first that does not hold is thrown.
class RecordChecker {
 public:
  RecordChecker(const CellRecord& record, const Instance* instance)
      : record_(&record), instance_(instance) {}

  void check() {
    if (instance_ != nullptr) check_instance();
    for (const RunRecord& run : record_->runs) check_run(run);
    for (const AnswerRecord& answer : record_->answers) check_answer(answer);
    if (!record_->answers.empty()) require_answers();
    if (record_->answers.empty() && is_whole_method() && is_knapsack())
      for (const RunRecord& run : record_->runs)
        if (run.error.empty())
          for (const VariantRecord& variant : run.variants) recheck(run, variant, run.bits);
  }

  std::int64_t answers() const { return answers_; }

 private:
  [[noreturn]] static void fail(std::string_view what, const auto& claimed, const auto& computed) {
    throw Fault{fmt::format("{}: claimed {}, found {}", what, claimed, computed)};
  }

  static std::string name_of(const RunRecord& run, const VariantRecord& variant) {
    return fmt::format("{}, read {}", variant.name, run.read);
  }

  // A machine with variants has an encoding and no steps of its own; of everything else bits are the solution.
  bool is_whole_method() const {
    return record_->parameters.contains("post") || !record_->parameters.contains("encoding");
  }

  void check_instance() const {
    if (record_->instance.n != instance_->elements())
      fail("n", record_->instance.n, instance_->elements());
    if (!is_knapsack()) return;
    const Weight capacity = instance_->as<QkpInstance>().capacity();
    if (record_->instance.capacity != capacity)
      fail("capacity", record_->instance.capacity, capacity);
  }

  // A request without an answer claims nothing.
  static void check_unanswered(const RunRecord& run) {
    if (!run.bits.empty()) fail("bits", "none, without an answer", run.bits);
    for (const VariantRecord& variant : run.variants)
      if (variant.feasible || variant.value != 0)
        fail(name_of(run, variant), "no result, without an answer", variant.value);
  }

  void check_run(const RunRecord& run) const {
    if (!run.error.empty()) return check_unanswered(run);
    if (is_knapsack()) static_cast<void>(labels_of(run.bits));
    for (const VariantRecord& variant : run.variants) {
      const bool fits =
          is_knapsack() ? variant.weight <= record_->instance.capacity : variant.weight == 0;
      if (variant.feasible != fits)
        fail(name_of(run, variant) + ": feasible", variant.feasible, fits);
      if (variant.feasible && run.upper_bound && *run.upper_bound < variant.value)
        fail(name_of(run, variant) + ": upper_bound", *run.upper_bound,
             fmt::format("a solution of {}", variant.value));
    }
    check_trace(run);
  }

  // Times never go back and values never fall; the last value is the reported one.
  static void check_trace(const RunRecord& run) {
    if (run.trace.empty() || run.variants.size() != 1) return;
    for (std::size_t i = 1; i < run.trace.size(); ++i)
      if (run.trace[i] < run.trace[i - 1] || run.trace[i].second < run.trace[i - 1].second)
        fail("trace", "values that rise in time", fmt::format("a fall at point {}", i + 1));
    if (run.trace.back().second != run.variants.front().value)
      fail("trace", fmt::format("an end at {}", run.variants.front().value),
           run.trace.back().second);
  }

  bool is_knapsack() const { return record_->instance.is_knapsack(); }

  Labels labels_of(const std::string& digits) const {
    try {
      return is_knapsack() ? bits_of_hex(digits, record_->instance.n)
                           : labels_of_hex(digits, record_->instance.n);
    } catch (const InputError& error) {
      throw Fault{fmt::format("bits: {}", error.what())};
    }
  }

  void recheck(const RunRecord& run, const VariantRecord& variant, const std::string& digits) {
    const Labels labels = labels_of(digits);
    if (instance_ == nullptr) return;
    const Judgement found = recompute(*instance_, labels);
    const std::string name = name_of(run, variant);
    if (variant.value != found.value) fail(name + ": value", variant.value, found.value);
    const Weight weight =
        is_knapsack() ? recompute(instance_->as<QkpInstance>(), labels).weight : found.violation;
    if (variant.weight != weight)
      fail(name + (is_knapsack() ? ": weight" : ": violation"), variant.weight, weight);
    if (variant.feasible != found.feasible)
      fail(name + ": feasible", variant.feasible, found.feasible);
    ++answers_;
  }

  static const VariantRecord* find(const RunRecord& run, const std::string& name) {
    const auto place = std::ranges::find(run.variants, name, &VariantRecord::name);
    return place == run.variants.end() ? nullptr : &*place;
  }

  void check_answer(const AnswerRecord& answer) {
    const auto run = std::ranges::find(record_->runs, answer.read, &RunRecord::read);
    const VariantRecord* const variant =
        run == record_->runs.end() ? nullptr : find(*run, answer.variant);
    if (variant == nullptr)
      fail("answers", fmt::format("one of {}, read {}", answer.variant, answer.read),
           "no such result");
    recheck(*run, *variant, answer.bits.empty() ? run->bits : answer.bits);
    if (const auto best = best_value(answer.variant); !variant->feasible || best > variant->value)
      fail("answers", fmt::format("the best of {} in read {}", answer.variant, answer.read),
           fmt::format("a better one of {}", *best));
  }

  std::optional<Profit> best_value(const std::string& name) const {
    std::optional<Profit> best;
    for (const RunRecord& run : record_->runs)
      if (const VariantRecord* const variant = find(run, name); variant && variant->feasible)
        best = std::max(best.value_or(variant->value), variant->value);
    return best;
  }

  // Every variant with a feasible run has its answer.
  void require_answers() const {
    for (const RunRecord& run : record_->runs)
      for (const VariantRecord& variant : run.variants)
        if (variant.feasible && std::ranges::find(record_->answers, variant.name,
                                                  &AnswerRecord::variant) == record_->answers.end())
          fail("answers", "all", fmt::format("none of {}", variant.name));
  }

  const CellRecord* record_;
  const Instance* instance_;
  std::int64_t answers_ = 0;
};

}  // namespace

std::string fault_of(const CellRecord& record, const Instance* instance, std::int64_t& answers) {
  RecordChecker checker(record, instance);
  std::string fault;
  try {
    checker.check();
  } catch (const Fault& found) {
    fault = found.text;
  }
  answers += checker.answers();
  return fault;
}

StudyVerification verify_study(const std::string& folder, const FindInstance& find,
                               const Remark& remark) {
  StudyVerification result;
  const auto take = [&](CellRecord&& record) {
    if (!record.error.empty()) {
      ++result.failing;
      return;
    }
    ++result.cells;
    result.runs += static_cast<std::int64_t>(record.runs.size());
    result.without_answers += record.answers.empty() ? 1 : 0;
    const Instance* instance = nullptr;
    try {
      instance = &find(record.instance);
    } catch (const Error& error) {
      ++result.unchecked[error.what()];
    }
    const std::string fault = fault_of(record, instance, result.answers);
    if (fault.empty()) return;
    ++result.wrong;
    if (result.faults.size() < most_told)
      result.faults.push_back(fmt::format("cell {} ({} with {}): {}", record.cell,
                                          record.instance.name, record.label, fault));
  };
  scan_records(folder, take, [&](const std::string& text) {
    ++result.damaged;
    if (remark) remark(text);
  });
  return result;
}

}  // namespace spinsack

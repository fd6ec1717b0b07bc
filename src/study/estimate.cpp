// SPDX-License-Identifier: Apache-2.0
#include "study/estimate.hpp"

#include "solver/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace spinsack {
namespace {

constexpr double without_a_clue = 1;  // seconds of a method that says nothing about its work

double number(const ParameterValues& parameters, std::string_view name, double otherwise) {
  const auto found = parameters.find(name);
  if (found == parameters.end()) return otherwise;
  double value = 0;
  const std::string& text = found->second;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return fault == std::errc() ? value : otherwise;
}

// Nanoseconds per visit of a variable of a dense model, as measured by bench/sampler_bench.cpp: the rows leave
// the caches as n grows.
double visit_nanoseconds(double n) { return 5 + 6 * n / 1000 + 2.5 * std::pow(n / 1000, 3); }

bool is_sampler(std::string_view method) { return find_machine(method) != nullptr; }

// A method used whole, which its time limit or target may end.
bool may_end_sooner(const Cell& cell) {
  if (!cell.setting->variants.empty()) return false;
  if (!is_sampler(cell.setting->method)) return cell.time_limit().has_value();
  return cell.target || (cell.time_limit() && expected_seconds(cell) >= *cell.time_limit());
}

bool is_real(const Cell& cell) {
  const Sampler* const sampler = find_machine(cell.setting->method);
  return sampler != nullptr && sampler->real_machine;
}

std::string shape_of(const Cell& cell) {
  std::string kind = fmt::format("{} {}", cell.setting->method, cell.instance->record.n);
  for (const auto& [name, value] : cell.setting->parameters)
    if (name != "lambda") kind += fmt::format(" {}", value);
  return kind;
}

}  // namespace

double expected_seconds(const Cell& cell) {
  const double n = cell.instance->record.n;
  const ParameterValues& parameters = cell.setting->parameters;
  const bool whole = cell.setting->variants.empty();
  if (whole && !is_sampler(cell.setting->method))
    return cell.time_limit() ? *cell.time_limit() : without_a_clue * std::pow(n / 1000, 2);
  const double sweeps = number(parameters, "sweeps", number(parameters, "steps", 1000));
  const double replicas = number(parameters, "replicas", number(parameters, "slices", 1));
  const double anneal = sweeps * replicas * n * visit_nanoseconds(n) * 1e-9;
  const double improve = 1e-9 * n * n;
  if (is_real(cell))
    return static_cast<double>(request_count(cell)) * cell.time_limit().value_or(without_a_clue);
  if (whole) {  // the limit is for all reads together
    const double work = number(parameters, "reads", 1) * (anneal + improve);
    return cell.time_limit() ? std::min(work, *cell.time_limit()) : work;
  }
  const double read = cell.time_limit() ? std::min(anneal, *cell.time_limit()) : anneal;
  return static_cast<double>(cell.reads) *
         (read + improve * static_cast<double>(cell.setting->variants.size()));
}

std::int64_t request_count(const Cell& cell) {
  if (!is_real(cell)) return 0;
  if (!cell.setting->variants.empty()) return cell.reads;
  return static_cast<std::int64_t>(number(cell.setting->parameters, "reads", 1));
}

StudyEstimate estimate(std::span<const Cell> cells) {
  StudyEstimate total;
  for (const Cell& cell : cells) {
    total.runs += cell.reads;
    total.seconds += expected_seconds(cell);
    const auto variants =
        static_cast<double>(std::max<std::size_t>(1, cell.setting->variants.size()));
    const double run = 200 + cell.instance->record.n / 4.0 + 95 * variants;
    const double answers = variants * (45 + cell.instance->record.n / 4.0);
    total.bytes += 700 + static_cast<double>(cell.reads) * run + answers;
    total.at_most = total.at_most || may_end_sooner(cell);
  }
  return total;
}

void Pace::expect(const Cell& cell) {
  kinds_[shape_of(cell)].expected_left += expected_seconds(cell);
}

void Pace::done(const Cell& cell, double seconds) {
  Kind& kind = kinds_[shape_of(cell)];
  const double expected = expected_seconds(cell);
  kind.expected_left = std::max(0.0, kind.expected_left - expected);
  kind.expected_done += expected;
  kind.taken += seconds;
}

double Pace::remaining_seconds() const {
  double expected = 0;
  double taken = 0;
  for (const auto& [name, kind] : kinds_) {
    expected += kind.expected_done;
    taken += kind.taken;
  }
  const double overall = expected > 0 ? taken / expected : 1;
  double remaining = 0;
  for (const auto& [name, kind] : kinds_)
    remaining +=
        kind.expected_left * (kind.expected_done > 0 ? kind.taken / kind.expected_done : overall);
  return remaining;
}

}  // namespace spinsack

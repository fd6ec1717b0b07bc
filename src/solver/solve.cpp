// SPDX-License-Identifier: Apache-2.0
#include "solver/solve.hpp"

#include "core/relative_gap.hpp"
#include "core/stopwatch.hpp"
#include "problem/problem.hpp"
#include "solver/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace spinsack {
namespace {

// What a bound may take at the end of a time limit.
double bound_share(double limit) { return std::min(0.1 * limit, 0.25); }

// Real machines take their time in whole steps, and are given all that was asked for.
bool is_real_machine(std::string_view method) {
  const Sampler* const sampler = find_machine(method);
  return sampler != nullptr && sampler->real_machine;
}

// A problem whose bounds all come from methods keeps no time for another.
bool has_bound(const Instance& instance) { return instance.problem().bound != nullptr; }

// In what is left of the time limit. After an interrupt a moment is still taken, since the bound that costs
// nothing is worth nothing.
std::optional<Profit> bound_after(const Instance& instance, const SolveResult& result,
                                  const SolveRequest& request, bool interrupted) {
  constexpr double moment = 0.03;
  std::optional<double> limit = request.time_limit;
  if (limit)
    limit = is_real_machine(result.method) ? bound_share(*limit)
                                           : std::max(0.0, *limit - result.outcome.seconds);
  Stop rest = interrupted ? Stop(std::min(moment, limit.value_or(moment)))
                          : Stop(limit, request.interrupted);
  BoundRequest wanted{.stop = &rest};
  if (result.found()) wanted.target = result.value();
  return instance.problem().bound(instance, wanted);
}

}  // namespace

double SolveResult::gap() const {
  return found() && upper_bound ? relative_gap(*upper_bound, value()) : 1;
}

Judgement judged(const Instance& instance, std::string_view method, const SolveOutcome& outcome) {
  if (!outcome.found()) return {};
  const Judgement judgement = instance.problem().evaluate(instance, outcome.bits);
  if (!judgement.feasible || judgement.value != outcome.value)
    throw std::logic_error(fmt::format("{}: '{}' says {} and the evaluator {}{}", instance.name(),
                                       method, outcome.value, judgement.value,
                                       judgement.feasible ? "" : ", infeasible"));
  return judgement;
}

SolveResult solve(const Instance& instance, std::string_view method,
                  const ParameterValues& parameters, const SolveRequest& request) {
  const Method& chosen = find_method(instance.problem(), method);
  const auto interrupted = [&] { return request.interrupted != nullptr && *request.interrupted; };
  SolveResult result{.method = std::string(chosen.name),
                     .parameters = chosen.complete(parameters),
                     .seed = request.seed,
                     .threads = request.threads};
  SolveRequest search = request;
  if (search.time_limit && !chosen.brings_bound && has_bound(instance) && !is_real_machine(method))
    *search.time_limit -= bound_share(*search.time_limit);
  result.outcome = chosen.solve(instance, parameters, search);
  result.judgement = judged(instance, method, result.outcome);

  Stopwatch watch;
  const std::optional<Profit> told = result.outcome.upper_bound;
  result.upper_bound = told;
  // Of a time limit a part was kept for the bound; without one, that of the method has to do.
  const bool wants_bound = !told || (request.time_limit && !chosen.brings_bound &&
                                     !result.proven_optimal() && !interrupted());
  if (wants_bound && has_bound(instance))
    if (const auto found = bound_after(instance, result, request, interrupted()))
      result.upper_bound = std::min(*found, told.value_or(*found));
  result.seconds_bound = watch.lap();
  return result;
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// A method with what everybody wants around it: its answer judged by the literal evaluator, an upper bound
// that holds, and a time limit that covers both.
#pragma once

#include "core/params.hpp"
#include "core/types.hpp"
#include "instance/evaluate.hpp"
#include "instance/source.hpp"
#include "solver/method.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace spinsack {

struct SolveResult {
  std::string method;
  ParameterValues parameters = {};  // all, defaults included
  std::uint64_t seed = 0;
  int threads = 1;
  SolveOutcome outcome = {};   // of the method
  Evaluation evaluation = {};  // of outcome.bits, by the literal evaluator
  Profit upper_bound = 0;      // no feasible value is larger
  double seconds_bound = 0;    // spent on the bound after the method ended

  Profit value() const { return evaluation.profit; }
  bool proven_optimal() const { return evaluation.profit == upper_bound; }
  double gap() const;  // (upper_bound - value) / |upper_bound|
};

// The evaluator's word on what a method found; std::logic_error if the method says otherwise.
[[nodiscard]] Evaluation judged(const QkpInstance& instance, std::string_view method,
                                const SolveOutcome& outcome);

// The best solution that the method finds, with a bound. A method that brings a good bound of its own gets the
// whole time. For the others a tenth of a time limit, but not more than a quarter of a second, is kept for the
// bound, which gets whatever the method leaves; where the method has one too, the better of both counts. After an interrupt the bound still gets a
// moment. Throws UsageError for a method, parameters or a request out of range.
[[nodiscard]] SolveResult solve(const QkpInstance& instance, std::string_view method = "auto",
                                const ParameterValues& parameters = {},
                                const SolveRequest& request = {});

// The result as one line of JSON, as `spinsack solve --json` writes it and `spinsack verify` reads it.
[[nodiscard]] std::string result_json(const LoadedInstance& loaded, const SolveResult& result,
                                      double seconds_read = 0);

}  // namespace spinsack

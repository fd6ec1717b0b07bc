// SPDX-License-Identifier: Apache-2.0
// A method with what everybody wants around it: its answer judged by the literal evaluator, an upper bound
// that holds, and a time limit that covers both.
#pragma once

#include "core/params.hpp"
#include "core/types.hpp"
#include "problem/answer.hpp"
#include "problem/instance.hpp"
#include "solver/method.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spinsack {

struct SolveResult {
  std::string method;
  ParameterValues parameters = {};  // all, defaults included
  std::uint64_t seed = 0;
  int threads = 1;
  SolveOutcome outcome = {};               // of the method
  Judgement judgement = {};                // of outcome.bits, by the literal evaluator
  std::optional<Profit> upper_bound = {};  // no feasible value is larger, where that is known
  double seconds_bound = 0;                // spent on the bound after the method ended

  bool found() const { return outcome.found(); }  // a feasible answer
  Profit value() const { return judgement.value; }
  bool proven_optimal() const { return found() && upper_bound == judgement.value; }
  // (upper_bound - value) / |upper_bound|; 1 without the one or the other.
  double gap() const;
};

// The evaluator's word on what a method found; std::logic_error if the method says otherwise. An answer that is not there
// is not feasible.
[[nodiscard]] Judgement judged(const Instance& instance, std::string_view method,
                               const SolveOutcome& outcome);

// The best answer that the method finds, with a bound. A method that brings a good bound of its own gets the
// whole time. For the others a tenth of a time limit, but not more than a quarter of a second, is kept for the
// bound, which gets whatever the method leaves; where the method has one too, the better of both counts. After an interrupt the bound still gets a
// moment. Throws UsageError for a method, parameters or a request out of range.
[[nodiscard]] SolveResult solve(const Instance& instance, std::string_view method = "auto",
                                const ParameterValues& parameters = {},
                                const SolveRequest& request = {});

// The result as one line of JSON, as `spinsack solve --json` writes it and `spinsack verify` reads it.
[[nodiscard]] std::string result_json(const Instance& instance, const SolveResult& result,
                                      double seconds_read = 0);

}  // namespace spinsack

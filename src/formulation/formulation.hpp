// SPDX-License-Identifier: Apache-2.0
// Instance -> QUBO, and back. Items come first, in their own order, then the slack bits.
//
//   energy = -profit(x) + strength (load(x) + z(y) - C)^2  [+ strength (sum_l y_l - 1)^2 for one-hot]
//
// Encodings without slack bits may add a price on the load, and one of them squares the number of items instead. With
// the encoding `native` there is no penalty, and the model carries the capacity as an inequality.
//
// All numbers are the integers of the instance. Profits and loads are exact in the model's doubles
// (larger ones are refused); energies are exact too while strength is a power of two and squared
// violations stay below 2^53, and otherwise rounded like any double.
#pragma once

#include "core/params.hpp"
#include "core/stop.hpp"
#include "formulation/encoding.hpp"
#include "formulation/request.hpp"
#include "instance/qkp.hpp"
#include "qubo/model.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace spinsack {

struct Formulation {
  QuboModel model;
  Index items = 0;
  Slack slack;
  FormulationRequest request;  // as used: every parameter filled in

  // Of the penalty, if there is one.
  [[nodiscard]] std::optional<double> strength() const {
    return slack.native ? std::nullopt : std::optional(request.strength);
  }
  [[nodiscard]] Bits decode(BitView sample) const;         // the items' part of a sample
  [[nodiscard]] double slack_value(BitView sample) const;  // z(y)
};

// Throws InvalidInstance where doubles could not hold the numbers exactly, UsageError for a request
// out of range.
// The search for prices ends early if watch, which may be null, says so; the model is then of no use.
[[nodiscard]] Formulation formulate(const QkpInstance& instance, const FormulationRequest& request,
                                    StopCheck* watch = nullptr);

// The same with everything as a user types it: a strength by the rules of strength.hpp, a bound by those of
// slack_bound().
[[nodiscard]] Formulation formulate(const QkpInstance& instance, std::string_view encoding,
                                    std::string_view strength, std::string_view bound = "auto",
                                    const ParameterValues& parameters = {});

// Binary slack, and everything else chosen automatically.
[[nodiscard]] Formulation formulate(const QkpInstance& instance);

// Whether every optimum leaves less than the largest weight unused: profits are not negative, and not everything fits.
[[nodiscard]] bool capacity_binds(const QkpInstance& instance);

// D from its name: "capacity", "max-weight", "auto", or an integer in the integer units of the
// weights. An optimum leaves less than the largest weight unused, or one more item would fit; so
// max-weight is enough, and far smaller than the capacity, unless everything fits or profits are
// negative. auto chooses accordingly.
[[nodiscard]] Weight slack_bound(const QkpInstance& instance, std::string_view text);

}  // namespace spinsack

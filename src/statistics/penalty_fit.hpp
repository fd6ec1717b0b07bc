// SPDX-License-Identifier: Apache-2.0
// How the best penalty strength depends on the instance, in the form of the paper (Table VII):
//   lambda = A n^c_n (d / 100)^c_d alpha^c_alpha
// with n items, density d in percent and tightness alpha = C / sum w.
#pragma once

#include "statistics/power_law.hpp"

#include <optional>
#include <span>

namespace spinsack {

struct PenaltyPoint {
  double n = 0;
  double density = 0;    // a fraction, d / 100
  double tightness = 0;  // alpha
  double lambda = 0;     // the best strength found
};

struct PenaltyFit {
  double factor = 1;  // A
  Interval factor_interval = {};
  Coefficient n = {};
  Coefficient density = {};
  Coefficient tightness = {};
  std::int64_t degrees_of_freedom = 0;
  std::optional<double> r_squared = {};  // of ln lambda; nothing if lambda is constant
};

// All numbers positive. Nothing for fewer than five points, or if two of n, density and tightness cannot be told
// apart (one constant will do).
[[nodiscard]] std::optional<PenaltyFit> fit_penalty(std::span<const PenaltyPoint> points,
                                                    double level = 0.95);

}  // namespace spinsack

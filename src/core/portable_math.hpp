// SPDX-License-Identifier: Apache-2.0
// Logarithm, exponential and power from additions and multiplications alone. The system's own differ in the last
// bit from one library version to the next; a temperature that differs in the last bit changes every
// sample after it. Relative error below 1e-14.
#pragma once

namespace spinsack {

[[nodiscard]] double portable_log(double x);            // x > 0 and finite
[[nodiscard]] double portable_exp(double x);            // 0 below -745, infinite above 709.7
[[nodiscard]] double portable_pow(double x, double y);  // x^y for x > 0 and finite

}  // namespace spinsack

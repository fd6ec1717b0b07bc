// SPDX-License-Identifier: Apache-2.0
#include "instance/decimal_scale.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spinsack {

bool multiply_all(std::span<std::int64_t> values, std::int64_t factor) {
  for (std::int64_t& value : values)
    if (__builtin_mul_overflow(value, factor, &value)) return false;
  return true;
}

std::string DecimalScale::too_fine(Decimal number) const {
  return fmt::format(
      "cannot scale the numbers to integers exactly: times 10^{} they do not fit 64 bits; "
      "round them first",
      std::max(number.digits, digits_));
}

}  // namespace spinsack

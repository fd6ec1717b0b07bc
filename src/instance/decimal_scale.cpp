// SPDX-License-Identifier: Apache-2.0
#include "instance/decimal_scale.hpp"

#include <fmt/format.h>

namespace spinsack {

bool multiply_all(std::span<std::int64_t> values, std::int64_t factor) {
  for (std::int64_t& value : values)
    if (__builtin_mul_overflow(value, factor, &value)) return false;
  return true;
}

void DecimalScale::too_fine(const TextReader& reader, int digits) {
  reader.fail(fmt::format(
      "cannot scale the numbers to integers exactly: times 10^{} they do not fit 64 bits; "
      "round them first",
      digits));
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// The types of entries, from narrow to wide.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spinsack {

// Calls f with a value of the narrowest integer type that holds low..high.
template <class F>
auto with_narrowest(std::int64_t low, std::int64_t high, F&& f) {
  if (low >= 0 && high <= UINT8_MAX) return f(std::uint8_t{});
  if (low >= INT8_MIN && high <= INT8_MAX) return f(std::int8_t{});
  if (low >= INT16_MIN && high <= INT16_MAX) return f(std::int16_t{});
  if (low >= INT32_MIN && high <= INT32_MAX) return f(std::int32_t{});
  return f(std::int64_t{});
}

// Its bytes.
inline std::size_t narrowest_width(std::int64_t low, std::int64_t high) {
  return with_narrowest(low, high, []<class T>(T) { return sizeof(T); });
}

}  // namespace spinsack

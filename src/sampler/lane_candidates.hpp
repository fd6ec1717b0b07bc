// SPDX-License-Identifier: Apache-2.0
// Which variables of one lane may flip, for up to 32 numbers in a row, given the digits drawn for them: all that flip as
// their fields are now, and perhaps some more. Who asks looks closely at those, in order, and again at variables whose
// field an earlier flip of these has changed.
#pragma once

#include "sampler/lane_law.hpp"

#include <cstddef>
#include <cstdint>

namespace spinsack::lane_candidates {

inline constexpr std::size_t width = 32;

// Bit k of the answer: variable k may flip. Fields, bits and digits are those of variables 0 .. count - 1.
// For byte lanes: first and second digits, a byte each. reach: no field is larger.
[[nodiscard]] std::uint32_t of_bytes(const ByteLaw& law, std::int64_t reach,
                                     const std::int8_t* field, const std::uint8_t* bits,
                                     const std::uint8_t* first, const std::uint8_t* second,
                                     std::size_t count);

// For wider lanes: words of 32 digits; cost = 2 unit / T.
template <class T>
[[nodiscard]] std::uint32_t of_words(double cost, const T* field, const std::uint8_t* bits,
                                     const std::uint8_t* words, std::size_t count);

}  // namespace spinsack::lane_candidates

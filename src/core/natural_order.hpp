// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace spinsack {

// The order of names for people: runs of digits compare as numbers, so that 100_25_2 comes before 100_25_10.
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

}  // namespace spinsack

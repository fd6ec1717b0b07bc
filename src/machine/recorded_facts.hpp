// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spinsack {

// What a record keeps of what a machine said of itself: always {"hello": {...}}, and where it said something of the request
// too, {"hello": {...}, "request": {...}}. Both are JSON objects, the second may be empty text. Where it told energies that
// are wrong, "wrong_energies" is of how many samples. Every record of a study has it, so members that are long, and all
// beyond a few kilobytes, are only named, in "left_out".
[[nodiscard]] std::string recorded_facts(std::string_view hello, std::string_view request,
                                         std::int64_t wrong_energies = 0);

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace spinsack {

// 64 lower-case hexadecimal digits, as sha256sum prints them.
[[nodiscard]] std::string sha256(std::string_view data);

// The same as 32 bytes.
[[nodiscard]] std::array<std::uint8_t, 32> sha256_bytes(std::string_view data);

}  // namespace spinsack

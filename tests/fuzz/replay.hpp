// SPDX-License-Identifier: Apache-2.0
// The fuzz targets of this folder, where one program holds them all. cmake/fuzz.cmake writes the list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

struct ReplayTarget {
  std::string_view name;
  int (*run)(const std::uint8_t* data, std::size_t size);
};
std::span<const ReplayTarget> replay_targets();

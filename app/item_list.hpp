// SPDX-License-Identifier: Apache-2.0
// Items by their names, for pages.
#pragma once

#include "instance/qkp.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {

// Rows of a table: the label, and beside it as many lines of names as a page has room for; the last line says how
// many more there are. The instance has names.
[[nodiscard]] std::vector<std::vector<std::string>> name_rows(std::string_view label,
                                                              const QkpInstance& instance,
                                                              std::span<const Index> items);

}  // namespace spinsack::cli

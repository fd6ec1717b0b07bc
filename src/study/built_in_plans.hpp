// SPDX-License-Identifier: Apache-2.0
// The plans of experiments/, which come with the program: one for each table and figure of the paper, and more.
#pragma once

#include <span>
#include <string_view>

namespace spinsack {

struct BuiltInPlan {
  std::string_view name;
  std::string_view text;  // TOML
};
[[nodiscard]] std::span<const BuiltInPlan> built_in_plans();

}  // namespace spinsack

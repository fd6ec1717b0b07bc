// SPDX-License-Identifier: Apache-2.0
// Models as commands take them: a file, "-", a published name or a pattern.
#pragma once

#include "qubo/source.hpp"

#include <string>
#include <string_view>

namespace spinsack::cli {

// The only model of that name. Says if terms were summed, and what to do with an instance of the knapsack problem.
[[nodiscard]] LoadedModel load_model_argument(std::string_view name, std::string_view format);

// A value to maximise, such as the cut, and beside it the best known one with the gap.
[[nodiscard]] std::string maximised_text(const LoadedModel& model, double value);

}  // namespace spinsack::cli

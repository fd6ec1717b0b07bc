// SPDX-License-Identifier: Apache-2.0
// What the models of all problems share: values that are settings of the model maker, and the others, which belong to
// the encoding that was chosen.
#pragma once

#include "core/params.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack {

template <class Settings>
struct EncodingValues {
  Settings settings;
  ParameterValues encoding;  // its own parameters
};

// owner: what has the settings, for messages. UsageError for a setting that cannot be meant.
template <class Settings>
[[nodiscard]] EncodingValues<Settings> split_values(std::string_view owner,
                                                    const ParameterValues& values) {
  const std::vector<Parameter> known = describe_parameters<Settings>();
  ParameterValues settings;
  ParameterValues encoding;
  for (const auto& [name, value] : values)
    (std::ranges::count(known, name, &Parameter::name) > 0 ? settings : encoding)[name] = value;
  return {parse_parameters<Settings>(owner, settings), std::move(encoding)};
}

// The parameters of all slack encodings, each once.
[[nodiscard]] std::vector<Parameter> parameters_of_encodings();

}  // namespace spinsack

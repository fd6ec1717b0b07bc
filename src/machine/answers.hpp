// SPDX-License-Identifier: Apache-2.0
// What the samples of an answer are. Statistics of reads hold for independent ones only; of all others the best of a
// request is one read.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace spinsack {

enum class Answers {
  independent,  // each a read
  ranking,      // the best of hidden runs
  history,      // the improvements of one run
  best,         // the best of one run
};

inline constexpr std::array<std::string_view, 4> answers_names{"independent", "ranking", "history",
                                                               "best"};

constexpr std::string_view name_of(Answers answers) {
  return answers_names[static_cast<std::size_t>(answers)];
}

constexpr std::optional<Answers> answers_of(std::string_view name) {
  for (std::size_t k = 0; k < answers_names.size(); ++k)
    if (answers_names[k] == name) return static_cast<Answers>(k);
  return std::nullopt;
}

}  // namespace spinsack

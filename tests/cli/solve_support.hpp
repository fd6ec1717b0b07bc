// SPDX-License-Identifier: Apache-2.0
// What the tests of `spinsack solve` share.
#pragma once

#include "cli/cli_support.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace spinsack::test {

using Words = std::vector<std::string>;

inline RunResult solve(Words words, const std::string& input = {}) {
  words.insert(words.begin(), "solve");
  return spinsack_run(std::move(words), input);
}

inline std::vector<nlohmann::json> objects_of(const std::string& text) {
  std::vector<nlohmann::json> objects;
  for (const std::string& line : lines_of(text)) objects.push_back(nlohmann::json::parse(line));
  return objects;
}

// The record of one instance, as another command verifies it.
inline nlohmann::json solved(const std::string& spec, Words more = {},
                             const std::string& input = {}) {
  more.insert(more.begin(), {spec, "--json", "-", "-q"});
  const RunResult result = solve(more, input);
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(result.err, "");
  const TemporaryDirectory directory;
  directory.write("result.json", result.out);
  const RunResult judge = spinsack_run({"verify", spec, directory.file("result.json")}, input);
  EXPECT_EQ(judge.exit_code, 0) << judge << result.out;
  const auto objects = objects_of(result.out);
  EXPECT_EQ(objects.size(), 1U);
  return objects.empty() ? nlohmann::json{} : objects.front();
}

}  // namespace spinsack::test

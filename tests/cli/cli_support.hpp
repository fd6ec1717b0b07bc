// SPDX-License-Identifier: Apache-2.0
// What the tests of the program share: inputs of known answer, and how to look at outputs.
#pragma once

#include "support/places.hpp"
#include "support/run_command.hpp"
#include "support/temporary_directory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace spinsack::test {

// Three items of weight 2, 3, 4 and capacity 5. Feasible: each alone (10, 20, 30) and {0, 1}, which
// earns 10 + 20 + 5 = 35, the optimum.
inline const std::string tiny = "tiny\n3\n10 20 30\n5 0\n7\n\n0\n5\n2 3 4\n";

// Two items with decimals and three capacities.
inline const std::string decimals = "2 3 float\n0 0 1.25\n0 1 0.5\n1 1 2\n0.5 1.25\n1.5 0.5 9\n";

// Why a test is skipped that fills a disk or makes one read-only.
inline const std::string may_not_mount =
    "needs the right to mount: root, or unshare with user name spaces (package util-linux)";

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

// Text without the lines that hold times.
inline std::string without_times(const std::string& text) {
  std::string kept;
  for (const std::string& line : lines_of(text))
    if (!line.starts_with("  time ")) kept += line + '\n';
  return kept;
}

}  // namespace spinsack::test

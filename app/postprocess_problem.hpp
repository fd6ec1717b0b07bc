// SPDX-License-Identifier: Apache-2.0
// `postprocess` for instances that are no knapsacks: by the steps of their problem.
#pragma once

#include "core/file.hpp"
#include "machine/sample_rows.hpp"
#include "problem/instance.hpp"

#include <string>

namespace spinsack::cli {

struct ProblemSamples {
  std::string file;  // they come from
  SampleRows rows;
  std::string
      map;  // file of the decode map; empty: the first variables are the columns of the program
  std::string post;      // steps; empty: those of the problem
  std::string json;      // file of results; empty: none
  std::string solution;  // file of the best answer; empty: none
  bool quiet = false;
};

int postprocess_problem(const Instance& instance, const ProblemSamples& samples);

}  // namespace spinsack::cli

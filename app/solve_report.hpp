// SPDX-License-Identifier: Apache-2.0
// What `solve` tells people about an instance: a page, a row of a table. Every value is the literal
// evaluator's.
#pragma once

#include "problem/instance.hpp"
#include "solver/solve.hpp"
#include "terminal/terminal.hpp"

#include <optional>
#include <string>
#include <vector>

namespace spinsack::cli {

struct Solved {
  Instance instance;
  SolveResult result;
  double seconds_read = 0;
  std::optional<double> time_limit = {};  // of search and bound

  bool reaches_best_known() const;
  // Not proven here, but as large as the optimum that was proven before (Instance::proven_optimum).
  bool known_to_be_optimal() const;
};

// What there is to say of the answer and how it was found, as names and words; not the names of its items.
[[nodiscard]] std::vector<std::vector<std::string>> solved_facts(const Solved& solved);
[[nodiscard]] std::string solved_page(const Solved& solved, const Look& look);
[[nodiscard]] std::string load_text(const Solved& solved);  // of a knapsack
// Of a knapsack: the load against the capacity and all weights. Empty for other problems.
[[nodiscard]] std::string solved_bar(const Solved& solved, const Look& look);

// Of several instances.
class SolvedTable {
 public:
  void add(const Solved& solved);
  std::size_t size() const { return rows_.size() - 1; }
  [[nodiscard]] std::string text() const;  // with a line that sums up

 private:
  std::vector<std::vector<std::string>> rows_{{"instance", "n", "value", "bound", "gap",
                                               "best known", "to best known", "found after",
                                               "time"}};
  int known_ = 0;
  int reached_ = 0;
  int proven_ = 0;
  int proven_before_ = 0;
  double seconds_ = 0;
  double seconds_to_best_ = 0;
  double worst_to_best_ = 0;
};

}  // namespace spinsack::cli

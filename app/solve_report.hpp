// SPDX-License-Identifier: Apache-2.0
// What `solve` tells about an instance: a page, a row of a table, a line of JSON. Every value is the
// literal evaluator's.
#pragma once

#include "instance/evaluate.hpp"
#include "instance/published.hpp"
#include "instance/qkp.hpp"
#include "solver/method.hpp"
#include "terminal/terminal.hpp"

#include <string>
#include <vector>

namespace spinsack::cli {

struct Solved {
  // Evaluates the outcome; std::logic_error if it does not hold what the method said of it.
  Solved(const QkpInstance& the_instance, SolveOutcome the_outcome);

  const QkpInstance* instance;
  const PublishedInstance* published;  // nullptr for an instance nobody knows
  SolveOutcome outcome;
  Evaluation evaluation;
  Profit upper_bound = 0;
  std::string_view method;
  ParameterValues parameters;  // all, defaults included
  std::uint64_t seed = 0;
  int threads = 1;
  double seconds_read = 0;
  double seconds_bound = 0;

  bool proven_optimal() const { return evaluation.profit == upper_bound; }
  double gap() const;
  bool reaches_best_known() const;
};

[[nodiscard]] std::string solved_page(const Solved& solved, const Look& look);
// The load against the capacity and all weights.
[[nodiscard]] std::string solved_bar(const Solved& solved, const Look& look);
[[nodiscard]] std::string solved_json(const Solved& solved);

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
  double seconds_ = 0;
  double seconds_to_best_ = 0;
  double worst_to_best_ = 0;
};

}  // namespace spinsack::cli

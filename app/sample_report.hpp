// SPDX-License-Identifier: Apache-2.0
// What `postprocess` tells about many samples: how each step changed the whole, and the best of them.
#pragma once

#include "instance/qkp.hpp"
#include "postprocess/trace.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spinsack::cli {

struct TracedSample {
  std::size_t number = 0;  // in the file, from 0
  std::int64_t occurrences = 1;
  StepTrace trace;

  const Evaluation& final() const { return trace.rows.back().after; }
};

class SampleReport {
 public:
  // Keeps a reference to instance.
  SampleReport(const QkpInstance& instance, std::optional<Profit> best_known)
      : instance_(instance), best_known_(best_known) {}

  void add(TracedSample sample);

  // The feasible sample of largest value at the end, the first on a tie, or nullptr.
  const TracedSample* best() const;
  // A table of the steps, one of the best samples.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string times() const;  // "repair 0.1 ms, fill 0.2 ms"

 private:
  struct Stage {
    std::string_view name;
    std::int64_t feasible = 0;  // occurrences
    Profit best = 0;            // of the feasible ones
    double sum = 0;             // likewise, every occurrence counted
    double seconds = 0;
  };
  void count(Stage& stage, const TraceRow& row, std::int64_t occurrences) const;
  std::string step_table() const;
  std::string best_table() const;
  std::string value_text(const TraceRow& row) const;

  const QkpInstance& instance_;
  std::optional<Profit> best_known_;
  std::int64_t reads_ = 0;
  std::vector<Stage> stages_;
  std::vector<TracedSample> best_;  // few, best first
};

}  // namespace spinsack::cli

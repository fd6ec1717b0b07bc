// SPDX-License-Identifier: Apache-2.0
// Records made by hand.
#pragma once

#include "analysis/analysis.hpp"
#include "record/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spinsack::test {

inline InstanceRecord some_instance(const std::string& name, std::optional<Profit> best_known,
                                    Index n = 100, double density = 0.25) {
  return {.name = name,
          .sha256 = "sum of " + name,
          .n = n,
          .density = density,
          .tightness = 0.5,
          .capacity = 1000,
          .best_known = best_known};
}

// A value, negative for a run that ended infeasible.
inline VariantRecord variant(const std::string& name, Profit value) {
  return {.name = name,
          .value = value < 0 ? -value : value,
          .weight = 1,
          .feasible = value >= 0,
          .repair = 0.001,
          .improve = 0.002};
}

// One variant with these values. Each run takes a second: 0.2 to formulate, 0.7 on the machine.
inline CellRecord cell(const InstanceRecord& instance, const std::string& name,
                       const std::string& strength, std::optional<double> lambda,
                       const std::vector<Profit>& values) {
  static int number = 0;
  CellRecord record{.cell = fmt::format("{:016x}", ++number),
                    .study = "hand",
                    .form = "full",
                    .environment = {"1", "abc", "gcc", "some processor", "AVX2"},
                    .instance = instance,
                    .method = "sa",
                    .label = name,
                    .parameters = {{"sweeps", "10"}},
                    .lambda = lambda,
                    .seed = 1,
                    .started = "2024-01-02T03:04:05Z"};
  if (!strength.empty()) record.parameters["lambda"] = strength;
  for (const Profit value : values) {
    RunRecord run;
    run.read = static_cast<std::int64_t>(record.runs.size());
    run.variants = {variant(name, value)};
    run.formulate = 0.2;
    run.machine = 0.7;
    run.seconds = 1;
    run.time_to_best = 0.5;
    record.runs.push_back(std::move(run));
  }
  return record;
}

inline Analysis analyse(const std::vector<CellRecord>& records) {
  Analyst analyst;
  for (const CellRecord& record : records) analyst.add(record);
  return analyst.finish();
}

inline std::size_t series_called(const Analysis& analysis, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(analysis.series, name, &Series::name) -
                                  analysis.series.begin());
}

}  // namespace spinsack::test

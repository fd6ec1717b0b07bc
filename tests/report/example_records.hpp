// SPDX-License-Identifier: Apache-2.0
// Records of a study that never ran, as small or as odd as a test wants them.
#pragma once

#include "analysis/analysis.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace spinsack::test {

struct ExampleStudy {
  std::vector<Index> sizes{100, 200};
  int instances_per_size = 3;
  std::vector<std::string> variants{"SA", "SA-RI"};
  std::vector<int> exponents{-1, 0, 1, 2};  // lambda = 2^k; none: a method without strength
  int reads = 10;
  std::string set = {};
  std::function<void(CellRecord&)> change = {};  // the last word on each record
};

// Later reads and stronger variants are better; the last variant hits the best known value at times.
inline RunRecord example_run(const ExampleStudy& study, int read, int exponent, Profit best_known) {
  RunRecord run;
  run.read = read;
  run.bits = "00";
  run.formulate = 1e-5;
  run.machine = 2e-3;
  run.time_to_best = 1.5e-3 + 1e-5 * read;
  run.stopped_by = "work";
  for (std::size_t v = 0; v < study.variants.size(); ++v) {
    VariantRecord variant;
    variant.name = study.variants[v];
    variant.feasible = v + 1 == study.variants.size() || exponent > 0;
    const bool hit = v + 1 == study.variants.size() && read % 3 == 0;
    variant.value = hit ? best_known : best_known - 10 * (read + 1) - 50 * exponent * exponent - 1;
    variant.weight = 10;
    variant.repair = 1e-6;
    variant.improve = 2e-6;
    run.variants.push_back(variant);
  }
  run.seconds = 2.1e-3;
  return run;
}

inline CellRecord example_cell(const ExampleStudy& study, Index n, int number, int exponent) {
  CellRecord cell;
  cell.cell = fmt::format("{}_{}_{}_{}", study.set, n, number, exponent);
  cell.study = "example";
  cell.form = "quick";
  cell.environment = {"0.1.0", "abc1234", "g++ 12", "Some Processor", "avx2"};
  cell.instance.name = fmt::format("medium:{}_25_{}", n, number);
  cell.instance.sha256 = std::string(64, '0');
  cell.instance.n = n;
  cell.instance.density = 0.25;
  cell.instance.tightness = 0.1 * number;
  cell.instance.capacity = 100;
  cell.instance.best_known = 10'000 + 10 * n + number;
  cell.method = "sa";
  cell.label = "sa";
  cell.seed = 1;
  cell.started = "2026-01-02T03:04:05Z";
  if (!study.exponents.empty()) {
    cell.parameters = {{"lambda", fmt::format("2^{}", exponent)}, {"sweeps", "1000"}};
    cell.lambda = exponent < 0 ? 1.0 / (1 << -exponent) : 1 << exponent;
  }
  for (int read = 0; read < study.reads; ++read)
    cell.runs.push_back(example_run(study, read, exponent, *cell.instance.best_known));
  return cell;
}

inline void add_example(Analyst& analyst, const ExampleStudy& study) {
  const std::vector<int> exponents =
      study.exponents.empty() ? std::vector<int>{1} : study.exponents;
  for (const Index n : study.sizes)
    for (int number = 1; number <= study.instances_per_size; ++number)
      for (const int exponent : exponents) {
        CellRecord cell = example_cell(study, n, number, exponent);
        if (study.change) study.change(cell);
        analyst.add(cell, study.set);
      }
}

inline Analysis example_analysis(const ExampleStudy& study = {}) {
  Analyst analyst;
  add_example(analyst, study);
  return analyst.finish();
}

// Values above the best known one, strengths between two powers of two, and names that every JavaScript object
// knows.
inline ExampleStudy odd_study() {
  ExampleStudy study{.variants = {"constructor", "toString", "__proto__"}, .exponents = {5, 6, 7}};
  study.change = [](CellRecord& cell) {
    cell.parameters["lambda"].replace(0, 2, "scale:");
    cell.lambda = 0.1 * static_cast<double>(cell.instance.n) * *cell.lambda;
    for (RunRecord& run : cell.runs)
      if (run.read % 3 == 0) run.variants.back().value += 5;
  };
  return study;
}

// Studies that lack something.
struct MissingPiece {
  std::string name;
  ExampleStudy study;
};

inline std::vector<MissingPiece> missing_pieces() {
  std::vector<MissingPiece> cases;
  cases.push_back({"one instance", {.sizes = {100}, .instances_per_size = 1}});
  cases.push_back({"one series", {.variants = {"SA-RI"}}});
  cases.push_back({"one strength", {.exponents = {1}}});
  cases.push_back({"no strength", {.exponents = {}}});
  cases.push_back(
      {"one run", {.sizes = {100}, .instances_per_size = 1, .exponents = {}, .reads = 1}});
  cases.push_back({"no runs", {.reads = 0}});
  cases.push_back({"nothing", {.sizes = {}}});
  ExampleStudy no_best;
  no_best.change = [](CellRecord& cell) { cell.instance.best_known.reset(); };
  cases.push_back({"no best known value", no_best});
  ExampleStudy infeasible;
  infeasible.change = [](CellRecord& cell) {
    for (RunRecord& run : cell.runs)
      for (VariantRecord& variant : run.variants) variant.feasible = false;
  };
  cases.push_back({"nothing feasible", infeasible});
  ExampleStudy failing;
  failing.change = [](CellRecord& cell) {
    cell.runs.clear();
    cell.error = "out of memory";
  };
  cases.push_back({"all failed", failing});
  ExampleStudy half;
  half.change = [](CellRecord& cell) {
    if (cell.instance.n > 100) cell.error = "stopped", cell.runs.clear();
  };
  cases.push_back({"half done", half});
  ExampleStudy solved;
  solved.change = [](CellRecord& cell) {
    for (RunRecord& run : cell.runs)
      for (VariantRecord& variant : run.variants)
        variant.value = *cell.instance.best_known, variant.feasible = true;
  };
  cases.push_back({"all solved at once", solved});
  cases.push_back({"odd but true", odd_study()});
  return cases;
}

}  // namespace spinsack::test

// SPDX-License-Identifier: Apache-2.0
// The paper's post-processing from all ones, which is its Greedy: repair, fill and exchange on
// generated instances of density 50 %. The counter ms is the median time of one run; it grows like
// n^2, since every removal updates all gains and the exchange looks at all pairs. The answer is
// checked before it is timed.
#include "instance/evaluate.hpp"
#include "instance/generator.hpp"
#include "postprocess/greedy.hpp"
#include "postprocess/step.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace spinsack {
namespace {

// From a state that is built once and copied: what stays is the steps and one copy.
void greedy_steps(benchmark::State& state) {
  const auto n = static_cast<Index>(state.range(0));
  const QkpInstance instance =
      generate("gallo", {{"n", std::to_string(n)}, {"density", "50"}, {"seed", "1"}});
  const Pipeline pipeline = parse_pipeline("repair+fill+exchange");
  const KnapsackState all(instance, Bits(at(n), 1));
  KnapsackState checked = all;
  run_pipeline(pipeline, checked);
  const Evaluation judge = evaluate(instance, checked.bits());
  if (!judge.feasible || judge.profit != checked.profit() || judge.load != checked.load() ||
      !std::ranges::equal(checked.bits(), post::greedy(instance))) {
    state.SkipWithError("wrong answer");
    return;
  }
  std::vector<double> times;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    KnapsackState candidate = all;
    run_pipeline(pipeline, candidate);
    benchmark::DoNotOptimize(candidate.profit());
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    times.push_back(time.count());
  }
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  state.counters["ms"] = *middle;
  state.counters["removed"] = static_cast<double>(n - checked.count());
  state.SetComplexityN(n);
}
BENCHMARK(greedy_steps)
    ->ArgName("n")
    ->Arg(100)
    ->Arg(200)
    ->Arg(300)
    ->Arg(500)
    ->Arg(1000)
    ->Arg(2000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oNSquared);

}  // namespace
}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/cut_steps.hpp"

#include "core/rng.hpp"
#include "core/stopwatch.hpp"
#include "problem/kcut/cut.hpp"
#include "problem/kcut/descent.hpp"
#include "problem/kcut/repair.hpp"
#include "problem/kcut/tabu.hpp"

#include <array>
#include <utility>

namespace spinsack::kcut {
namespace {

void descent_step(const Graph& graph, Labels& labels, Rng&, StopCheck* watch) {
  Partition partition(graph, labels);
  if (descend(partition, watch))
    labels.assign(partition.labels().begin(), partition.labels().end());
}

void swap_step(const Graph& graph, Labels& labels, Rng&, StopCheck* watch) {
  Partition partition(graph, labels);
  if (exchange_ends(partition, watch))
    labels.assign(partition.labels().begin(), partition.labels().end());
}

void tabu_step(const Graph& graph, Labels& labels, Rng& rng, StopCheck* watch) {
  constexpr std::int64_t steps_per_vertex = 2;
  tabu_search(graph, labels, usual_tabu(graph, steps_per_vertex * graph.size()), rng, watch);
}

constexpr std::array step_rows{
    StepRow{"repair", "give every vertex without one part the part that joins it to least weight"},
    StepRow{"descent", "move single vertices while one gains", true},
    StepRow{"swap", "descent, and exchange the parts of two neighbours while one gains", true},
    StepRow{"tabu", "make 2 n best moves, even costly ones, of vertices that did not move lately",
            true},
};
using Improve = void (*)(const Graph&, Labels&, Rng&, StopCheck*);
constexpr std::array<Improve, step_rows.size()> improvements{nullptr, descent_step, swap_step,
                                                             tabu_step};

}  // namespace

std::span<const StepRow> cut_steps() { return step_rows; }

Finished run_cut_steps(const Graph& graph, BitView columns, const Steps& steps,
                       const StepRequest& request) {
  Finished finished;
  Stopwatch watch;
  const NamedParts raw(graph, columns);
  Labels labels = raw.labels;
  bool feasible = raw.feasible();
  const auto report = [&](std::string_view step, bool skipped) {
    StepReport& row = finished.reports.emplace_back(
        StepReport{.step = step, .skipped = skipped, .seconds = watch.seconds()});
    if (request.judged)
      row.after = feasible ? Judgement{cut_value(graph, labels), 0, true}
                           : Judgement{value_of_columns(graph, raw), raw.violation, false};
    watch.lap();
  };
  report("raw", false);
  Rng rng(request.seed, stream_of("kcut steps") + static_cast<std::uint64_t>(request.read));
  for (const StepRow* const step : steps) {
    const bool skipped = step->needs_feasible && !feasible;
    if (!step->needs_feasible) {
      if (!feasible) labels = repaired(graph, raw, request.watch);
      feasible = true;
    } else if (!skipped) {
      improvements[static_cast<std::size_t>(step - step_rows.data())](graph, labels, rng,
                                                                      request.watch);
    }
    report(step->name, skipped);
  }
  finished.value = feasible ? cut_value(graph, labels) : value_of_columns(graph, raw);
  if (feasible) finished.labels = canonical(labels);
  return finished;
}

}  // namespace spinsack::kcut

// SPDX-License-Identifier: Apache-2.0
#include "problem/program01/program_search.hpp"

#include "core/rng.hpp"
#include "problem/program01/program_steps.hpp"
#include "program/evaluate.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace spinsack {
namespace {

constexpr std::int64_t looks_per_round = 400'000;

// Elements drawn anew, each with its share.
Bits redrawn(const Program& program, Bits columns, double share, Rng& rng) {
  Bits labels = labels_of(program, columns);
  std::size_t element = 0;
  auto group = program.groups.begin();
  for (Index c = 0; c < program.size(); ++element) {
    const bool grouped = group != program.groups.end() && group->first == c;
    const Index size = grouped ? group->size : 2;
    if (rng.real() < share) labels[element] = static_cast<std::uint8_t>(rng.integer(0, size - 1));
    c += grouped ? group->size : 1;
    if (grouped) ++group;
  }
  return columns_of(program, labels);
}

}  // namespace

void ProgramSearch::solve(const HeldProgram& held, Incumbent& incumbent) const {
  const Program& program = held.program();
  const auto elements = static_cast<double>(number_of_elements(program));
  Rng rng(incumbent.request().seed, stream_of("program search"));
  std::optional<ProgramState> best;
  StopCheck watch = incumbent.watch();
  const bool timed = incumbent.request().time_limit.has_value();
  for (std::int64_t round = 0; (timed || round <= rounds) && !incumbent.done(); ++round) {
    // A few elements, now and then many; all of them while there is nothing to keep.
    const double few = std::min(1.0, static_cast<double>(2 + round % 7) / elements);
    const double share = !best ? 1 : round % 10 == 9 ? 0.3 : few;
    Bits start =
        best ? Bits(best->columns().begin(), best->columns().end()) : Bits(program.columns.size());
    if (round > 0) start = redrawn(program, std::move(start), share, rng);
    ProgramState state(held.tables(), std::move(start));
    repair_program(state, &watch);
    incumbent.count({.visits = static_cast<std::int64_t>(program.columns.size())});
    if (!is_feasible(state)) continue;
    improve_by_swaps(state, looks_per_round, &watch);
    if (!best || state.value() > best->value())
      incumbent.offer(labels_of(program, state.columns()), state.value());
    if (!best || state.value() >= best->value()) best = std::move(state);
  }
}

}  // namespace spinsack

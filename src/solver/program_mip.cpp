// SPDX-License-Identifier: Apache-2.0
#include "solver/program_mip.hpp"

#include "problem/problem.hpp"
#include "program/linear_program.hpp"
#include "solver/method_entry.hpp"
#include "solver/mip_conversation.hpp"
#include "solver/mip_location.hpp"
#include "solver/program_exchange.hpp"

#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

namespace spinsack {
namespace {

struct ProgramMip {
  static constexpr std::string_view name = "mip";
  static constexpr std::string_view help = "products as linear rows, then branch and cut: CBC";
  std::int64_t nodes = 1'000'000'000;
  std::int64_t cut_rounds = 20;
  static constexpr auto fields() {
    using Self = ProgramMip;
    return std::tuple{Field{"nodes", &Self::nodes, std::int64_t{0}, std::int64_t{1'000'000'000},
                            "most nodes of branch and bound; 0: the root alone"},
                      Field{"cut-rounds", &Self::cut_rounds, std::int64_t{0}, std::int64_t{10'000},
                            "most rounds of cuts at the root"}};
  }

  void solve(const Instance& instance, Incumbent& incumbent) const;
};

// Floating point may say a little more than rows allow; such a solution is none.
void offer_columns(const Instance& instance, BitView columns, Incumbent& incumbent) {
  const Problem& problem = instance.problem();
  const Finished finished = problem.run_steps(instance, columns, {}, {});
  if (!finished.labels) return;
  const Judgement judgement = problem.evaluate(instance, *finished.labels);
  if (judgement.feasible) incumbent.offer(*finished.labels, judgement.value);
}

void ProgramMip::solve(const Instance& instance, Incumbent& incumbent) const {
  const std::string solver = find_spinsack_mip();
  double since = incumbent.stop().seconds();
  const Program& program = instance.program();
  constexpr std::uint64_t seeds = std::numeric_limits<int>::max();
  const ProgramTask task{.program = linear_program(program),
                         .decided = program.size(),
                         .seed = incumbent.request().seed % seeds,
                         .nodes = nodes,
                         .cut_rounds = cut_rounds};
  if (incumbent.done()) return;
  ask_spinsack_mip(solver,
                   {.columns = program.size(),
                    .write = [&](TextWriter& out) { write_program_task(task, out); },
                    .offer = [&](BitView set) { offer_columns(instance, set, incumbent); },
                    .constant = static_cast<double>(program.objective_constant)},
                   since, incumbent);
  end_stage(Stage::improve, since, incumbent);
}

}  // namespace

Method program_mip() {
  return {ProgramMip::name, ProgramMip::help, describe_parameters<ProgramMip>,
          [](const ParameterValues& values) {
            return parameter_values(method_with<ProgramMip>(values));
          },
          [](const Instance& instance, const ParameterValues& values, const SolveRequest& request) {
            const auto method = method_with<ProgramMip>(values);
            Incumbent incumbent(instance, request);
            if (!incumbent.done(-1)) method.solve(instance, incumbent);
            return std::move(incumbent).outcome();
          }};
}

}  // namespace spinsack

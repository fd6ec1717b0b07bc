// SPDX-License-Identifier: Apache-2.0
#include "solver/mip.hpp"

#include "core/catalog.hpp"
#include "core/decimal.hpp"
#include "core/error.hpp"
#include "core/program_path.hpp"
#include "core/run_process.hpp"
#include "core/temporary_directory.hpp"
#include "core/text_reader.hpp"
#include "instance/evaluate.hpp"
#include "program/format.hpp"
#include "solver/greedy.hpp"
#include "solver/lha.hpp"
#include "solver/mip_conversation.hpp"
#include "solver/mip_exchange.hpp"
#include "solver/mip_location.hpp"
#include "solver/mip_program.hpp"
#include "solver/qkp_methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace spinsack {
namespace {

// adams-sherali is far tighter, but its linear program of this many columns takes Clp seconds.
constexpr std::int64_t pair_limit = 6000;

const Linearisation& chosen_form(const QkpInstance& instance, std::string_view name) {
  if (name == "auto")
    name = instance.pair_profits().pairs() <= pair_limit ? "adams-sherali" : "glover";
  return find_entry(linearisations(), "linearisation", name);
}

// The solution of another method, which has a tenth of the time, at most a second.
template <class M>
Bits start_of(const QkpInstance& instance, Incumbent& incumbent) {
  SolveRequest request = incumbent.request();
  if (const std::optional<double> left = incumbent.stop().remaining())
    request.time_limit = std::min(1.0, 0.1 * *left);
  request.progress = {};
  Incumbent start(empty_knapsack(instance), request);
  M().solve(instance, start);
  SolveOutcome outcome = std::move(start).outcome();
  incumbent.offer(outcome.bits, outcome.value);
  return std::move(outcome.bits);
}

Bits start_by(std::string_view method, const QkpInstance& instance, Incumbent& incumbent) {
  if (method == Greedy::name) return start_of<Greedy>(instance, incumbent);
  if (method == LagrangianHyperplaneAnnealing::name)
    return start_of<LagrangianHyperplaneAnnealing>(instance, incumbent);
  return {};
}

// Floating point may say a little more than fits; such a solution is none.
void offer(const QkpInstance& instance, BitView bits, Incumbent& incumbent) {
  const Evaluation judged = evaluate(instance, bits);
  if (judged.feasible) incumbent.offer(bits, judged.profit);
}

// --- CBC, in spinsack-mip ------------------------------------------------------------------------

void solve_by_cbc(const std::string& program, const QkpInstance& instance, const MipTask& task,
                  double& since, Incumbent& incumbent) {
  ask_spinsack_mip(program,
                   {.columns = instance.size(),
                    .write = [&](TextWriter& out) { write_mip_task(instance, task, out); },
                    .offer = [&](BitView bits) { offer(instance, bits, incumbent); }},
                   since, incumbent);
}

// --- other programs ------------------------------------------------------------------------------

struct FoundProgram {
  const MipProgram* solver = nullptr;
  std::string path;
};

FoundProgram find_solver(std::string_view name, std::string_view form) {
  const MipProgram& solver = find_entry(mip_programs(), "solver", name);
  if (form == "quadratic" && !solver.quadratic)
    throw UsageError(
        fmt::format("--linearise quadratic: {} takes linear programs only, expected one of "
                    "adams-sherali, glover-woolsey, glover",
                    name));
  const std::optional<std::string> path = find_program(solver.name);
  if (!path)
    throw UsageError(fmt::format(
        "--mip-solver {}: expected a program '{}' ({}) in a directory of PATH, found none", name,
        solver.name, solver.help));
  return {&solver, *path};
}

// Bytes of what it printed: bounds and complaints come last.
constexpr std::size_t kept_log = 1 << 20;

// Time for the program to stop by itself and write its answer.
std::optional<double> seconds_for(Incumbent& incumbent) {
  std::optional<double> left = incumbent.stop().remaining();
  if (left) *left -= std::min(1.0, 0.2 * *left);
  return left;
}

// Decimals of the objective, at least those of the profits: no value shall exceed 10^9.
int digits_for_solvers(const QkpInstance& instance) {
  constexpr double largest = 1e9;
  int digits = instance.profit_digits();
  for (auto value = static_cast<double>(instance.total_profit()) / std::pow(10.0, digits);
       value > largest; value /= 10)
    ++digits;
  return digits;
}

void solve_by_program(const FoundProgram& found, const QkpInstance& instance, const MipTask& task,
                      Incumbent& incumbent) {
  const MipProgram& solver = *found.solver;
  const TemporaryDirectory directory;
  const ProgramFormat& format = find_entry(program_formats(), "program format", solver.format);
  const std::string model = fmt::format("model{}", format.extension);
  const bool starts = !task.start.empty() && !solver.start_extension.empty();
  const std::string start = starts ? fmt::format("start{}", solver.start_extension) : "";
  const MipFiles files{.model = model, .start = start};
  const auto put = [&](std::string_view name, std::string_view text) {
    write_file(directory.file(std::string(name)), [&](TextWriter& out) { out.text(text); });
  };

  // 1. The files for the solver. Writing a large program takes a while, so it ends early if it has to.
  const QkpInstance relevant = without_excess(instance);
  Program program = task.form->build(relevant);
  program.scale_down();
  program.objective_digits = digits_for_solvers(relevant);
  try {
    write_file(directory.file(model), [&](TextWriter& file) {
      TextWriter watched([&](std::string_view piece) {
        if (incumbent.done()) throw MipNotWanted();
        file.text(piece);
      });
      format.write(program, {}, watched);
      watched.flush();
    });
  } catch (const MipNotWanted&) {
    return;
  }
  const MipLimits limits{seconds_for(incumbent), task.nodes, task.seed};
  if (starts) put(start, start_file(solver, program, column_values(program, relevant, task.start)));
  if (solver.options != nullptr) put(files.options, solver.options(limits));

  // 2. The solver.
  ProcessRequest request{.command = solver.arguments(files, limits),
                         .directory = directory.path().string(),
                         .errors = Stream::with_output};
  request.command.insert(request.command.begin(), found.path);
  const ProcessResult ended =
      run_process(request, {}, {.kept = kept_log, .give_up = [&] { return incumbent.done(); }});
  if (ended.given_up) return;
  if (!ended.end.success()) mip_failed(solver.name, ended.end.text(), ended.output);

  // 3. Its answer. The name in messages is ours: the directory is gone when they are read.
  const std::string path = directory.file(std::string(files.answer));
  const std::string text = std::filesystem::exists(path) ? read_file(path).text : std::string();
  const MipAnswer answer =
      solver.read(fmt::format("answer of {}", solver.name), text, ended.output, instance.size());
  if (!answer.bits.empty()) offer(instance, answer.bits, incumbent);
  if (answer.bound)
    offer_bound(*answer.bound * std::pow(10.0, program.objective_digits), incumbent);
}

}  // namespace

void MixedIntegerProgram::solve(const QkpInstance& instance, Incumbent& incumbent) const {
  const bool by_cbc = solver == "cbc-library";
  if (by_cbc && linearise == "quadratic")
    throw UsageError(
        "--linearise quadratic: cbc-library takes linear programs only, expected one of "
        "adams-sherali, glover-woolsey, glover");
  const FoundProgram program =
      by_cbc ? FoundProgram{.path = find_spinsack_mip()} : find_solver(solver, linearise);
  // Some solvers abort on a program that leaves nothing to decide.
  if (std::ranges::all_of(instance.weights(), [&](Weight w) { return w > instance.capacity(); })) {
    incumbent.bound(0);
    return;
  }
  const MipTask task{.form = &chosen_form(instance, linearise),
                     .start = start_by(start, instance, incumbent),
                     .seed = incumbent.request().seed,
                     .nodes = nodes,
                     .cut_rounds = cut_rounds};
  if (incumbent.done()) return;
  double since = incumbent.stop().seconds();
  if (by_cbc)
    solve_by_cbc(program.path, instance, task, since, incumbent);
  else
    solve_by_program(program, instance, task, incumbent);
  end_stage(Stage::improve, since, incumbent);
}

}  // namespace spinsack

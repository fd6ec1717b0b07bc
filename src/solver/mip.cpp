// SPDX-License-Identifier: Apache-2.0
#include "solver/mip.hpp"

#include "core/catalog.hpp"
#include "core/child_process.hpp"
#include "core/decimal.hpp"
#include "core/error.hpp"
#include "core/temporary_directory.hpp"
#include "core/text_reader.hpp"
#include "instance/evaluate.hpp"
#include "program/format.hpp"
#include "solver/cbc_library.hpp"
#include "solver/greedy.hpp"
#include "solver/lha.hpp"
#include "solver/mip_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace spinsack {
namespace {

// Short enough for a target or Ctrl-C, long enough to cost nothing.
constexpr std::chrono::milliseconds patience{5};

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
  Incumbent start(instance, request);
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

void offer_bound(double bound, Incumbent& incumbent) {
  const double safe = std::floor(bound + mip_tolerance(bound));
  // Below what was found it is wrong, and then it proves nothing.
  if (safe < static_cast<double>(incumbent.value()) || !(safe < static_cast<double>(sum_limit)))
    return;
  incumbent.bound(static_cast<Profit>(safe));
}

[[noreturn]] void died(std::string_view solver, ChildProcess::End end, std::string_view words) {
  constexpr std::size_t most = 300;
  if (words.size() > most) words.remove_prefix(words.size() - most);
  const std::string how = end.signal != 0 ? fmt::format("signal {} ended it", end.signal)
                                          : fmt::format("its exit code is {}", end.exit_code);
  throw Error(fmt::format("--mip-solver {}: expected it to solve the program, but {}; it said: {}",
                          solver, how, words.empty() ? "nothing" : words));
}

// Error if it failed, false if it is not to be waited for any longer.
bool ended_well(ChildProcess& process, std::string_view solver, std::string_view words,
                Incumbent& incumbent) {
  std::optional<ChildProcess::End> end;
  while (!end && !incumbent.done()) end = process.wait(patience);
  if (incumbent.done()) return false;
  if (end->exit_code != 0 || end->signal != 0) died(solver, *end, words);
  return true;
}

// --- the linked CBC ------------------------------------------------------------------------------

// A line per report of the other process: built; items 3 7; bound 12.5; work NODES ITERATIONS.
CbcListener writing_to(int out) {
  return {.built = [out] { write_to_parent(out, "built\n"); },
          .items =
              [out](const std::vector<Index>& items) {
                write_to_parent(out, fmt::format("items {}\n", fmt::join(items, " ")));
              },
          .bound = [out](double bound) { write_to_parent(out, fmt::format("bound {}\n", bound)); },
          .done =
              [out](std::int64_t nodes, std::int64_t iterations) {
                write_to_parent(out, fmt::format("work {} {}\n", nodes, iterations));
              }};
}

// Seconds since the last call belong to the stage.
void end_stage(Stage stage, double& since, Incumbent& incumbent) {
  const double now = incumbent.stop().seconds();
  incumbent.time(stage, now - std::exchange(since, now));
}

void note_report(std::string_view line, const QkpInstance& instance, double& since,
                 Incumbent& incumbent) {
  TextReader text("report", line);
  const std::string_view what = text.next();
  if (what == "built") {
    end_stage(Stage::formulate, since, incumbent);
  } else if (what == "items") {
    Bits bits(at(instance.size()), 0);
    while (text.more())
      bits[static_cast<std::size_t>(text.integer("an item", 0, instance.size() - 1))] = 1;
    offer(instance, bits, incumbent);
  } else if (what == "bound") {
    offer_bound(text.real("a bound"), incumbent);
  } else if (what == "work") {
    const std::int64_t nodes = text.integer("nodes");
    incumbent.count({.sweeps = nodes, .visits = text.integer("iterations"), .flips = 0});
  }
}

void solve_linked(const MipTask& task, double& since, Incumbent& incumbent) {
  ChildProcess cbc([&](int out) { solve_by_cbc(task, writing_to(out)); });
  std::string text;
  bool more = true;
  while (more && !incumbent.done()) {
    more = cbc.read(text, patience);
    std::size_t begin = 0;
    for (auto end = text.find('\n'); end != std::string::npos && !incumbent.done();
         end = text.find('\n', begin)) {
      note_report(std::string_view(text).substr(begin, end - begin), task.instance, since,
                  incumbent);
      begin = end + 1;
    }
    text.erase(0, begin);
  }
  (void)ended_well(cbc, "cbc-library", text, incumbent);
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

void solve_by_program(const FoundProgram& found, const MipTask& task, Incumbent& incumbent) {
  const MipProgram& solver = *found.solver;
  const TemporaryDirectory directory;
  const ProgramFormat& format = find_entry(program_formats(), "program format", solver.format);
  const std::string model = fmt::format("model{}", format.extension);
  const bool starts = !task.start.empty() && !solver.start_extension.empty();
  const std::string start = starts ? fmt::format("start{}", solver.start_extension) : "";
  const MipFiles files{.model = model, .start = start};
  const std::string_view digits = "digits.txt";  // of the objective, for us
  const auto put = [&](std::string_view name, std::string_view text) {
    write_file(directory.file(std::string(name)), [&](TextWriter& out) { out.text(text); });
  };

  // 1. The other process writes the program, which may take a while, and becomes the solver.
  ChildProcess process([&](int out) {
    const QkpInstance relevant = without_excess(task.instance);
    Program program = task.form.build(relevant);
    program.scale_down();
    program.objective_digits = digits_for_solvers(relevant);
    put(digits, std::to_string(program.objective_digits));
    write_file(directory.file(model), [&](TextWriter& text) { format.write(program, {}, text); });
    const MipLimits limits{seconds_for(incumbent), task.nodes, task.seed};
    if (starts)
      put(start, start_file(solver, program, column_values(program, relevant, task.start)));
    if (solver.options != nullptr) put(files.options, solver.options(limits));
    become_program(found.path, solver.arguments(files, limits), directory.path().string(), out);
  });
  std::string log;
  while (process.read(log, patience)) {
    if (incumbent.done()) return;
    if (log.size() > 2 * kept_log) log.erase(0, log.size() - kept_log);
  }
  if (!ended_well(process, solver.name, log, incumbent)) return;

  // 2. Its answer. The name in messages is ours: the directory is gone when they are read.
  const std::string path = directory.file(std::string(files.answer));
  const std::string text = std::filesystem::exists(path) ? read_file(path).text : std::string();
  const MipAnswer answer =
      solver.read(fmt::format("answer of {}", solver.name), text, log, task.instance.size());
  if (!answer.bits.empty()) offer(task.instance, answer.bits, incumbent);
  if (!answer.bound) return;
  const std::string power = read_file(directory.file(std::string(digits))).text;
  const auto one = std::pow(10.0, TextReader(digits, power).integer("decimals"));
  offer_bound(*answer.bound * one, incumbent);
}

}  // namespace

void MixedIntegerProgram::solve(const QkpInstance& instance, Incumbent& incumbent) const {
  const bool linked = solver == "cbc-library";
  if (linked && linearise == "quadratic")
    throw UsageError(
        "--linearise quadratic: the linked CBC takes linear programs only, expected one of "
        "adams-sherali, glover-woolsey, glover");
  const FoundProgram program = linked ? FoundProgram{} : find_solver(solver, linearise);
  // Some solvers abort on a program that leaves nothing to decide.
  if (std::ranges::all_of(instance.weights(), [&](Weight w) { return w > instance.capacity(); })) {
    incumbent.bound(0);
    return;
  }
  // Not a second thread is ours when the other process begins.
  const MipTask task{.instance = instance,
                     .form = chosen_form(instance, linearise),
                     .start = start_by(start, instance, incumbent),
                     .seed = incumbent.request().seed,
                     .nodes = nodes,
                     .cut_rounds = cut_rounds};
  if (incumbent.done()) return;
  double since = incumbent.stop().seconds();
  if (linked)
    solve_linked(task, since, incumbent);
  else
    solve_by_program(program, task, incumbent);
  end_stage(Stage::improve, since, incumbent);
}

}  // namespace spinsack

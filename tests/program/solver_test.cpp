// SPDX-License-Identifier: Apache-2.0
// The last word belongs to programs that others wrote: CBC and GLPK read our files, and what they call
// optimal must be what brute force finds.
#include "core/catalog.hpp"
#include "core/decimal.hpp"
#include "formulation/linearise.hpp"
#include "instance/evaluate.hpp"
#include "program/format.hpp"
#include "program/small_instances.hpp"
#include "support/random_instance.hpp"
#include "support/run_command.hpp"
#include "support/temporary_directory.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

namespace spinsack {
namespace {

struct Solver {
  std::string_view program;
  std::string_view format;                  // of the catalog
  std::vector<std::string_view> arguments;  // {0}: the file to read, {1}: the file for the answer
  friend std::ostream& operator<<(std::ostream& out, const Solver& solver) {
    return out << solver.program << " reading " << solver.format;
  }
};

const Solver solvers[]{
    {"cbc", "lp", {"{0}", "solve", "solution", "{1}"}},
    {"cbc", "mps", {"{0}", "solve", "solution", "{1}"}},
    {"glpsol", "lp", {"--lp", "{0}", "-o", "{1}"}},
    {"glpsol", "mps", {"--freemps", "{0}", "-o", "{1}"}},
};

std::string lacking(const Solver& solver) {
  return fmt::format("needs {} (package {})", solver.program,
                     std::string_view(solver.program) == "cbc" ? "coinor-cbc" : "glpk-utils");
}

struct Answer {
  bool optimal = false;
  double objective = 0;
  Bits x;
};

// Both print "Optimal - objective value 12.5" or "Objective:  obj = 12.5 (MAXimum)" near the top, then
// a line per column with name and value; GLPK puts a star before the value of an integer.
Answer read_answer(const std::string& path, Index items) {
  Answer answer;
  answer.x.resize(at(items));
  std::ifstream file(path);
  for (std::string word; file >> word;) {
    if (word == "Optimal" || word == "OPTIMAL") answer.optimal = true;
    if (word == "value") file >> answer.objective;
    if (word == "obj") file >> word >> answer.objective;
    if (word.substr(0, 2) != "x_") continue;
    const auto item = static_cast<std::size_t>(std::stoul(word.substr(2)));
    file >> word;
    if (word == "*") file >> word;
    answer.x.at(item) = std::strtod(word.c_str(), nullptr) > 0.5 ? 1 : 0;
  }
  return answer;
}

Answer solve(const Solver& solver, const Program& program, Index items,
             const test::TemporaryDirectory& folder, std::string_view extra = "") {
  const ProgramFormat& format = find_entry(program_formats(), "program format", solver.format);
  const std::string input = folder.file(fmt::format("program{}", format.extension));
  const std::string output = folder.file("answer.txt");
  std::filesystem::remove(output);
  const std::vector<std::string> notes{"from a test\nof more than one line",
                                       "gr\xc3\xb6\xc3\x9f"
                                       "er"};
  write_file(input, [&](TextWriter& out) { format.write(program, notes, out); });
  std::vector<std::string> command{std::string(solver.program)};
  for (const std::string_view argument : solver.arguments)
    command.push_back(fmt::format(fmt::runtime(argument), input, output));
  if (!extra.empty()) command.emplace_back(extra);
  const test::RunResult result = test::run({.command = command});
  EXPECT_EQ(result.exit_code, 0) << result;
  return read_answer(output, items);
}

class ProgramSolver : public testing::TestWithParam<Solver> {};

TEST_P(ProgramSolver, FindsTheOptimumOfBruteForceInEveryLinearisation) {
  const Solver& solver = GetParam();
  if (!test::has_program(std::string(solver.program))) GTEST_SKIP() << lacking(solver);
  const test::TemporaryDirectory folder;
  for (const QkpInstance& instance : program_test::small_instances()) {
    const Profit best = test::brute_force_optimum(instance);
    const double best_value =
        std::strtod(format_decimal(best, instance.profit_digits()).c_str(), nullptr);
    for (const Linearisation& form : linearisations()) {
      const Program program = form.build(instance);
      if (form.name == "quadratic" && program.pairs.pairs() > 0) continue;
      const Answer answer = solve(solver, program, instance.size(), folder);
      const std::string where = fmt::format("{}, {}", instance.name(), form.name);
      ASSERT_TRUE(answer.optimal) << where;
      const Evaluation evaluation = evaluate(instance, answer.x);
      EXPECT_TRUE(evaluation.feasible) << where;
      EXPECT_EQ(evaluation.profit, best) << where;
      EXPECT_NEAR(answer.objective, solver.format == "mps" ? -best_value : best_value, 1e-6)
          << where;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Debian, ProgramSolver, testing::ValuesIn(solvers), [](const auto& solver) {
  return fmt::format("{}_{}", solver.param.program, solver.param.format);
});

TEST(ProgramRelaxation, AdamsSheraliIsNoLooserThanGloverWoolsey) {
  const Solver& solver = solvers[2];
  if (!test::has_program(std::string(solver.program))) GTEST_SKIP() << lacking(solver);
  const test::TemporaryDirectory folder;
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const QkpInstance instance = program_test::make_instance(
        {.name = "relaxed", .items = 12, .low = 1, .high = 100, .tightness = 0.3}, seed);
    const auto bound = [&](std::string_view form) {
      const Program program = find_entry(linearisations(), "linearisation", form).build(instance);
      return solve(solver, program, instance.size(), folder, "--nomip").objective;
    };
    const double loose = bound("glover-woolsey");
    const double tight = bound("adams-sherali");
    const auto best = static_cast<double>(test::brute_force_optimum(instance));
    EXPECT_GE(tight, best - 1e-6);
    EXPECT_LT(tight, loose);
    EXPECT_GE(bound("glover"), best - 1e-6);
  }
}

}  // namespace
}  // namespace spinsack

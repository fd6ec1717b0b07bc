// SPDX-License-Identifier: Apache-2.0
// Mixed-integer programs: spinsack-mip with its CBC, programs that are installed, and stand-ins for those that are not.
#include "solver/mip.hpp"

#include "core/error.hpp"
#include "instance/evaluate.hpp"
#include "instance/generator.hpp"
#include "solver/mip_task.hpp"
#include "support/child_work.hpp"
#include "support/cpu_time.hpp"
#include "support/places.hpp"
#include "support/qkp_method.hpp"
#include "support/random_instance.hpp"
#include "support/run_command.hpp"
#include "support/temporary_directory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <thread>

namespace spinsack {
namespace {

using testing::HasSubstr;

SolveOutcome solve_mip(const QkpInstance& instance, const ParameterValues& values = {},
                       const SolveRequest& request = {.seed = 3}) {
  SolveOutcome outcome = test::qkp_method("mip").solve(instance, values, request);
  const Evaluation judged = evaluate(instance, outcome.bits);
  EXPECT_TRUE(judged.feasible);
  EXPECT_EQ(judged.profit, outcome.value);
  return outcome;
}

QkpInstance gallo(Index n, const char* density, const char* seed = "1") {
  return generate("gallo", {{"n", std::to_string(n)}, {"density", density}, {"seed", seed}});
}

std::vector<QkpInstance> small_instances() {
  Rng rng(5);
  std::vector<QkpInstance> instances;
  for (const test::RandomKind& kind :
       {test::RandomKind{.n = 12}, test::RandomKind{.n = 9, .min_profit = -20},
        test::RandomKind{.n = 1}, test::RandomKind{.n = 8, .tightness = 0},
        test::RandomKind{.n = 10, .density = 1, .tightness = 0.2},
        test::RandomKind{.n = 7, .density = 0}, test::RandomKind{.n = 6, .tightness = 2}})
    instances.push_back(test::random_instance(rng, kind));
  return instances;
}

void expect_proven(const QkpInstance& instance, const ParameterValues& values) {
  const SolveOutcome outcome = solve_mip(instance, values);
  const Profit optimum = test::brute_force_optimum(instance);
  EXPECT_EQ(outcome.value, optimum);
  EXPECT_EQ(outcome.upper_bound, optimum);
  EXPECT_EQ(outcome.stopped_by, StopReason::work);
}

// A variable with this value, as long as it lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* const before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() {
    if (before_)
      ::setenv(name_, before_->c_str(), 1);
    else
      ::unsetenv(name_);
  }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

// --- spinsack-mip --------------------------------------------------------------------------------

class Mip : public testing::Test {
 protected:
  void SetUp() override {
    if (!test::has_spinsack_mip()) GTEST_SKIP() << test::no_spinsack_mip;
  }
};

TEST_F(Mip, ProvesWhatBruteForceFindsInEveryForm) {
  for (const QkpInstance& instance : small_instances())
    for (const char* form : {"auto", "adams-sherali", "glover-woolsey", "glover"})
      for (const char* start : {"greedy", "none"}) {
        SCOPED_TRACE(std::string(form) + " from " + start);
        expect_proven(instance, {{"linearise", form}, {"mip-start", start}});
      }
}

// Whatever the size of the numbers, a bound is one, and close.
void expect_true_bound(const QkpInstance& instance, const ParameterValues& values) {
  const SolveOutcome outcome = solve_mip(instance, values);
  const Profit optimum = test::brute_force_optimum(instance);
  EXPECT_LE(outcome.value, optimum);
  ASSERT_TRUE(outcome.upper_bound);
  EXPECT_GE(*outcome.upper_bound, optimum);
  EXPECT_LE(*outcome.upper_bound, optimum + optimum / 100'000);
}

constexpr Weight large_weights[]{100'000'000, 100'000'000'000, 1'000'000'000'000'000};
constexpr Profit large_profits[]{100, 1'000'000'000'000'000};

TEST_F(Mip, HasBoundsThatHoldWhereNumbersAreLarge) {
  Rng rng(8);
  for (const Weight weight : large_weights)
    for (const Profit profit : large_profits)
      for (const char* form : {"adams-sherali", "glover-woolsey", "glover"})
        for (const char* start : {"greedy", "none"}) {
          SCOPED_TRACE(std::to_string(weight) + " " + std::to_string(profit) + " " + form);
          expect_true_bound(
              test::random_instance(
                  rng, {.n = 9, .max_weight = weight, .max_profit = profit, .tightness = 0.3}),
              {{"linearise", form}, {"mip-start", start}});
        }
}

// Cuts of CBC would take the best set away, which fills the capacity to the last unit.
TEST_F(Mip, IsRightWhereWeightsAreFarApart) {
  QkpInstance::Data data;
  data.name = "far apart";
  data.profit = {1, 84, 12, 97, 9, 2, 6, 4};
  data.weight = {25, 2'480'498'988, 790'593'910, 1810, 211, 7394, 5'483'086, 16'863'004};
  data.capacity = 2'480'508'217;
  const std::vector<std::vector<std::int64_t>> rows{{2, -26, 29, -56, -7, 81, 4},
                                                    {-22, 1, 73, -3, 1, 59},
                                                    {-15, 10, 4, 42, 14},
                                                    {11, 8, 4, 14},
                                                    {2, 45, 21},
                                                    {2, -3},
                                                    {-4}};
  SymmetricRowsBuilder pairs(8);
  for (Index i = 0; i < 7; ++i) pairs.add_run(i, i + 1, rows[at(i)]);
  data.pair_profit = std::move(pairs).finish();
  const QkpInstance instance(std::move(data));
  for (const char* form : {"adams-sherali", "glover-woolsey", "glover"})
    expect_true_bound(instance, {{"linearise", form}, {"mip-start", "none"}});
}

// The items of a random instance, some pairs of which shall never be together, and one item never be packed.
QkpInstance with_conflicts(Rng& rng, Profit penalty) {
  const QkpInstance before = test::random_instance(rng, {.n = 10, .density = 1});
  QkpInstance::Data data;
  data.name = "conflicts";
  data.profit.assign(before.profits().begin(), before.profits().end());
  data.profit[3] = -penalty;
  data.weight.assign(before.weights().begin(), before.weights().end());
  data.capacity = before.capacity();
  SymmetricRowsBuilder pairs(before.size());
  before.pair_profits().for_each_pair([&](Index i, Index j, auto value) {
    pairs.add(i, j, rng.real() < 0.3 ? -penalty : static_cast<Profit>(value));
  });
  data.pair_profit = std::move(pairs).finish();
  return QkpInstance(std::move(data));
}

TEST_F(Mip, ProvesAnOptimumBesidePenaltiesOfAnySize) {
  Rng rng(9);
  for (const Profit penalty :
       {Profit{100'000'000}, Profit{1'000'000'000'000}, Profit{10'000'000'000'000'000}})
    for (const char* form : {"adams-sherali", "glover-woolsey", "glover"}) {
      SCOPED_TRACE(std::to_string(penalty) + " " + form);
      expect_proven(with_conflicts(rng, penalty), {{"linearise", form}, {"mip-start", "none"}});
    }
}

TEST(MipTask, TakesExcessAwayAndNothingElse) {
  Rng rng(10);
  for (const double tightness : {0.1, 0.3, 0.8}) {
    const QkpInstance mild = test::random_instance(
        rng, {.n = 9, .min_profit = -200, .density = 1, .tightness = tightness});
    for (const QkpInstance& before : {mild, with_conflicts(rng, 1'000'000'000)}) {
      const QkpInstance after = without_excess(before);
      EXPECT_EQ(test::brute_force_optimum(after), test::brute_force_optimum(before));
      EXPECT_LT(after.total_profit(), before.total_profit());
      EXPECT_LT(after.total_profit(), 100'000);
      for (std::uint64_t code = 0; code < 1U << before.size(); ++code) {
        const Bits bits = test::bits_of(code, before.size());
        const Evaluation was = evaluate(before, bits);
        EXPECT_TRUE(!was.feasible || evaluate(after, bits).profit >= was.profit);
      }
    }
  }
  // All that fits stays as it is.
  const QkpInstance plain = test::random_instance(rng, {.n = 9, .tightness = 1});
  EXPECT_EQ(without_excess(plain).total_profit(), plain.total_profit());
}

TEST_F(Mip, ProvesASparseInstanceOfFiftyItems) {
  const QkpInstance instance = gallo(50, "25");
  const SolveOutcome outcome = solve_mip(instance);
  EXPECT_EQ(outcome.value, 8515);  // as cbc and glpsol say
  EXPECT_EQ(outcome.upper_bound, 8515);
  EXPECT_EQ(solve_mip(instance).work, outcome.work);
}

TEST_F(Mip, EndsAtTheLimitOfNodesWithABound) {
  const QkpInstance instance = gallo(60, "50");
  const SolveOutcome root = solve_mip(instance, {{"nodes", "0"}});
  ASSERT_TRUE(root.upper_bound);
  EXPECT_GE(*root.upper_bound, root.value);
  EXPECT_EQ(root.stopped_by, StopReason::work);
  const SolveOutcome good = test::qkp_method("lha").solve(instance, {}, {});
  EXPECT_GE(*root.upper_bound, good.value);
}

TEST_F(Mip, ObeysTheClock) {
  const QkpInstance instance = gallo(300, "50");
  const SolveOutcome start = test::qkp_method("greedy").solve(instance, {}, {});
  const SolveOutcome outcome = solve_mip(instance, {}, {.time_limit = 0.5});
  EXPECT_EQ(outcome.stopped_by, StopReason::time);
  EXPECT_GE(outcome.value, start.value);
}

TEST_F(Mip, IsInterruptedWhileTheFirstLinearProgramIsSolved) {
  const QkpInstance instance = gallo(600, "100");
  for (const char* solver : {"cbc-library", "cbc"}) {
    if (!test::has_program("cbc")) continue;
    const test::Finger finger([] { return test::child_cpu_seconds() > 0.2; });
    const SolveOutcome outcome =
        solve_mip(instance, {{"linearise", "adams-sherali"}, {"mip-solver", solver}},
                  {.interrupted = &finger.pressed()});
    ASSERT_TRUE(finger.pressed()) << "the program was solved before it could be interrupted";
    EXPECT_EQ(outcome.stopped_by, StopReason::interrupt);
  }
}

TEST_F(Mip, StopsAtATarget) {
  const QkpInstance instance = gallo(60, "25");
  const SolveOutcome start = test::qkp_method("greedy").solve(instance, {}, {});
  const SolveOutcome outcome = solve_mip(instance, {}, {.target = start.value});
  EXPECT_EQ(outcome.stopped_by, StopReason::target);
  EXPECT_FALSE(outcome.upper_bound);
  // 12539 is the optimum, and more than the start.
  const SolveOutcome best = solve_mip(instance, {}, {.target = 12539});
  EXPECT_LT(start.value, 12539);
  EXPECT_EQ(best.value, 12539);
  EXPECT_EQ(best.stopped_by, StopReason::target);
  EXPECT_GE(best.trace.size(), 3U);
}

// --- installed programs --------------------------------------------------------------------------

class MipProgramInstalled : public testing::TestWithParam<const char*> {
 protected:
  static std::string lacking(const std::string& program) {
    return "needs " + program +
           (program == "cbc" ? " (package coinor-cbc)" : " (package glpk-utils)");
  }
};

TEST_P(MipProgramInstalled, ProvesWhatBruteForceFinds) {
  if (!test::has_program(GetParam())) GTEST_SKIP() << lacking(GetParam());
  for (const QkpInstance& instance : small_instances())
    expect_proven(instance, {{"mip-solver", GetParam()}});
  expect_proven(small_instances().front(), {{"mip-solver", GetParam()}, {"linearise", "glover"}});
}

TEST_P(MipProgramInstalled, HasBoundsThatHoldWhereNumbersAreLarge) {
  if (!test::has_program(GetParam())) GTEST_SKIP() << lacking(GetParam());
  Rng rng(8);
  for (const Weight weight : large_weights)
    for (const Profit profit : large_profits)
      for (const char* form : {"adams-sherali", "glover"}) {
        SCOPED_TRACE(std::to_string(weight) + " " + std::to_string(profit) + " " + form);
        expect_true_bound(
            test::random_instance(
                rng, {.n = 9, .max_weight = weight, .max_profit = profit, .tightness = 0.3}),
            {{"mip-solver", GetParam()}, {"linearise", form}});
      }
}

TEST_P(MipProgramInstalled, IsNotAskedWhenNothingFits) {
  if (!test::has_program(GetParam())) GTEST_SKIP() << lacking(GetParam());
  QkpInstance::Data data;
  data.name = "nothing fits";
  data.profit = {4, 5};
  data.weight = {7, 9};
  data.capacity = 6;
  SymmetricRowsBuilder pairs(2);
  pairs.add(0, 1, std::int64_t{3});
  data.pair_profit = std::move(pairs).finish();
  expect_proven(QkpInstance(std::move(data)), {{"mip-solver", GetParam()}});
}

TEST_P(MipProgramInstalled, ObeysTheClock) {
  if (!test::has_program(GetParam())) GTEST_SKIP() << lacking(GetParam());
  const QkpInstance instance = gallo(300, "50");
  const SolveOutcome start = test::qkp_method("greedy").solve(instance, {}, {});
  const SolveOutcome outcome =
      solve_mip(instance, {{"mip-solver", GetParam()}}, {.time_limit = 0.5});
  EXPECT_GE(outcome.value, start.value);
}

INSTANTIATE_TEST_SUITE_P(Debian, MipProgramInstalled, testing::Values("cbc", "glpsol"));

// --- stand-ins -----------------------------------------------------------------------------------

// Three items; the best are 0 and 2, of value 14.
QkpInstance three_items() {
  QkpInstance::Data data;
  data.name = "three";
  data.profit = {4, 5, 3};
  data.weight = {2, 3, 2};
  data.capacity = 4;
  SymmetricRowsBuilder pairs(3);
  pairs.add(0, 2, std::int64_t{7});
  pairs.add(1, 2, std::int64_t{1});
  data.pair_profit = std::move(pairs).finish();
  return QkpInstance(std::move(data));
}

// Puts a shell script of this name into a directory that is then in front of PATH.
class StandIn {
 public:
  StandIn(const std::string& name, const std::string& script)
      : path_("PATH", directory_.path().string() + ":" + std::getenv("PATH")) {
    directory_.write(name, "#!/bin/sh\n" + script);
    std::filesystem::permissions(directory_.path() / name, std::filesystem::perms::owner_all);
  }

 private:
  test::TemporaryDirectory directory_;
  Variable path_;
};

struct FakeRun {
  const char* solver;
  const char* check;  // shell commands that fail unless the call is right
  const char* answer;
  const char* log;
};

// Answers and logs as these solvers write them.
const FakeRun fake_runs[]{
    {"highs",
     "grep -q 'random_seed = 3' options.txt && grep -q '^x_0 1' start.sol && "
     R"(grep -q Maximize model.lp && [ "$1" = --model_file ])",
     "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 14\n# Columns 5\nx_0 "
     "1\n"
     "x_1 0\nx_2 1\ny_0_2 1\ny_1_2 0\n# Rows 1\ncapacity 4\n\n# Dual solution values\nNone\n\n"
     "# Basis\nHiGHS v1\nNone\n",
     "Solving report\n  Status            Optimal\n  Primal bound      14\n  Dual bound        14\n"
     "  Gap               0% (tolerance: 0%)\n"},
    {"scip", R"(grep -q '^x_0 1' start.sol && [ "$2" = 'read model.lp' ])",
     "solution status: optimal solution found\nobjective value:                                   "
     "14\n"
     "x_0                                                 1 \t(obj:4)\n"
     "x_2                                                 1 \t(obj:3)\n"
     "y_0_2                                               1 \t(obj:7)\n",
     "SCIP Status        : problem is solved [optimal solution found]\n"
     "Primal Bound       : +1.40000000000000e+01 (1 solutions)\n"
     "Dual Bound         : +1.40000000000000e+01\nGap                : 0.00 %\n"},
    {"gurobi_cl", R"(grep -q '^x_0 1' start.mst && [ "$1" = Threads=1 ] && [ "$2" = Seed=3 ])",
     "# Solution for model three\n# Objective value = 14\nx_0 1\nx_1 0\nx_2 1\ny_0_2 1\ny_1_2 0\n",
     "Optimal solution found (tolerance 0.00e+00)\n"
     "Best objective 1.400000000000e+01, best bound 1.400000000000e+01, gap 0.0000%\n"},
};

std::string script_of(const FakeRun& run) {
  return std::string(run.check) + " || exit 9\ncat > answer.sol <<'END'\n" + run.answer +
         "END\ncat <<'END'\n" + run.log + "END\n";
}

TEST(MipStandIn, IsCalledAndUnderstood) {
  const QkpInstance instance = three_items();
  for (const FakeRun& run : fake_runs) {
    SCOPED_TRACE(run.solver);
    const StandIn solver(run.solver, script_of(run));
    expect_proven(instance, {{"mip-solver", run.solver}});
  }
}

TEST(MipStandIn, GetsProductsIfItTakesThem) {
  const FakeRun& run = fake_runs[2];
  const StandIn solver(run.solver, "grep -qF 'x_0 * x_2' model.lp && " + script_of(run));
  expect_proven(three_items(), {{"mip-solver", run.solver}, {"linearise", "quadratic"}});
}

std::string refusal(const ParameterValues& values) {
  try {
    (void)solve_mip(three_items(), values);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(MipStandIn, ThatSaysNonsenseIsAnError) {
  for (const char* name : {"cbc", "glpsol", "highs", "scip", "gurobi_cl"}) {
    SCOPED_TRACE(name);
    {
      const StandIn solver(name, "echo hello; echo 'x_0 one' > answer.sol\n");
      EXPECT_THAT(refusal({{"mip-solver", name}}),
                  HasSubstr(std::string("answer of ") + name + ":1:1: expected '"));
    }
    {
      const StandIn solver(name, "echo no licence >&2; exit 3\n");
      EXPECT_EQ(refusal({{"mip-solver", name}}),
                std::string("--mip-solver ") + name +
                    ": expected it to solve the program, but its exit code is 3; it said: no "
                    "licence\n");
    }
    {
      const StandIn solver(name, "kill -SEGV $$\n");
      EXPECT_THAT(refusal({{"mip-solver", name}}), HasSubstr("signal 11 ended it"));
    }
    {
      const StandIn solver(name, "exit 0\n");
      EXPECT_THAT(refusal({{"mip-solver", name}}), HasSubstr(std::string("answer of ") + name));
    }
  }
}

// The solution is too heavy and its bound too low; neither is believed.
TEST(MipStandIn, ThatClaimsTooMuchIsNotBelieved) {
  const StandIn solver("gurobi_cl",
                       "printf '# Objective value = 99\\nx_0 1\\nx_1 1\\nx_2 1\\n' > answer.sol\n"
                       "echo 'Best objective 99, best bound 2.0, gap 0%'\n");
  const SolveOutcome outcome = solve_mip(three_items(), {{"mip-solver", "gurobi_cl"}});
  EXPECT_LE(outcome.value, 14);
  EXPECT_FALSE(outcome.upper_bound);
}

TEST(MipStandIn, ThatHangsIsKilledWithItsChildren) {
  const test::TemporaryDirectory directory;
  const std::string mark = directory.file("child");
  const StandIn solver("scip", "sleep 3600 & echo $! > part && mv part " + mark + " && wait\n");
  const test::Finger finger([&] { return std::filesystem::exists(mark); });
  const SolveOutcome outcome =
      solve_mip(three_items(), {{"mip-solver", "scip"}}, {.interrupted = &finger.pressed()});
  EXPECT_EQ(outcome.stopped_by, StopReason::interrupt);
  const pid_t child = std::stoi(directory.read("child"));
  while (test::is_alive(child)) std::this_thread::yield();  // the signal is on its way
}

TEST(MipStandIn, ThatClosesItsOutputAndLivesOnIsKilled) {
  const StandIn solver("scip", "exec >&- 2>&-; sleep 3600\n");
  const SolveOutcome outcome =
      solve_mip(three_items(), {{"mip-solver", "scip"}}, {.time_limit = 0.3});
  EXPECT_EQ(outcome.stopped_by, StopReason::time);
}

// The start remains, and a bound that comes with such a claim is none.
TEST(MipStandIn, ThatFindsNothingFeasibleIsNotBelieved) {
  for (const char* status : {"Integer infeasible", "Infeasible"}) {
    const StandIn solver("cbc", std::string("echo '") + status +
                                    " - objective value 20.0' > answer.sol\n"
                                    "echo 'Upper bound: 20.0'\n");
    const SolveOutcome start = test::qkp_method("greedy").solve(three_items(), {}, {});
    const SolveOutcome outcome = solve_mip(three_items(), {{"mip-solver", "cbc"}});
    EXPECT_EQ(outcome.value, start.value);
    EXPECT_FALSE(outcome.upper_bound);
  }
}

// Only the end of what it prints is kept.
TEST(MipStandIn, MayPrintAsMuchAsItLikes) {
  const std::string answer = "printf '# Objective value = 14\\nx_0 1\\nx_2 1\\n' > answer.sol\n";
  const std::string bound = "echo 'Best objective 14, best bound 14, gap 0%'\n";
  const std::string noise = "yes words without end | head -c 4000000\n";
  {
    const StandIn solver("gurobi_cl", answer + noise + bound);
    expect_proven(three_items(), {{"mip-solver", "gurobi_cl"}});
  }
  const StandIn solver("gurobi_cl", answer + bound + noise);
  const SolveOutcome outcome = solve_mip(three_items(), {{"mip-solver", "gurobi_cl"}});
  EXPECT_EQ(outcome.value, 14);
  EXPECT_FALSE(outcome.upper_bound);
}

TEST(MipStandIn, ThatIsMissingIsNamed) {
  const Variable nowhere("PATH", "/nonexistent");
  EXPECT_EQ(refusal({{"mip-solver", "highs"}}),
            "--mip-solver highs: expected a program 'highs' (HiGHS) in a directory of PATH, found "
            "none");
  EXPECT_THAT(refusal({{"linearise", "quadratic"}}), HasSubstr("linear programs only"));
  EXPECT_THAT(refusal({{"linearise", "quadratic"}, {"mip-solver", "cbc"}}),
              HasSubstr("linear programs only"));
}

// --- stand-ins for spinsack-mip --------------------------------------------------------------------

class MipReports : public testing::Test {
 protected:
  // What mip says of a spinsack-mip that is this script.
  std::string with(const std::string& script) {
    directory_.write("mip", "#!/bin/sh\n" + script);
    std::filesystem::permissions(program_, std::filesystem::perms::owner_all);
    const Variable chosen("SPINSACK_MIP", program_);
    return refusal({});
  }

 private:
  test::TemporaryDirectory directory_;
  std::string program_ = directory_.file("mip");
};

TEST_F(MipReports, AreBelievedIfTheyAreComplete) {
  EXPECT_EQ(
      with("cat > /dev/null; echo built; echo items 0 2; echo bound 14; echo work 1 2; echo end"),
      "no error");
  EXPECT_EQ(with("exec <&-; echo end"), "no error");  // it may know without reading
}

// However odd its end, it is never taken for success.
TEST_F(MipReports, OfAFailureAreNoSuccess) {
  const std::string failed = "--mip-solver cbc-library: expected it to solve the program, but ";
  EXPECT_EQ(with("cat > /dev/null; exit 0"),
            failed + "it ended before its last report; it said: nothing");
  EXPECT_EQ(with("cat > /dev/null; echo items 0 2; echo no memory >&2"),
            failed + "it ended before its last report; it said: no memory\n");
  EXPECT_EQ(with("cat > /dev/null; printf 'built\\nen'"),
            failed + "it ended before its last report; it said: nothing");
  EXPECT_EQ(with("cat > /dev/null; printf 'end\\nbui'"),
            failed + "it ended before its last report; it said: nothing");
  EXPECT_EQ(with("cat > /dev/null; echo end; echo built; exec sleep 1000000"),
            failed + "it went on after its last report; it said: nothing");
  EXPECT_EQ(with("cat > /dev/null; echo end; exit 3"),
            failed + "its exit code is 3; it said: nothing");
  EXPECT_EQ(with("echo gone >&2; exit 127"), failed + "its exit code is 127; it said: gone\n");
  EXPECT_EQ(with("cat > /dev/null; echo end; kill -SEGV $$"),
            failed + "signal 11 ended it; it said: nothing");
  EXPECT_EQ(with("yes '' | tr '\\n' x"), failed + "its report has no end; it said: nothing");
}

TEST_F(MipReports, ThatMakeNoSenseAreErrors) {
  const std::string where = "report of spinsack-mip:1:";
  EXPECT_EQ(with("cat > /dev/null; echo hello"),
            where + "1: expected built, items, bound, work or end, found 'hello'");
  EXPECT_EQ(with("cat > /dev/null; echo"),
            where + "1: expected built, items, bound, work or end, found ''");
  EXPECT_EQ(with("cat > /dev/null; echo items 0 3"),
            where + "9: expected an item in 0..2, found 3");
  EXPECT_EQ(with("cat > /dev/null; echo bound inf"),
            where + "7: expected a bound, a finite number, found 'inf'");
}

TEST_F(MipReports, OfAMissingProgramNameItAndTheWayToGetIt) {
  const Variable chosen("SPINSACK_MIP", "/nonexistent/mip");
  EXPECT_EQ(
      refusal({}),
      "--mip-solver cbc-library: expected the program spinsack-mip at /nonexistent/mip, found "
      "none. It is built and installed with spinsack where CBC (coinor-libcbc-dev) is installed; "
      "SPINSACK_MIP names it elsewhere");
  const Variable none("SPINSACK_MIP", "");
  const std::string tried = refusal({});
  if (tried == "no error") GTEST_SKIP() << "spinsack-mip is installed on this machine";
  EXPECT_THAT(tried, testing::ContainsRegex("at /.*/tests/spinsack-mip or "
                                            "/.*/libexec/spinsack/spinsack-mip or "
                                            "/.*/libexec/spinsack/spinsack-mip, found none"));
}

// Ctrl-C, a target or the clock end it even while it takes nothing of a task that no pipe holds.
TEST_F(MipReports, AreNotWaitedForWhenItDoesNotRead) {
  const QkpInstance instance = gallo(300, "100");
  test::TemporaryDirectory directory;
  directory.write("mip", "#!/bin/sh\nexec sleep 1000000\n");
  std::filesystem::permissions(directory.file("mip"), std::filesystem::perms::owner_all);
  const Variable chosen("SPINSACK_MIP", directory.file("mip"));
  EXPECT_EQ(solve_mip(instance, {}, {.time_limit = 0.1}).stopped_by, StopReason::time);
}

}  // namespace
}  // namespace spinsack

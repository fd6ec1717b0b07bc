// SPDX-License-Identifier: Apache-2.0
// However the work is divided, interrupted and done again, the results are those of one undisturbed run.
#include "study/runner.hpp"

#include "instance/evaluate.hpp"
#include "instance/knapsack_state.hpp"
#include "postprocess/step.hpp"
#include "problem/qkp/qkp_source.hpp"
#include "record/hex_bits.hpp"
#include "solver/method.hpp"
#include "study/study_support.hpp"
#include "support/qkp_method.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <limits>
#include <map>

namespace spinsack::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(StudyRunner, DoesEveryCellOnce) {
  const StudyFiles files;
  const std::vector<Cell> cells = cells_of(files.plan());
  const StudySummary first = run_small(files, files.file("out"));
  EXPECT_EQ(first.done, cells.size());
  EXPECT_EQ(first.before + first.failed + first.left, 0U);
  std::vector<std::string> ids;
  for (const CellRecord& record : records_of(files.file("out"))) ids.push_back(record.cell);
  EXPECT_EQ(ids, ids_of(cells));
  const std::string bytes = files.read("out/records.jsonl");
  const StudySummary again = run_small(files, files.file("out"));
  EXPECT_EQ(again.before, cells.size());
  EXPECT_EQ(again.done, 0U);
  EXPECT_EQ(files.read("out/records.jsonl"), bytes);
}

TEST(StudyRunner, GivesTheSameWithAnyNumberOfThreads) {
  const StudyFiles files;
  run_small(files, files.file("one"));
  const std::string expected = merged({files.file("one")});
  for (const int threads : {2, 5}) {
    const std::string folder = files.file(std::to_string(threads));
    run_small(files, folder, threads);
    EXPECT_EQ(merged({folder}), expected);
  }
}

TEST(StudyRunner, GivesTheSameInShards) {
  const StudyFiles files;
  run_small(files, files.file("one"));
  std::size_t done = 0;
  for (const int number : {3, 1, 2})
    done += run_small(files, files.file("three"), 1, {number, 3}).done;
  EXPECT_EQ(done, cells_of(files.plan()).size());
  EXPECT_EQ(merged({files.file("three")}), merged({files.file("one")}));
  const std::vector<std::string> names{
      "lock",      "plan.toml", "records-1of3.jsonl", "records-2of3.jsonl", "records-3of3.jsonl",
      "study.json"};
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(files.file("three")))
    found.push_back(entry.path().filename().string());
  std::ranges::sort(found);
  EXPECT_EQ(found, names);
  EXPECT_EQ(run_small(files, files.file("three")).before, done) << "shards are known to the whole";
}

TEST(StudyRunner, GoesOnAfterInterruptsAtAnyCell) {
  const StudyFiles files;
  run_small(files, files.file("one"));
  const Plan plan = files.plan();
  const std::vector<Cell> cells = cells_of(plan);
  std::size_t interrupts = 0;
  std::size_t done = 0;
  for (bool over = false; !over;) {
    std::atomic<bool> stop{false};
    const StudySummary summary =
        run_study(plan, cells,
                  {.folder = files.file("many"),
                   .threads = 2,
                   .interrupted = &stop,
                   .progress = [&](const StudyProgress& progress) { stop = progress.done >= 2; }});
    over = !summary.interrupted;
    interrupts += summary.interrupted ? 1 : 0;
    done += summary.done;
    EXPECT_EQ(summary.left, cells.size() - done);
  }
  EXPECT_GT(interrupts, 4U);
  EXPECT_EQ(done, cells.size()) << "a cell was done twice";
  EXPECT_EQ(merged({files.file("many")}), merged({files.file("one")}));
}

TEST(StudyRunner, RecordsWhatTheEvaluatorSays) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  std::map<std::string, Cell> cells;
  for (const Cell& cell : cells_of(files.plan())) cells.emplace(cell.id.text(), cell);
  int checked = 0;
  for (const CellRecord& record : records_of(files.file("out"))) {
    const Cell& cell = cells.at(record.cell);
    const QkpInstance instance = load_instance(cell.instance->source).instance;
    EXPECT_EQ(record.error, "");
    EXPECT_EQ(record.runs.size(), static_cast<std::size_t>(cell.reads));
    for (const RunRecord& run : record.runs) {
      const Bits raw = bits_of_hex(run.bits, instance.size());
      const auto& variants = cell.setting->variants;
      for (std::size_t v = 0; v < run.variants.size(); ++v) {
        KnapsackState state(instance, raw);
        if (!variants.empty()) {
          EXPECT_EQ(run.variants[v].name, variants[v].first);
          run_pipeline(parse_pipeline(variants[v].second), state);
        }
        const Evaluation expected = evaluate(instance, state.bits());
        EXPECT_EQ(run.variants[v].value, expected.profit);
        EXPECT_EQ(run.variants[v].weight, expected.load);
        EXPECT_EQ(run.variants[v].feasible, expected.feasible);
        ++checked;
      }
      EXPECT_EQ(run.variants.size(), std::max<std::size_t>(1, variants.size()));
      EXPECT_GE(run.seconds, 0);
    }
  }
  EXPECT_EQ(checked, 2 * (2 * 2 * 5 * 3 + 1));
}

// The best over all reads of a variant is what the method gives with these steps.
TEST(StudyRunner, VariantsAreWhatTheMethodGives) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  std::map<std::tuple<std::string, std::string, std::uint64_t, std::string>, Profit> best;
  for (const CellRecord& record : records_of(files.file("out"))) {
    if (record.method != "sa") continue;
    for (const RunRecord& run : record.runs)
      for (const VariantRecord& variant : run.variants) {
        Profit& value =
            best[{record.instance.name, record.parameters.at("lambda"), record.seed, variant.name}];
        if (variant.feasible) value = std::max(value, variant.value);
      }
  }
  ASSERT_EQ(best.size(), 2U * 2 * 2 * 3);
  const std::map<std::string, std::string> steps{
      {"SA", "none"}, {"SA-R", "repair"}, {"SA-RI", "repair+fill+exchange"}};
  for (const auto& [key, value] : best) {
    const auto& [name, lambda, seed, variant] = key;
    const QkpInstance instance =
        load_instance(name == "five" ? files.file("five.txt") : name).instance;
    const SolveOutcome outcome = test::qkp_method("sa").solve(
        instance,
        {{"sweeps", "20"}, {"lambda", lambda}, {"reads", "5"}, {"post", steps.at(variant)}},
        {.seed = seed});
    EXPECT_EQ(outcome.value, value) << name << ' ' << lambda << ' ' << seed << ' ' << variant;
  }
}

// Reads of lambda auto have strengths of their own, told by rule and number of the read: the cell has no single one.
TEST(StudyRunner, ReadsThatTakeTurnsAreThoseOfTheMethod) {
  const std::string some = "lambda = ['auto', '2^-1']\nencoding = 'lagrange'\n";
  const StudyFiles files(
      "instances = 'medium:100_25_3'\nreads = 7\n"
      "[[run]]\nmethod = 'sa'\nreads-per-cell = 3\nvariants = { cut = 'repair+fill' }\n" +
      some + "sweeps = 20\n[[run]]\nmethod = 'sa'\nlabel = 'whole'\npost = 'repair+fill'\n" + some +
      "sweeps = 20\n[[run]]\nmethod = 'machine'\n" + some);
  EXPECT_EQ(run_small(files, files.file("out")).failed, 0U);
  std::map<std::pair<std::string, std::string>, Profit> best;  // by series and strength
  for (const CellRecord& record : records_of(files.file("out"))) {
    const std::string& strength = record.parameters.at("lambda");
    EXPECT_EQ(record.lambda, strength == "auto" ? std::nullopt : std::optional(0.5));
    for (const RunRecord& run : record.runs)
      for (const VariantRecord& variant : run.variants) {
        ASSERT_TRUE(variant.feasible);
        Profit& value = best[{variant.name, strength}];
        value = std::max(value, variant.value);
      }
  }
  ASSERT_EQ(best.size(), 6U);
  for (const char* strength : {"auto", "2^-1"}) {
    EXPECT_EQ(best.at({"cut", strength}), best.at({"whole", strength})) << strength;
    EXPECT_GT(best.at({"machine", strength}), 3000) << strength;
  }
}

TEST(StudyRunner, ReadsAreTheSameInAnyBlocks) {
  const auto runs_with = [](const std::string& block) {
    const StudyFiles files("instances = 'medium:100_25_1'\nreads = 10\nreads-per-cell = " + block +
                           "\n[[run]]\nmethod = 'sa'\nsweeps = 20\n"
                           "variants = { a = 'none', b = 'repair+fill' }\n");
    run_small(files, files.file("out"));
    std::vector<RunRecord> runs;
    for (const CellRecord& record : records_of(files.file("out")))
      for (RunRecord run : record.runs) {
        run.formulate = run.machine = run.seconds = run.time_to_best = 0;
        for (VariantRecord& variant : run.variants) variant.repair = variant.improve = 0;
        runs.push_back(run);
      }
    return runs;
  };
  const std::vector<RunRecord> whole = runs_with("10");
  ASSERT_EQ(whole.size(), 10U);
  for (std::size_t read = 0; read < whole.size(); ++read)
    EXPECT_EQ(whole[read].read, static_cast<std::int64_t>(read));
  EXPECT_NE(whole[0].bits, whole[1].bits);
  EXPECT_EQ(runs_with("5"), whole);
  EXPECT_EQ(runs_with("1"), whole);
}

TEST(StudyRunner, RecordsAFailureAndTriesAgain) {
  const StudyFiles files(
      "instances = ['five.txt', 'medium:100_25_1']\n[[run]]\nmethod = 'greedy'\n");
  const Plan plan = files.plan();
  const std::vector<Cell> cells = cells_of(plan);
  const std::string folder = files.file("out");
  std::vector<std::string> remarks;
  const auto go_on = [&] {
    return run_study(plan, cells, {.folder = folder, .remark = [&](const std::string& text) {
                                     remarks.push_back(text);
                                   }});
  };
  std::filesystem::remove(files.file("five.txt"));
  StudySummary summary = go_on();
  EXPECT_EQ(summary.done, 1U);
  EXPECT_EQ(summary.failed, 1U);
  EXPECT_THAT(remarks, ElementsAre(AllOf(StartsWith("five with greedy: "),
                                         HasSubstr("No such file or directory"))));
  StudyStatus status = status_of(folder, cells);
  EXPECT_EQ(status.done, 1U);
  EXPECT_EQ(status.failing, 1U);
  EXPECT_EQ(status.left(), 1U);
  EXPECT_EQ(status.failures, remarks);

  files.write("five.txt", "five\n2\n1 2\n3\n\n0\n4\n2 3\n");
  summary = go_on();
  EXPECT_EQ(summary.failed, 1U);
  EXPECT_THAT(remarks.back(), HasSubstr("the instance has changed since the study began"));

  files.write("five.txt", five_items);
  summary = go_on();
  EXPECT_EQ(summary.before, 1U);
  EXPECT_EQ(summary.done, 1U);
  status = status_of(folder, cells);
  EXPECT_EQ(status.done, 2U);
  EXPECT_EQ(status.failing, 0U);
  EXPECT_EQ(records_of(folder).size(), 4U) << "failures stay on record";
}

TEST(StudyRunner, KeepsTheBestAnswerOfEachVariant) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  std::map<std::string, Cell> cells;
  for (const Cell& cell : cells_of(files.plan())) cells.emplace(cell.id.text(), cell);
  int kept = 0;
  for (const CellRecord& record : records_of(files.file("out"))) {
    const QkpInstance instance = load_planned(*cells.at(record.cell).instance).as<QkpInstance>();
    std::map<std::string, std::pair<std::int64_t, VariantRecord>> best;  // read and result
    for (const RunRecord& run : record.runs)
      for (const VariantRecord& variant : run.variants) {
        const auto known = best.find(variant.name);
        if (variant.feasible && (known == best.end() || known->second.second.value < variant.value))
          best[variant.name] = {run.read, variant};
      }
    EXPECT_EQ(record.answers.size(), best.size());
    for (const AnswerRecord& answer : record.answers) {
      const auto& [read, variant] = best.at(answer.variant);
      EXPECT_EQ(answer.read, read);
      const auto run = std::ranges::find(record.runs, read, &RunRecord::read);
      EXPECT_NE(answer.bits, run->bits) << "written once";
      const Evaluation found = evaluate(
          instance, bits_of_hex(answer.bits.empty() ? run->bits : answer.bits, instance.size()));
      EXPECT_EQ(found.profit, variant.value);
      EXPECT_EQ(found.load, variant.weight);
      EXPECT_TRUE(found.feasible);
      kept += answer.bits.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(kept, 10);
}

// With one sweep, bringing the model into the kernel's form takes longer than the read itself, and is no time of
// the machine: neither in studies nor in `solve`. The smallest of many times is what no other program disturbed.
TEST(StudyRunner, MachineSecondsAreThoseOfSolve) {
  const StudyFiles files(
      "instances = 'large:1000_100_1'\n[[run]]\nmethod = 'sa'\nsweeps = 1\nt-start = 1e-6\n"
      "t-end = 1e-6\nlambda = 1\nreads = 10\nvariants = { a = 'none' }\n");
  const QkpInstance instance = load_instance("large:1000_100_1").instance;
  const ParameterValues parameters{
      {"sweeps", "1"}, {"t-start", "1e-6"}, {"t-end", "1e-6"}, {"lambda", "1"}, {"post", "none"}};
  double in_study = std::numeric_limits<double>::infinity();
  double in_solve = in_study;
  for (int attempt = 0; attempt < 20 && !(in_study < 1.5 * in_solve); ++attempt) {
    const std::string folder = files.file(std::to_string(attempt));
    run_small(files, folder);
    for (const CellRecord& record : records_of(folder))
      for (const RunRecord& run : record.runs) in_study = std::min(in_study, run.machine);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const SolveOutcome outcome =
          test::qkp_method("sa").solve(instance, parameters, {.seed = seed});
      in_solve =
          std::min(in_solve, outcome.stage_seconds[static_cast<std::size_t>(Stage::machine)]);
    }
  }
  EXPECT_LT(in_study, 1.5 * in_solve);
}

TEST(StudyRunner, AModelThatCannotBeHeldIsAFailureOfItsCellOnly) {
  const StudyFiles files(
      "instances = 'wide.txt'\n[[run]]\nmethod = 'sa'\nencoding = ['unary', 'binary']\n"
      "bound = 'capacity'\nsweeps = 5\nvariants = { '{encoding}' = 'none' }\n");
  files.write("wide.txt", "wide\n2\n10 20\n5\n\n0\n900000000000\n600000000000 700000000000\n");
  std::vector<std::string> remarks;
  const StudySummary summary = run_small(files, files.file("out"), 1, {}, &remarks);
  EXPECT_EQ(summary.done, 1U);
  EXPECT_EQ(summary.failed, 1U);
  EXPECT_THAT(remarks, ElementsAre(HasSubstr("encoding 'unary' needs ")));
  const std::vector<CellRecord> records = records_of(files.file("out"));
  ASSERT_EQ(records.size(), 2U);
  EXPECT_THAT(records[0].error, HasSubstr("encoding 'unary' needs "));
  EXPECT_TRUE(records[0].runs.empty());
}

TEST(StudyRunner, StatusCountsRunsAndRecordsOfOtherPlans) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  std::vector<Cell> cells = cells_of(files.plan());
  StudyStatus status = status_of(files.file("out"), cells);
  EXPECT_EQ(status.cells, cells.size());
  EXPECT_EQ(status.done, cells.size());
  EXPECT_EQ(status.runs, 2 * 2 * 2 * 5 + 2);
  EXPECT_GT(status.seconds, 0);
  EXPECT_EQ(status.unplanned, 0U);
  cells.pop_back();
  status = status_of(files.file("out"), cells);
  EXPECT_EQ(status.done, cells.size());
  EXPECT_EQ(status.unplanned, 1U);
}

TEST(StudyRunner, TellsItsProgress) {
  const StudyFiles files;
  const Plan plan = files.plan();
  const std::vector<Cell> cells = cells_of(plan);
  std::vector<StudyProgress> steps;
  static_cast<void>(run_study(plan, cells,
                              {.folder = files.file("out"),
                               .threads = 2,
                               .progress = [&](const StudyProgress& p) { steps.push_back(p); }}));
  ASSERT_EQ(steps.size(), cells.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].done, i + 1);
    EXPECT_EQ(steps[i].cells, cells.size());
  }
  EXPECT_NEAR(steps.back().remaining, 0, 1e-6);
}

}  // namespace
}  // namespace spinsack::test

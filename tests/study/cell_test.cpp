// SPDX-License-Identifier: Apache-2.0
#include "study/cell.hpp"

#include "study/estimate.hpp"
#include "study/study_support.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace spinsack::test {
namespace {

std::vector<Cell> cells(const StudyFiles& files, bool quick = false) {
  return cells_of(files.plan(quick));
}

// The cells of a plan with one run of sa on five.txt and these lines in it.
std::vector<Cell> with(const std::string& lines) {
  return cells(StudyFiles("instances = 'five.txt'\n[[run]]\nmethod = 'sa'\n" + lines));
}
std::string only_id(const std::string& lines) {
  const std::vector<Cell> made = with(lines);
  EXPECT_EQ(made.size(), 1U);
  return made.front().id.text();
}

TEST(Cells, HaveATimeForEachItemIfThePlanSaysSo) {
  const Cell cell = with("time-limit = '0.01n'\n").front();
  EXPECT_DOUBLE_EQ(*cell.time_limit(), 0.05) << "of five items";
  EXPECT_EQ(cell.id, with("time-limit = 0.05\n").front().id) << "the same work has the same name";
  EXPECT_DOUBLE_EQ(*with("time-limit = 3\n").front().time_limit(), 3);
  EXPECT_FALSE(with("").front().time_limit());
  EXPECT_EQ(request_count(cell), 0) << "it asks no real machine";
}

TEST(Cells, AreEveryCombinationInstanceByInstance) {
  const StudyFiles files;
  const std::vector<Cell> all = cells(files);
  // 2 instances, 2 strengths, 2 seeds, 2 blocks of reads; and greedy once per instance.
  ASSERT_EQ(all.size(), 2U * (2 * 2 * 2 + 1));
  std::map<std::string, std::int64_t> reads;
  for (const Cell& cell : all)
    if (cell.setting->method == "sa")
      reads[cell.setting->parameters.at("lambda") + " " + std::to_string(cell.seed)] += cell.reads;
  EXPECT_EQ(reads, (std::map<std::string, std::int64_t>{
                       {"2^-2 1", 10}, {"2^-2 2", 10}, {"4 1", 10}, {"4 2", 10}}));
  const auto second =
      std::ranges::find_if(all, [](const Cell& c) { return c.instance->record.name == "five"; });
  EXPECT_TRUE(std::all_of(all.begin(), second, [](const Cell& c) {
    return c.instance->record.name == "medium:100_25_1";
  }));
  EXPECT_TRUE(std::all_of(second, all.end(),
                          [](const Cell& c) { return c.instance->record.name == "five"; }));
  EXPECT_EQ(all.front().instance->record.best_known, 18558);
  EXPECT_EQ(second->instance->record.best_known, std::nullopt);
  EXPECT_EQ(second->instance->source, files.file("five.txt"));
}

TEST(Cells, HaveNamesOfTheirOwnThatNeverChange) {
  const StudyFiles files;
  const std::vector<std::string> ids = ids_of(cells(files));
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
  for (const std::string& id : ids) {
    EXPECT_EQ(id.size(), 16U);
    EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos) << id;
  }
  // Written down, as any SHA-256 has it: records of another day are known again.
  EXPECT_EQ(
      cells(StudyFiles("instances = 'medium:100_25_1'\n[[run]]\nmethod = 'greedy'\n"))[0].id.text(),
      "8b6ae1845e13f8ce");
  EXPECT_EQ(cells(StudyFiles("instances = 'five.txt'\n[[run]]\nmethod = 'greedy'\n"))[0].id.text(),
            "90c2e359f3f08802");
}

TEST(Cells, AreTheSameInAnyOrderAndForm) {
  const StudyFiles files;
  const std::vector<std::string> full = ids_of(cells(files));
  for (const std::string& id : ids_of(cells(files, true)))
    EXPECT_EQ(std::ranges::count(full, id), 1) << id;
  const StudyFiles one(
      "instances = ['five.txt', 'medium:100_25_1']\n[[run]]\nmethod = 'greedy'\n"
      "[[run]]\nmethod = 'sa'\nseeds = [1, 2]\n");
  const StudyFiles other(
      "[[run]]\nmethod = 'sa'\nseeds = [2, 1]\ninstances = ['medium:100_25_1', "
      "'five.txt']\n[[run]]\nmethod = 'greedy'\ninstances = ['medium:100_25_1', "
      "'five.txt']\n");
  std::vector<std::string> ids = ids_of(cells(one));
  std::vector<std::string> other_ids = ids_of(cells(other));
  EXPECT_NE(ids, other_ids);
  std::ranges::sort(ids);
  std::ranges::sort(other_ids);
  EXPECT_EQ(ids, other_ids);
}

TEST(Cells, ChangeWithWhateverDecidesTheirResults) {
  std::set<std::string> seen{only_id("")};
  for (const std::string lines :
       {"sweeps = 7\n", "lambda = 3\n", "encoding = 'unary'\n", "post = 'none'\n", "reads = 3\n",
        "seeds = 2\n", "time-limit = 1\n", "target = 40\n", "label = 'x'\n",
        "variants = { a = 'none' }\n", "variants = { b = 'none' }\n",
        "variants = { a = 'repair' }\n", "variants = { a = 'none' }\nreads = 2\n",
        "variants = { a = 'none' }\ntime-limit = 1\n"})
    EXPECT_TRUE(seen.insert(only_id(lines)).second) << lines;
  const StudyFiles files("instances = 'five.txt'\n[[run]]\nmethod = 'sa'\n");
  std::string changed = five_items;
  changed.replace(changed.find("10 20"), 5, "11 20");
  files.write("five.txt", changed);
  EXPECT_TRUE(seen.insert(cells(files)[0].id.text()).second)
      << "another instance under the same name";
  // Layout is no content.
  files.write("five.txt", five_items + "\n\n");
  EXPECT_FALSE(seen.insert(cells(files)[0].id.text()).second);
  // Written out, a default is no other value.
  EXPECT_FALSE(seen.insert(only_id("sweeps = 1000\nlambda = 'auto'\nseeds = [1]\n")).second);
}

TEST(Cells, CutReadsIntoBlocks) {
  const std::vector<Cell> all =
      with("reads = 25\nreads-per-cell = 10\nvariants = { a = 'none' }\n");
  ASSERT_EQ(all.size(), 3U);
  const std::vector<std::pair<std::int64_t, std::int64_t>> expected{{0, 10}, {10, 10}, {20, 5}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].first_read, expected[i].first);
    EXPECT_EQ(all[i].reads, expected[i].second);
  }
  // More reads later leave the full blocks as they are.
  const std::vector<std::string> more =
      ids_of(with("reads = 40\nreads-per-cell = 10\nvariants = { a = 'none' }\n"));
  EXPECT_EQ(more.size(), 4U);
  EXPECT_EQ(more[0], all[0].id.text());
  EXPECT_EQ(more[1], all[1].id.text());
}

TEST(Cells, OfOverlappingPatternsCountOnce) {
  const StudyFiles once("instances = 'medium:100_25_*'\n[[run]]\nmethod = 'greedy'\n");
  const StudyFiles twice(
      "instances = ['medium:100_25_2', 'medium:100_25_*', 'medium:100_*_1']\n[[run]]\nmethod = "
      "'greedy'\n");
  const std::vector<Cell> all = cells(twice);
  EXPECT_EQ(cells(once).size(), 10U);
  EXPECT_EQ(all.size(), 13U);
  EXPECT_EQ(all[0].instance->record.name, "medium:100_25_2");
}

TEST(Cells, FindFilesFromThePlan) {
  const StudyFiles files;
  std::filesystem::create_directory(files.path() / "plans");
  files.write("plans/p.toml", "instances = '../five.txt'\n[[run]]\nmethod = 'greedy'\n");
  const std::vector<Cell> all = cells_of(read_plan(files.file("plans/p.toml"), false));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].instance->record.name, "five");
  EXPECT_EQ(all[0].instance->record.n, 5);
  EXPECT_EQ(all[0].instance->record.capacity, 9);
}

TEST(Cells, TakeFilesByPatternInNaturalOrder) {
  const StudyFiles files;
  std::filesystem::create_directories(files.path() / "a [plan]/data/no.txt");
  const auto put = [&](const std::string& name) {
    files.write("a [plan]/data/" + name, name + five_items.substr(4));
  };
  for (const char* const name : {"q10.txt", "q2.txt", "q1.txt", "q3.dat", "r[1].txt"}) put(name);
  const auto found = [&](const std::string& instances) {
    files.write("a [plan]/p.toml", "instances = " + instances + "\n[[run]]\nmethod = 'greedy'\n");
    std::vector<std::string> names;
    for (const Cell& cell : cells_of(read_plan(files.file("a [plan]/p.toml"), false)))
      names.push_back(cell.instance->record.name);
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(found("'data/*.txt'"), (Names{"q1.txt", "q2.txt", "q10.txt", "r[1].txt"}));
  EXPECT_EQ(found("'data/q?.*'"), (Names{"q1.txt", "q2.txt", "q3.dat"}));
  EXPECT_EQ(found("'d*/q[23].*'"), (Names{"q2.txt", "q3.dat"}));
  EXPECT_EQ(found("'data/r[1].txt'"), Names{"r[1].txt"}) << "a file of that very name";
  EXPECT_EQ(found("['data/q2.txt', 'data/q*.txt']"), (Names{"q2.txt", "q1.txt", "q10.txt"}))
      << "each counts once";
}

TEST(Cells, TakeEveryInstanceOfAFile) {
  const StudyFiles files("instances = 'three.txt'\n[[run]]\nmethod = 'greedy'\n");
  files.write("three.txt", "2 3 float\n0 0 1.25\n0 1 0.5\n1 1 2\n0.5 1.25\n1.5 0.5 9\n");
  const std::vector<Cell> all = cells(files);
  ASSERT_EQ(all.size(), 3U);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(all[at(i)].instance->number, i + 1);
}

TEST(Cells, TakeOneInstanceOfAFileByItsNumber) {
  const StudyFiles files("instances = 'three.txt#2'\n[[run]]\nmethod = 'greedy'\n");
  files.write("three.txt", "2 3 float\n0 0 1.25\n0 1 0.5\n1 1 2\n0.5 1.25\n1.5 0.5 9\n");
  const std::vector<Cell> all = cells(files);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.front().instance->number, 2);
  EXPECT_EQ(all.front().instance->record.name, "three#2");
  EXPECT_EQ(all.front().instance->source, files.file("three.txt"));
}

TEST(Cells, FillNamesIn) {
  const std::vector<Cell> all = with(
      "sweeps = [1, 2]\nlabel = '{sweeps}/{encoding}'\nvariants = { 'A {sweeps} {post}' = "
      "'repair+fill' }\n");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].setting->label, "1/auto");
  EXPECT_EQ(all[1].setting->variants[0].first, "A 2 repair+fill");
  EXPECT_FALSE(all[0].setting->parameters.contains("post")) << "variants take its place";
  EXPECT_FALSE(all[0].setting->parameters.contains("reads"));
}

TEST(Cells, HaveTargets) {
  const StudyFiles files(
      "instances = ['five.txt', 'medium:100_25_1']\n[[run]]\nmethod = 'lha'\n"
      "target = 'best-known'\n[[run]]\nmethod = 'lha'\nlabel = 'b'\ntarget = 50\n");
  const std::vector<Cell> all = cells(files);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].target, std::nullopt) << "nobody knows its best value";
  EXPECT_EQ(all[1].target, 50);
  EXPECT_EQ(all[2].target, 18558);
  EXPECT_EQ(all[3].target, 50);
}

TEST(Estimate, CountsRunsAndGrowsWithTheWork) {
  const StudyFiles files;
  const StudyEstimate small = estimate(cells(files));
  EXPECT_EQ(small.runs, 2 * 2 * 2 * 5 + 2);
  EXPECT_FALSE(small.at_most);
  EXPECT_GT(small.bytes, 0);
  const double one = estimate(with("sweeps = 1000\nvariants = { a = 'none' }\n")).seconds;
  const double ten = estimate(with("sweeps = 10000\nvariants = { a = 'none' }\n")).seconds;
  EXPECT_NEAR(ten / one, 10, 0.1);
}

TEST(Estimate, OfAMethodUsedWholeIsItsTimeLimit) {
  const StudyFiles files("instances = 'five.txt'\ntime-limit = 3\n[[run]]\nmethod = 'lha'\n");
  EXPECT_TRUE(estimate(cells(files)).at_most);
  EXPECT_EQ(estimate(cells(files)).seconds, 3);
}

TEST(Estimate, OfASamplerUsedWholeHasItsReadsAndSweeps) {
  const auto machine = [](const std::string& lines) {
    return estimate(cells(StudyFiles("instances = 'medium:300_25_1'\n[[run]]\n" + lines)));
  };
  const std::string sa = "method = 'sa'\n";
  // The same anneals, whether their samples are looked at or not.
  const double read = machine(sa + "sweeps = 1e6\nvariants = { a = 'none' }\n").seconds;
  const StudyEstimate whole = machine(sa + "sweeps = 1e6\nreads = 1000\n");
  EXPECT_GT(whole.seconds, 1000);
  EXPECT_NEAR(whole.seconds / read, 1000, 1);
  EXPECT_EQ(whole.runs, 1);
  EXPECT_FALSE(whole.at_most);
  EXPECT_NEAR(machine("method = 'pt'\nreads = 2\nreplicas = 12\n").seconds /
                  machine("method = 'pt'\nreads = 1\nreplicas = 3\n").seconds,
              8, 0.1);
  // A limit is for all reads together, and is none where the work ends before it.
  const StudyEstimate cut = machine(sa + "sweeps = 1e6\nreads = 1000\ntime-limit = 60\n");
  EXPECT_EQ(cut.seconds, 60);
  EXPECT_TRUE(cut.at_most);
  const StudyEstimate uncut = machine(sa + "sweeps = 10\nreads = 1\ntime-limit = 60\n");
  EXPECT_LT(uncut.seconds, 1);
  EXPECT_FALSE(uncut.at_most);
  EXPECT_TRUE(machine(sa + "target = 'best-known'\n").at_most);
}

TEST(Estimate, LearnsFromWhatCellsTook) {
  const std::vector<Cell> all = with("seeds = '1..10'\nsweeps = 1000\nvariants = { a = 'none' }\n");
  Pace pace;
  for (const Cell& cell : all) pace.expect(cell);
  for (std::size_t i = 0; i < 4; ++i) pace.done(all[i], 2.0);
  EXPECT_NEAR(pace.remaining_seconds(), 6 * 2.0, 1e-6);
  for (std::size_t i = 4; i < 10; ++i) pace.done(all[i], 2.0);
  EXPECT_NEAR(pace.remaining_seconds(), 0, 1e-9);
}

}  // namespace
}  // namespace spinsack::test

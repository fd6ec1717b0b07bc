// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.hpp"
#include "core/sha256.hpp"
#include "instance/generator.hpp"
#include "instance/published.hpp"
#include "qubo/published_graph.hpp"

namespace spinsack::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Generate, WritesPublishedInstancesByteForByte) {
  for (const char* name : {"medium:100_25_1", "medium:300_50_10", "large:1000_75_5"}) {
    const RunResult result = spinsack_run({"generate", name});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(sha256(result.out), match_published(name).front()->sha256) << name;
  }
}

TEST(SlowGenerate, WritesAll180InstancesByteForByte) {
  const TemporaryDirectory directory;
  for (const PublishedInstance& published : published_instances()) {
    const RunResult result =
        shell_run("spinsack generate " + published.full_name() + " | sha256sum", directory.path());
    EXPECT_EQ(result.out, std::string(published.sha256) + "  -\n") << published.full_name();
  }
}

TEST(Generate, WritesAPatternIntoADirectory) {
  const TemporaryDirectory directory;
  const RunResult medium =
      spinsack_run({"generate", "medium:200_50_?", "--out-dir", "a/b"}, {}, directory.path());
  EXPECT_EQ(medium.exit_code, 0) << medium;
  EXPECT_EQ(medium.out, "");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory.path() / "a/b"), {}), 9);
  EXPECT_EQ(sha256(directory.read("a/b/jeu_200_50_3.txt")),
            match_published("medium:200_50_3").front()->sha256);
  const RunResult large =
      spinsack_run({"generate", "large:1000_25_1", "--out-dir", "."}, {}, directory.path());
  EXPECT_EQ(large.exit_code, 0) << large;
  EXPECT_THAT(directory.names(), ElementsAre("1000_25_1.txt", "a"));
}

TEST(Generate, WritesPublishedGraphsByteForByte) {
  const TemporaryDirectory directory;
  EXPECT_EQ(sha256(spinsack_run({"generate", "gset:G1"}).out), published_graphs()[0].sha256);
  const RunResult several =
      spinsack_run({"generate", "gset:G?", "--out-dir", "."}, {}, directory.path());
  EXPECT_EQ(several.exit_code, 0) << several;
  EXPECT_EQ(directory.names().size(), 9U);
  EXPECT_EQ(sha256(directory.read("G9")), published_graphs()[8].sha256);
}

TEST(Generate, SendsGraphsInOtherFormatsToModelConvert) {
  const RunResult result = spinsack_run({"generate", "gset:G1", "--format", "edges"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("'spinsack model convert'"));
}

TEST(Generate, WritesPublishedInstancesInOtherFormats) {
  const RunResult result =
      shell_run("spinsack generate medium:100_25_1 --format edges | spinsack info -q -");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("published as medium:100_25_1"));
}

TEST(Generate, GoesByTheEndingOfTheFile) {
  const TemporaryDirectory directory;
  for (const char* const file : {"a.edges", "a.json", "a.csv.gz", "a.txt"}) {
    const RunResult result =
        spinsack_run({"generate", "sparse", "--n", "30", "-o", file}, {}, directory.path());
    EXPECT_EQ(result.exit_code, 0) << result;
    const RunResult told = spinsack_run({"solve", "-q", file}, {}, directory.path());
    EXPECT_EQ(told.exit_code, 0) << told;
  }
  EXPECT_THAT(directory.read("a.json"), HasSubstr("\"capacity\""));
}

// Zeros of all pairs would take gigabytes.
TEST(Generate, RefusesToWriteAllPairsOfALargeSparseInstance) {
  const TemporaryDirectory directory;
  const RunResult refused =
      spinsack_run({"generate", "sparse", "--n", "70000", "-o", "a.txt"}, {}, directory.path());
  EXPECT_NE(refused.exit_code, 0);
  EXPECT_THAT(refused.err, HasSubstr("--format: billionnet would write 2449965000 numbers"));
  EXPECT_THAT(directory.names(), ElementsAre());
  const RunResult written =
      spinsack_run({"generate", "sparse", "--n", "70000", "-o", "a.edges"}, {}, directory.path());
  EXPECT_EQ(written.exit_code, 0) << written;
}

TEST(Generate, HasEveryFamilyOfTheCatalog) {
  for (const GeneratorFamily& family : generator_families()) {
    const RunResult result =
        spinsack_run({"generate", std::string(family.name), "--n", "12", "--seed", "5"});
    EXPECT_EQ(result.exit_code, 0) << result;
    const QkpInstance instance = family.generate({{"n", "12"}, {"seed", "5"}});
    EXPECT_EQ(lines_of(result.out).at(0), instance.name());
    EXPECT_EQ(lines_of(result.out).at(1), "12");
  }
}

TEST(Generate, GivesTheSameBytesForTheSameSeed) {
  const std::vector<std::string> arguments{"generate", "gallo", "--n", "40", "-s", "9"};
  EXPECT_EQ(spinsack_run(arguments).out, spinsack_run(arguments).out);
  EXPECT_NE(spinsack_run({"generate", "gallo", "--n", "40", "-s", "8"}).out,
            spinsack_run(arguments).out);
}

TEST(Generate, TellsAnOptimumThatIsKnown) {
  const RunResult result = spinsack_run({"generate", "clique", "--n", "30", "--size", "6"});
  EXPECT_EQ(result.exit_code, 0);
  // 6 items, a profit of 1 for each of their 15 pairs.
  EXPECT_EQ(result.err, lines_of(result.out).at(0) + ": optimal value 15, by construction\n");
}

}  // namespace
}  // namespace spinsack::test

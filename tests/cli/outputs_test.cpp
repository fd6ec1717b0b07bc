// SPDX-License-Identifier: Apache-2.0
// What every output flag of every command promises: no input is overwritten, and an old file stays until a new
// one is whole.
#include "cli/cli_support.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <ostream>
#include <unistd.h>
#include <utility>

namespace spinsack::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

struct OutputCase {
  std::string name;
  std::string command;   // with IN and OUT in the places of the two files
  std::string input;     // what IN stands for
  std::string argument;  // what messages call IN
  std::string flag;      // what messages call OUT
};

std::ostream& operator<<(std::ostream& stream, const OutputCase& test) {
  return stream << test.command;
}

const std::vector<OutputCase> reading_cases{
    {"SolveJson", "solve IN -q -m greedy --json OUT", "tiny.txt", "FILE", "--json"},
    {"SolveSolution", "solve IN -q -m greedy --solution OUT", "tiny.txt", "FILE", "--solution"},
    {"SolveCertificate", "solve IN -q -m exact --certificate OUT", "tiny.txt", "FILE",
     "--certificate"},
    {"SolveHtml", "solve IN -q -m greedy --html OUT", "tiny.txt", "FILE", "--html"},
    {"InfoJson", "info IN -q --json OUT", "tiny.txt", "FILE", "--json"},
    {"Convert", "convert IN OUT --to lp", "tiny.txt", "IN", "OUT"},
    {"ConvertPacked", "convert IN OUT --to edges", "tiny.txt.gz", "IN", "OUT"},
    {"FormulateModel", "formulate IN -q --to coo -o OUT --map new.map", "tiny.txt", "FILE",
     "--output"},
    {"FormulateMap", "formulate IN -q --to coo -o /dev/null --map OUT", "tiny.txt", "FILE",
     "--map"},
    {"SampleJson", "sample IN -q --reads 2 --json OUT", "model.coo", "MODEL", "--json"},
    {"SampleDimod", "sample IN -q --reads 2 --dimod OUT", "model.coo", "MODEL", "--dimod"},
    {"SampleCsv", "sample IN -q --reads 2 --csv OUT", "model.coo", "MODEL", "--csv"},
    {"PostprocessJson", "postprocess IN samples.txt -q --json OUT", "tiny.txt", "FILE", "--json"},
    {"PostprocessJsonSamples", "postprocess tiny.txt IN -q --json OUT", "samples.txt", "SAMPLES",
     "--json"},
    {"PostprocessSolutionMap", "postprocess tiny.txt samples.json --map IN -q --solution OUT",
     "model.coo.map.json", "--map", "--solution"},
    {"CompareJson", "compare --suite IN,tiny.txt.gz --methods greedy -t 1 -q --json OUT",
     "tiny.txt", "--suite", "--json"},
    {"ReportPage", "report IN -o OUT", "results/records.jsonl", "PATH", "--output"},
    {"ReportDatabase", "report IN -o OUT", "results.db", "PATH", "--output"},
};

// SQLite looks after its file itself, and adds to what is there.
const std::vector<OutputCase> adding_cases{
    {"StudyMerge", "study merge IN --out OUT", "results/records.jsonl", "PLAN", "--out"},
};

const std::vector<OutputCase> making_cases{
    {"GenerateFamily", "generate gallo --n 9 -o OUT", "", "", "--output"},
    {"GeneratePublished", "generate medium:100_25_1 -o OUT", "", "", "--output"},
};

// Of every kind of input there is one. Made once, copied for each test.
struct Prepared {
  Prepared() {
    directory.write("tiny.txt", tiny);
    directory.write("decimals.edges", decimals);
    directory.write("samples.txt", "1110\n0010\n");
    directory.write("plan.toml",
                    "instances = [\"medium:100_25_1\"]\n[[run]]\nmethod = \"greedy\"\n");
    const RunResult result = shell_run(
        "set -e; gzip -k tiny.txt; spinsack formulate tiny.txt -q -o model.coo\n"
        "spinsack sample model.coo -q --reads 2 --json samples.json\n"
        "spinsack study run plan.toml --out results -q > /dev/null\n"
        "spinsack study merge results --out results.db > /dev/null\n"
        "echo old > old\n",
        directory.path());
    EXPECT_EQ(result.exit_code, 0) << result;
  }
  TemporaryDirectory directory;
};
const TemporaryDirectory& prepared() {
  static const Prepared all;
  return all.directory;
}

std::string replaced(std::string text, const std::string& word, const std::string& by) {
  const std::size_t place = text.find(word);
  return place == std::string::npos ? text : text.replace(place, word.size(), by);
}
std::string command_of(const OutputCase& test, const std::string& input,
                       const std::string& output) {
  return "spinsack " + replaced(replaced(test.command, "OUT", output), "IN", input);
}

class Outputs : public testing::TestWithParam<OutputCase> {
 protected:
  Outputs() { fs::copy(prepared().path(), directory.path(), fs::copy_options::recursive); }

  std::map<std::string, std::string> content() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(directory.path())) {
      const std::string name = fs::relative(entry.path(), directory.path()).string();
      all[name] = entry.is_regular_file() ? directory.read(name) : "";
    }
    return all;
  }
  RunResult in_shell(const std::string& script) const {
    return shell_run(script, directory.path());
  }
  void expect_refused(const std::string& output) const {
    const OutputCase& test = GetParam();
    const auto before = content();
    const RunResult result = in_shell(command_of(test, test.input, output));
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_EQ(lines_of(result.err).at(0),
              fmt::format("spinsack {}: {} {} is what {} {} reads: expected another file",
                          test.command.substr(0, test.command.find(' ')), test.flag, output,
                          test.argument, test.input));
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(content(), before);
  }

  const TemporaryDirectory directory;
};

class OutputsOfReaders : public Outputs {};
class OutputsThatReplace : public Outputs {};

TEST_P(OutputsOfReaders, AreNoInputs) {
  const std::string input = GetParam().input;
  fs::create_symlink(input, directory.path() / "link");
  fs::create_hard_link(directory.path() / input, directory.path() / "twin");
  for (const std::string& output :
       {input, "./" + input, "results/../" + input, std::string("link"), std::string("twin")})
    expect_refused(output);
}

TEST_P(OutputsOfReaders, StayAsTheyWereIfTheInputIsBad) {
  directory.write("words.txt", "some words\n");
  const bool reads_anything = GetParam().command.starts_with("report");  // and tells what is wrong
  for (const std::string input : {"missing.txt", "words.txt"}) {
    if (reads_anything && input == "words.txt") continue;
    const auto before = content();
    const RunResult result = in_shell(command_of(GetParam(), input, "old"));
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_EQ(content(), before) << input;
  }
}

TEST_P(Outputs, CannotBeADirectoryOrInNone) {
  fs::create_directory(directory.path() / "folder");
  const auto before = content();
  for (const auto& [output, reason] :
       {std::pair("folder", "Is a directory"), std::pair("no/file", "No such file or directory"),
        std::pair("tiny.txt/file", "Not a directory")}) {
    const RunResult result = in_shell(command_of(GetParam(), GetParam().input, output));
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_EQ(result.err, fmt::format("{}: cannot create: {}\n", output, reason));
    EXPECT_EQ(content(), before);
  }
}

TEST_P(Outputs, OfAnotherCannotBeReplaced) {
  // Root may write everything, so it becomes somebody else first.
  const std::string as_nobody =
      ::geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : "";
  fs::permissions(directory.path(), fs::perms{0777});
  fs::permissions(directory.path() / "old", fs::perms{0444});
  if (in_shell(as_nobody + "spinsack --version").exit_code != 0)
    GTEST_SKIP() << "we are root and nobody else may run the program here";
  const auto before = content();
  const RunResult result = in_shell(as_nobody + command_of(GetParam(), GetParam().input, "old"));
  EXPECT_EQ(result.exit_code, 1) << result;
  EXPECT_EQ(result.err, "old: cannot create: Permission denied\n");
  EXPECT_EQ(content(), before);
}

// A limit on the size of files stands in for a full disk.
TEST_P(OutputsThatReplace, StayAsTheyWereIfTheDiskIsFull) {
  // Records of its own come first: let them be there already.
  std::string in_folder;
  if (GetParam().name == "CompareJson") {
    in_folder = " --out compared";
    const RunResult done =
        in_shell(command_of(GetParam(), GetParam().input, "done.json") + in_folder);
    ASSERT_EQ(done.exit_code, 0) << done;
  }
  directory.write("old.gz", "old");
  const auto before = content();
  for (const std::string output : {"old", "old.gz", "new.xz"}) {
    // Through a pipe, since the limit would hold for a file with messages too.
    const RunResult result =
        in_shell(fmt::format("(ulimit -f 0; {}{} 2>&1 > /dev/null) | cat; exit ${{PIPESTATUS[0]}}",
                             command_of(GetParam(), GetParam().input, output), in_folder));
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_EQ(result.out, output + ": cannot write: File too large\n");
    EXPECT_EQ(content(), before);
  }
  const RunResult full =
      in_shell(command_of(GetParam(), GetParam().input, "/dev/full") + in_folder);
  EXPECT_EQ(full.exit_code, 1) << full;
  EXPECT_EQ(full.err, "/dev/full: cannot write: No space left on device\n");
  EXPECT_EQ(content(), before);
}

TEST_P(OutputsThatReplace, DoSoIfAllIsWell) {
  const RunResult result = in_shell(command_of(GetParam(), GetParam().input, "old"));
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_NE(directory.read("old"), "old\n");
  EXPECT_FALSE(directory.read("old").empty());
}

const auto name_of = [](const testing::TestParamInfo<OutputCase>& info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(Readers, OutputsOfReaders, testing::ValuesIn(reading_cases), name_of);
INSTANTIATE_TEST_SUITE_P(Readers, OutputsThatReplace, testing::ValuesIn(reading_cases), name_of);
INSTANTIATE_TEST_SUITE_P(Readers, Outputs, testing::ValuesIn(reading_cases), name_of);
INSTANTIATE_TEST_SUITE_P(Makers, OutputsThatReplace, testing::ValuesIn(making_cases), name_of);
INSTANTIATE_TEST_SUITE_P(Makers, Outputs, testing::ValuesIn(making_cases), name_of);
INSTANTIATE_TEST_SUITE_P(Adders, OutputsOfReaders, testing::ValuesIn(adding_cases), name_of);
INSTANTIATE_TEST_SUITE_P(Adders, Outputs, testing::ValuesIn(adding_cases), name_of);

struct Refusal {
  std::string arguments;
  std::string message;
};

TEST(OutputsOfOneCommand, AreDifferentFiles) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  directory.write("old", "old\n");
  fs::create_symlink("new", directory.path() / "link");
  const std::vector<Refusal> refusals{
      {"solve tiny.txt --json old --solution ./old",
       "solve: --json old and --solution ./old are the same file: expected one for each"},
      {"solve tiny.txt --json new --solution link",
       "solve: --json new and --solution link are the same file: expected one for each"},
      {"solve tiny.txt --json - --solution -",
       "solve: standard output can be used only once: name a file for --json or --solution"},
      {"solve tiny.txt --certificate new --solution ./new",
       "solve: --solution ./new and --certificate new are the same file: expected one for each"},
      {"sample tiny.txt --dimod - --csv -",
       "sample: standard output can be used only once: name a file for --dimod or --csv"},
      {"formulate tiny.txt --to coo --map -",
       "formulate: standard output can be used only once: name a file for --output or --map"},
      {"formulate tiny.txt -o new.coo --map ./new.coo",
       "formulate: --output new.coo and --map ./new.coo are the same file: expected one for each"},
      {"sample tiny.txt --json - --csv /dev/stdout | cat",
       "sample: --json - and --csv /dev/stdout are the same file: expected one for each"},
      {"solve - --json tiny.txt < tiny.txt",
       "solve: --json tiny.txt is what FILE - reads: expected another file"},
      {"convert tiny.txt - --to edges >> tiny.txt",
       "convert: OUT - is what IN tiny.txt reads: expected another file"},
      {"study merge . --out -", "study: --out: expected a file for the database, found '-'"},
      {"solve tiny.txt#1 --json tiny.txt",
       "solve: --json tiny.txt is what FILE tiny.txt#1 reads: expected another file"},
      {"solve tiny.txt@3 --solution tiny.txt",
       "solve: --solution tiny.txt is what FILE tiny.txt@3 reads: expected another file"},
      {"formulate tiny.txt@3#1 -o tiny.txt",
       "formulate: --output tiny.txt is what FILE tiny.txt@3#1 reads: expected another file"},
  };
  for (const Refusal& refusal : refusals) {
    const RunResult result =
        shell_run("set -o pipefail; spinsack " + refusal.arguments, directory.path());
    EXPECT_EQ(result.exit_code, 1) << refusal.arguments << result;
    EXPECT_EQ(lines_of(result.err).at(0), "spinsack " + refusal.message);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(directory.read("tiny.txt"), tiny);
    EXPECT_EQ(directory.read("old"), "old\n");
    EXPECT_EQ(directory.names(), (std::vector<std::string>{"link", "old", "tiny.txt"}));
  }
}

TEST(OutputsOfOneCommand, MayAllBeThrownAway) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  const RunResult result = shell_run(
      "spinsack solve tiny.txt -q -m greedy --json /dev/null --solution /dev/null > /dev/null",
      directory.path());
  EXPECT_EQ(result.exit_code, 0) << result;
}

TEST(OutputsOfOneCommand, DoNotReplaceTheDerivedMapIfThatIsTheInput) {
  const TemporaryDirectory directory;
  directory.write("a.coo.map.json", tiny);
  const RunResult result =
      spinsack_run({"formulate", "a.coo.map.json", "-o", "a.coo"}, {}, directory.path());
  EXPECT_EQ(result.exit_code, 1) << result;
  EXPECT_EQ(lines_of(result.err).at(0),
            "spinsack formulate: --map a.coo.map.json is what FILE a.coo.map.json reads: expected "
            "another file");
  EXPECT_EQ(directory.read("a.coo.map.json"), tiny);
}

TEST(OutputsOfOneCommand, AModelWithoutItsMapDoesNotReplaceAnOldOne) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  directory.write("model.coo", "old model");
  for (const auto& [map, reason] : {std::pair("/dev/full", "write: No space left on device"),
                                    std::pair("no/map", "create: No such file or directory")}) {
    const RunResult result = spinsack_run(
        {"formulate", "tiny.txt", "-q", "-o", "model.coo", "--map", map}, {}, directory.path());
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_EQ(result.err, fmt::format("{}: cannot {}\n", map, reason));
    EXPECT_EQ(directory.read("model.coo"), "old model");
    EXPECT_EQ(directory.names(), (std::vector<std::string>{"model.coo", "tiny.txt"}));
  }
}

TEST(OutputsOfOneCommand, StayIfSolutionFindsSeveralInstances) {
  const TemporaryDirectory directory;
  directory.write("decimals.edges", decimals);
  directory.write("items", "old items");
  directory.write("results", "old results");
  const RunResult result =
      spinsack_run({"solve", "decimals.edges", "-q", "--solution", "items", "--json", "results"},
                   {}, directory.path());
  EXPECT_EQ(result.exit_code, 1) << result;
  EXPECT_THAT(result.err, StartsWith("spinsack solve: --solution: expected one instance"));
  EXPECT_EQ(directory.read("items"), "old items");
  EXPECT_EQ(directory.read("results"), "old results");
}

TEST(OutputsOfOneCommand, AStudyIsNotOverwrittenByItsReport) {
  const TemporaryDirectory& made = prepared();
  for (const char* name : {"records.jsonl", "plan.toml", "study.json"}) {
    const std::string path = fmt::format("results/{}", name);
    const std::string before = made.read(path);
    for (const std::string command : {"report results -o", "report . -o"}) {
      const RunResult result = shell_run("spinsack " + command + " " + path, made.path());
      EXPECT_EQ(result.exit_code, 1) << result;
      EXPECT_THAT(result.err, HasSubstr(path + " is what PATH "));
      EXPECT_EQ(made.read(path), before);
    }
  }
}

// One bad file takes away neither what was found before it nor, with nothing found, what was there before.
TEST(LinesOfSolve, ReplaceOldOnesWithTheFirst) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  for (const std::string output : {"results.json", "results.json.gz"}) {
    directory.write(output, "yesterday");
    const auto solve = [&](std::vector<std::string> inputs) {
      inputs.insert(inputs.begin(), "solve");
      inputs.insert(inputs.end(), {"-q", "-m", "greedy", "--json", output});
      return spinsack_run(inputs, {}, directory.path());
    };
    EXPECT_EQ(solve({"missing.txt", "tiny.txt"}).exit_code, 1);
    EXPECT_EQ(directory.read(output), "yesterday");
    EXPECT_EQ(solve({"tiny.txt", "missing.txt"}).exit_code, 1);
    const RunResult read = shell_run("zcat -f " + output, directory.path());
    EXPECT_EQ(lines_of(read.out).size(), 1U) << output;
    EXPECT_THAT(read.out, HasSubstr("\"instance\":"));
  }
}

TEST(LinesOfSolve, OfYesterdayStayIfTheProgramIsKilledBeforeItsFirst) {
  const TemporaryDirectory directory;
  directory.write("results.json", "yesterday");
  // A pipe can be opened for writing once the program has opened it for reading: all flags are checked then.
  const RunResult result = shell_run(
      "mkfifo in; spinsack solve in --json results.json & p=$!; exec 3> in; kill -9 $p; "
      "wait $p 2> /dev/null; echo $?",
      directory.path());
  EXPECT_EQ(result.out, "137\n") << result;
  EXPECT_EQ(directory.read("results.json"), "yesterday");
  EXPECT_EQ(directory.names(), (std::vector<std::string>{"in", "results.json"}));
}

TEST(LinesOfSolve, GoWhereStandardOutputStands) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  const RunResult result = shell_run(
      "{ echo before; spinsack solve tiny.txt -q -m greedy --json /dev/stdout; echo after; } > all",
      directory.path());
  EXPECT_EQ(result.exit_code, 0) << result;
  const std::vector<std::string> lines = lines_of(directory.read("all"));
  ASSERT_GE(lines.size(), 4U);
  EXPECT_EQ(lines.front(), "before");
  EXPECT_THAT(lines[1], StartsWith("{"));
  EXPECT_EQ(lines[2], "tiny");
  EXPECT_EQ(lines.back(), "after");
}

}  // namespace
}  // namespace spinsack::test

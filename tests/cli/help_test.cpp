// SPDX-License-Identifier: Apache-2.0
// Help pages read well, agree with each other, and their examples run.
#include "cli/cli_support.hpp"

#include <nlohmann/json.hpp>

namespace spinsack::test {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// The commands that the overview lists, under several headings behind the usage.
std::vector<std::string> command_names() {
  std::vector<std::string> names;
  bool listing = false;
  for (const std::string& line : lines_of(spinsack_run({}).out)) {
    listing = listing || line.starts_with("Usage:");
    if (listing && line.starts_with("  ") && line[2] != ' ')
      names.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return names;
}

// The command lines under "Examples:"; their explanations are indented further.
std::vector<std::string> examples_of(const std::string& page) {
  std::vector<std::string> examples;
  bool listing = false;
  for (const std::string& line : lines_of(page)) {
    if (line == "Examples:")
      listing = true;
    else if (line.empty())
      listing = false;
    else if (listing && line[2] != ' ')
      examples.push_back(line.substr(2));
  }
  return examples;
}

TEST(Help, ABareCallGivesAnOverview) {
  const RunResult result = spinsack_run({});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("Usage: spinsack COMMAND [flags]\n"));
  for (const char* same : {"help", "--help", "-h"})
    EXPECT_EQ(spinsack_run({same}).out, result.out) << same;
}

TEST(Help, TheOverviewListsEveryCommand) {
  EXPECT_EQ(command_names(),
            (std::vector<std::string>{"solve", "compare", "study", "report", "verify", "generate",
                                      "info", "convert", "formulate", "sample", "postprocess",
                                      "model", "machine", "list", "help", "completion", "man"}));
}

TEST(Help, TheOverviewBeginsWithWhatTheProgramIsFor) {
  const std::string page = spinsack_run({}).out;
  EXPECT_THAT(page, StartsWith("spinsack (spins + knapsack) solves quadratic knapsack problems"));
  EXPECT_THAT(examples_of(page),
              testing::ElementsAre(StartsWith("spinsack solve "), StartsWith("spinsack compare ")));
  EXPECT_LT(page.find("Examples:"), page.find("Usage:"));
}

// Two screens of 60 lines, with every method of every problem on them.
TEST(Help, ThePageOfSolveIsShort) {
  const std::string page = spinsack_run({"help", "solve"}).out;
  EXPECT_LE(lines_of(page).size(), 120U);
  for (const std::string& name : lines_of(spinsack_run({"list", "methods", "--names"}).out))
    EXPECT_THAT(page, AnyOf(HasSubstr("\n  " + name + " "), HasSubstr("\n  " + name + "\n")));
  EXPECT_THAT(page, Not(HasSubstr("--sweeps X")));
  EXPECT_THAT(page, HasSubstr("'spinsack help solve METHOD' shows the parameters of one method."));
}

TEST(Help, AMethodHasAPageWithItsOwnParameters) {
  const std::string page = spinsack_run({"help", "solve", "lha"}).out;
  EXPECT_THAT(page, StartsWith("spinsack solve -m lha - Lagrangian hyperplane annealing"));
  EXPECT_THAT(page, HasSubstr("\nUsage: spinsack solve -m lha [flags] FILE...\n"));
  EXPECT_THAT(page, HasSubstr("      --sweeps X          sweeps of the shortest global anneals"));
  EXPECT_THAT(page, HasSubstr("1..1000000 (default: 25)"));
  EXPECT_THAT(page, Not(HasSubstr("--reads")));
  for (const std::vector<std::string>& same :
       {std::vector<std::string>{"solve", "-m", "lha", "--help"},
        {"solve", "--help", "-m", "lha"},
        {"solve", "--method=lha", "-h"},
        {"solve", "-h", "x.txt", "--method", "lha"},
        {"solve", "-m", "sa", "-m", "lha", "--bogus", "--help"}})
    EXPECT_EQ(spinsack_run(same).out, page) << testing::PrintToString(same);
}

// Whatever a catalog offers, the command that chooses from it explains.
TEST(Help, EveryEntryOfACatalogHasAPage) {
  struct Choosing {
    const char* command;
    const char* kind;
    std::string typed;
  };
  for (const Choosing& one : {Choosing{"solve", "methods", "-m "},
                              {"sample", "samplers", "-m "},
                              {"formulate", "encodings", "-e "},
                              {"generate", "generators", ""}})
    for (const std::string& line : lines_of(spinsack_run({"list", one.kind, "--json"}).out)) {
      const auto entry = nlohmann::json::parse(line);
      const std::string name = entry.at("name");
      const RunResult result = spinsack_run({"help", one.command, name});
      EXPECT_EQ(result.exit_code, 0) << result;
      EXPECT_THAT(result.out, StartsWith(std::string("spinsack ") + one.command + " " + one.typed +
                                         name + " - "));
      for (const auto& parameter : entry.value("parameters", nlohmann::json::array()))
        EXPECT_THAT(result.out, HasSubstr(" --" + parameter.at("name").get<std::string>() + " X"));
      for (const std::string& text : lines_of(result.out))
        EXPECT_TRUE(text.size() <= 80 || text.starts_with("  spinsack ")) << text;
    }
}

TEST(Help, AnUnknownEntryGetsTheNearest) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"help", "solve", "lah"}, {"solve", "-m", "lah", "--help"}}) {
    const RunResult result = spinsack_run(arguments);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.err, HasSubstr("unknown method 'lah'; did you mean 'lha'?"));
  }
  EXPECT_THAT(spinsack_run({"generate", "galo", "-h"}).err, HasSubstr("did you mean 'gallo'?"));
  EXPECT_THAT(spinsack_run({"help", "info", "lha"}).err,
              HasSubstr("unexpected argument 'lha': info has one page"));
  // A published instance is no family, and its page is that of the command.
  EXPECT_EQ(spinsack_run({"generate", "large:1000_25_1", "-h"}).out,
            spinsack_run({"help", "generate"}).out);
}

TEST(Help, AFlagThatAMethodDoesNotHaveIsRefused) {
  const RunResult result = spinsack_run({"solve", "medium:100_25_1", "-m", "lha", "--reads", "3"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("method 'lha': unknown parameter 'reads'"));
}

TEST(Help, EveryCommandHasAPage) {
  for (const std::string& name : command_names()) {
    const RunResult result = spinsack_run({name, "--help"});
    EXPECT_EQ(result.exit_code, 0) << name;
    EXPECT_EQ(result.err, "") << name;
    EXPECT_THAT(result.out, StartsWith("spinsack " + name + " - "));
    EXPECT_THAT(result.out, HasSubstr("\nUsage: spinsack " + name + " [flags]"));
    EXPECT_THAT(result.out, HasSubstr("  -h, --help              show this page\n"));
    EXPECT_FALSE(examples_of(result.out).empty()) << name;
    EXPECT_EQ(spinsack_run({"help", name}).out, result.out) << name;
    EXPECT_EQ(spinsack_run({name, "-h"}).out, result.out) << name;
  }
}

TEST(Help, IsGivenWhateverElseIsWrong) {
  const std::string page = spinsack_run({"help", "convert"}).out;
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"convert", "--bogus", "-h"},
        {"convert", "one", "-h"},
        {"convert", "-h", "--to"},
        {"convert", "--to", "", "-h"},
        {"convert", "a", "b", "c", "--help"}}) {
    const RunResult result = spinsack_run(arguments);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.out, page);
  }
}

TEST(Help, LinesFitATerminal) {
  for (const std::string& name : command_names()) {
    const std::string page = spinsack_run({"help", name}).out;
    const std::vector<std::string> examples = examples_of(page);
    for (const std::string& line : lines_of(page)) {
      EXPECT_FALSE(line.ends_with(' ')) << name << ": " << line;
      // An example is to be copied whole.
      if (line.size() > 80) {
        EXPECT_THAT(examples, Contains(line.substr(2))) << name;
      }
    }
  }
}

TEST(Help, ExamplesRun) {
  std::vector<std::string> names = command_names();
  names.insert(names.begin(), "");
  for (const std::string& name : names) {
    const TemporaryDirectory directory;
    const std::string page = spinsack_run({"help", name.empty() ? "-h" : name}).out;
    const std::string overview = spinsack_run({}).out;
    for (const std::string& example : examples_of(name.empty() ? overview : page)) {
      // A server runs until it is told to end, which it is once it says where it is.
      const bool serves = example.find("study watch") != std::string::npos;
      const std::string script =
          serves ? example +
                       " > address & p=$!\n"
                       "until grep -qs http address; do kill -0 $p; sleep 0.01; done\n"
                       "kill -TERM $p; wait $p"
                 : example;
      const RunResult result = shell_run("set -eo pipefail\n" + script, directory.path());
      EXPECT_EQ(result.exit_code, 0) << example << "\n" << result;
    }
  }
}

TEST(Help, TellsTheVersion) {
  for (const char* flag : {"--version", "-V"}) {
    const RunResult result = spinsack_run({flag});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.out, testing::MatchesRegex("spinsack [0-9]+\\.[0-9]+\\.[0-9]+ \\(.+\\)\n"));
  }
}

// A flag typed twice counts as typed last, values may be attached, and a file may be called like a
// command or a flag.
TEST(Help, ArgumentsAreTakenAsUsual) {
  const TemporaryDirectory directory;
  directory.write("info", tiny);
  directory.write("--quiet", tiny);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"convert", "info", "-", "--to", "lp", "--to", "edges"},
        {"convert", "info", "-", "--to=edges"},
        {"convert", "--to", "edges", "info", "-"},
        {"convert", "--to", "edges", "--", "--quiet", "-"}}) {
    const RunResult result = spinsack_run(arguments, {}, directory.path());
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.out, "3 5 int\n0 0 10\n0 1 5\n1 1 20\n1 2 7\n2 2 30\n2 3 4\n5\n");
  }
  const RunResult attached = spinsack_run({"generate", "gallo", "--n=3", "-s7"});
  EXPECT_EQ(lines_of(attached.out).at(0), "gallo_3_25_s7");
}

}  // namespace
}  // namespace spinsack::test

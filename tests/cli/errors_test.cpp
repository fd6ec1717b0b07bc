// SPDX-License-Identifier: Apache-2.0
// Everything a user can get wrong: one message on standard error, nothing on standard output, exit
// code 1, no file left behind.
#include "cli/cli_support.hpp"
#include "support/ordinary_user.hpp"

namespace spinsack::test {
namespace {

struct ErrorCase {
  std::string name;
  std::vector<std::string> arguments;
  std::string message;  // the first line
  std::string page =
      {};  // the command whose help the second line points to; "-" for no second line
  std::string input = {};
};

void PrintTo(const ErrorCase& error, std::ostream* stream) { *stream << error.name; }

const std::vector<ErrorCase> usage_errors{
    {"UnknownCommand",
     {"generat"},
     "spinsack: unknown command 'generat'; did you mean 'generate'? known: solve, compare, "
     "study, report, verify, generate, info, convert, formulate, sample, postprocess, model, "
     "machine, list, "
     "help, "
     "completion, man"},
    {"UnknownFlagBeforeACommand",
     {"--verison"},
     "spinsack: unknown flag '--verison'; did you mean '--version'?"},
    {"UnknownFlag",
     {"generate", "gallo", "--densty", "5"},
     "spinsack generate: unknown flag '--densty'; did you mean '--density'?",
     "generate"},
    {"UnknownFlagThatIsAPrefix",
     {"info", "tiny.txt", "--js=x"},
     "spinsack info: unknown flag '--js'; did you mean '--json'?",
     "info"},
    {"UnknownShortFlag", {"info", "tiny.txt", "-x"}, "spinsack info: unknown flag '-x'", "info"},
    {"UnknownFlagWhereAnArgumentIsMissingToo",
     {"convert", "--too", "lp"},
     "spinsack convert: unknown flag '--too'; did you mean '--to'?",
     "convert"},
    {"SurplusArgument",
     {"convert", "tiny.txt", "out.lp", "more"},
     "spinsack convert: unexpected argument 'more'",
     "convert"},
    {"MissingArgument",
     {"convert", "tiny.txt"},
     "spinsack convert: OUT is missing: the file to write, compressed if it ends in .gz or .xz; "
     "'-' "
     "for standard output",
     "convert"},
    {"MissingValue",
     {"generate", "gallo", "--n"},
     "spinsack generate: --n: a value is missing",
     "generate"},
    {"EmptyValue",
     {"generate", "gallo", "-o", ""},
     "spinsack generate: --output: a value is missing",
     "generate"},
    {"ValueOutOfRange",
     {"generate", "gallo", "--n", "0"},
     "spinsack generate: --n: expected an integer in 1..30000, found '0'",
     "generate"},
    {"ValueNotANumber",
     {"generate", "gallo", "--density", "half"},
     "spinsack generate: --density: expected a number in 0..100, found 'half'",
     "generate"},
    {"UnknownFamily",
     {"generate", "galo"},
     "spinsack generate: unknown family 'galo'; did you mean 'gallo'? known: gallo, sparse, teams, "
     "correlated, clique, dispersion, related, random, torus, planar, complete, planted",
     "generate"},
    {"ParameterOfAnotherFamily",
     {"generate", "gallo", "--team", "3"},
     "spinsack generate: family 'gallo': unknown parameter 'team'; known: n, density, seed, "
     "weight-min, weight-max, profit-min, profit-max, tightness, weights, negative",
     "generate"},
    {"ParameterOfAPublishedInstance",
     {"generate", "large:1000_25_1", "--n", "5"},
     "spinsack generate: --n: published instances have no parameters",
     "generate"},
    {"UnknownPublishedInstance",
     {"info", "large:1000_25_11"},
     "spinsack info: unknown published instance 'large:1000_25_11'; did you mean "
     "'large:1000_25_1'? "
     "known: medium:100_25_1 .. medium:300_50_10, large:1000_25_1 .. large:2000_100_10",
     "info"},
    {"MistypedSuite",
     {"generate", "larg:1000_25_1"},
     "spinsack generate: unknown published instance 'larg:1000_25_1'; did you mean "
     "'large:1000_25_1'? known: medium:100_25_1 .. medium:300_50_10, large:1000_25_1 .. "
     "large:2000_100_10",
     "generate"},
    {"MistypedSuiteOfGraphs",
     {"generate", "gste:G1"},
     "spinsack generate: unknown published model 'gste:G1'; did you mean 'gset:G1'? known: "
     "gset:G1 .. gset:G81, wk:2000_1",
     "generate"},
    {"InstanceInPlaceOfAModel",
     {"sample", "large:1000_25_1"},
     "spinsack sample: large:1000_25_1 is an instance of the knapsack problem; make a model of it "
     "with 'spinsack formulate'",
     "sample"},
    {"PatternInPlaceOfAModel",
     {"sample", "gset:*"},
     "spinsack sample: gset:* stands for 71 models; name one of them, as gset:G1",
     "sample"},
    {"PatternWithoutADirectory",
     {"generate", "medium:100_25_*"},
     "spinsack generate: 'medium:100_25_*' stands for 10 instances; --out-dir DIR writes a file "
     "for "
     "each",
     "generate"},
    {"DirectoryForARandomInstance",
     {"generate", "gallo", "--out-dir", "d"},
     "spinsack generate: --out-dir: for published instances; a random one goes where --output says",
     "generate"},
    {"OutputAndDirectory",
     {"generate", "medium:100_25_1", "--out-dir", "d", "-o", "x"},
     "spinsack generate: --output and --out-dir exclude each other",
     "generate"},
    {"UnknownInstanceFormat",
     {"info", "tiny.txt", "--format", "edge"},
     "spinsack info: unknown instance format 'edge'; did you mean 'edges'? known: edges, "
     "json, csv, billionnet, rudy, dimacs, lp, mps",
     "info"},
    {"UnknownTargetFormat",
     {"convert", "tiny.txt", "-", "--to", "lpp"},
     "spinsack convert: unknown format 'lpp'; did you mean 'lp'? known: edges, json, csv, "
     "billionnet, rudy, dimacs, lp, mps",
     "convert"},
    {"EndingThatSaysNothing",
     {"convert", "tiny.txt", "out.foo"},
     "spinsack convert: out.foo: say the format with --to, or let the name end in one of .txt, "
     ".qkp, "
     ".edges, .json, .csv, .rud, .mc, .gset, .col, .dimacs, .lp, .mps",
     "convert"},
    {"StandardOutputHasNoEnding",
     {"formulate", "tiny.txt"},
     "spinsack formulate: standard output: say the format with --to, or let the name end in one of "
     ".coo, .bqm, .qubo, .mqlib, .json, .gset, .qs, .mtx, .amplify.json, .da.json",
     "formulate"},
    {"UnknownLinearisation",
     {"convert", "tiny.txt", "x.lp", "--linearise", "glovr"},
     "spinsack convert: unknown linearisation 'glovr'; did you mean 'glover'? known: quadratic, "
     "glover-woolsey, adams-sherali, glover",
     "convert"},
    {"LineariseAnInstanceFormat",
     {"convert", "tiny.txt", "x.txt", "--linearise", "glover"},
     "spinsack convert: --linearise: format 'billionnet' holds the instance as it is",
     "convert"},
    {"SeveralInstancesForOnePlace",
     {"convert", "decimals.edges", "x.lp"},
     "spinsack convert: decimals.edges holds 3 instances; name one of them, as decimals.edges#1 or "
     "decimals.edges#3",
     "convert"},
    {"InstanceBeyondTheLast",
     {"convert", "decimals.edges#4", "x.lp"},
     "spinsack convert: decimals.edges#4: expected an instance from 1 to 3, which decimals.edges "
     "holds, found 4",
     "convert"},
    {"UnknownEncoding",
     {"formulate", "tiny.txt", "-o", "x.coo", "-e", "binry"},
     "spinsack formulate: unknown encoding 'binry'; did you mean 'binary'? known: binary, unary, "
     "hybrid, onehot, offset, lagrange, unbalanced, hyperplane, native",
     "formulate"},
    {"ParameterOfAnotherEncoding",
     {"formulate", "tiny.txt", "-o", "x.coo", "--mu", "3"},
     "spinsack formulate: --mu: encoding 'binary' has no parameters",
     "formulate"},
    {"LambdaOutOfRange",
     {"formulate", "tiny.txt", "-o", "x.coo", "--lambda", "0"},
     "spinsack formulate: --lambda: expected a rule that gives numbers > 0, found '0', which gives "
     "0",
     "formulate"},
    {"BoundIsNoNumber",
     {"formulate", "tiny.txt", "-o", "x.coo", "--bound", "most"},
     "spinsack formulate: --bound: expected 'auto', 'capacity', 'max-weight' or an integer >= 0, "
     "found "
     "'most'",
     "formulate"},
    {"SpinsWhereBitsAreWanted",
     {"formulate", "tiny.txt", "-o", "x.qubo", "--ising"},
     "spinsack formulate: --ising: format 'qbsolv' holds bits only",
     "formulate"},
    {"BothFromStandardInput",
     {"verify", "-", "-"},
     "spinsack verify: standard input can be read only once: name a file for one of the two",
     "verify"},
    {"UnknownKind",
     {"list", "encodngs"},
     "spinsack list: unknown kind 'encodngs'; did you mean 'encodings'? known: methods, suites, "
     "models, generators, formats, encodings, linearisations, samplers, machines, steps, problems, "
     "studies",
     "list"},
    {"NamesOfNothing", {"list", "--names"}, "spinsack list: KIND is missing: what to list", "list"},
    {"UnknownShell",
     {"completion", "zhs"},
     "spinsack completion: unknown shell 'zhs'; did you mean 'zsh'? known: bash, zsh",
     "completion"},
    {"HelpForNothing",
     {"help", "generat"},
     "spinsack help: unknown command 'generat'; did you mean 'generate'? known: solve, "
     "compare, study, report, verify, generate, info, convert, formulate, sample, postprocess, "
     "model, machine, list, help, completion, man",
     "help"},
};

const std::vector<ErrorCase> input_errors{
    {"MissingFile",
     {"info", "missing.txt"},
     "missing.txt: cannot open: No such file or directory",
     "-"},
    {"ADirectory", {"info", "folder"}, "folder: cannot read: Is a directory", "-"},
    {"EmptyFile",
     {"info", "empty.txt"},
     "empty.txt:1:1: expected an instance, found an empty file",
     "-"},
    {"EmptyStandardInput",
     {"info", "-"},
     "standard input:1:1: expected an instance, found an empty file",
     "-"},
    {"NulByte", {"info", "nul.txt"}, "nul.txt:3:4: expected a profit, found '\\x00'", "-"},
    {"TruncatedFile",
     {"info", "truncated.txt"},
     "truncated.txt:5:1: expected a pair profit, found the end of the file",
     "-"},
    {"TruncatedStandardInput",
     {"formulate", "-", "--to", "coo"},
     "standard input:3:7: expected a profit, found the end of the file",
     "-",
     "tiny\n3\n10 20 "},
    {"DamagedGzip", {"info", "damaged.gz"}, "damaged.gz: damaged or truncated gzip data", "-"},
    {"ZeroWeight", {"info", "zero.txt"}, "zero.txt: tiny: weight[1] = 0, must be >= 1", "-"},
    {"SecondOfTwoFilesIsBad",
     {"info", "tiny.txt", "empty.txt"},
     "empty.txt:1:1: expected an instance, found an empty file",
     "-"},
    {"ResultIsNeitherJsonNorItems",
     {"verify", "tiny.txt", "words.txt"},
     "words.txt:1:1: expected an item, found 'some'",
     "-"},
    {"ItemOutOfRange",
     {"verify", "tiny.txt", "-"},
     "standard input:1:3: expected an item in 0..2, found 3",
     "-",
     "1 3\n"},
    {"OutputInNoDirectory",
     {"generate", "gallo", "-o", "nowhere/x.txt"},
     "nowhere/x.txt: cannot create: No such file or directory",
     "-"},
    {"OutputIsADirectory",
     {"convert", "tiny.txt", "folder", "--to", "lp"},
     "folder: cannot create: Is a directory",
     "-"},
    {"DirectoryIsAFile",
     {"generate", "medium:100_25_1", "--out-dir", "tiny.txt"},
     "tiny.txt: cannot create: Not a directory",
     "-"},
};

class Errors : public testing::TestWithParam<ErrorCase> {};

TEST_P(Errors, AreToldInOneMessage) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  directory.write("decimals.edges", decimals);
  directory.write("empty.txt", "");
  directory.write("nul.txt", std::string("tiny\n3\n10 \0 30\n", 15));
  directory.write("truncated.txt", tiny.substr(0, 20));
  directory.write("zero.txt", "tiny\n3\n10 20 30\n5 0\n7\n\n0\n5\n2 0 4\n");
  directory.write("damaged.gz", "\x1f\x8b\x08\x01\x02\x03\x04\x05");
  directory.write("words.txt", "some words\n");
  std::filesystem::create_directory(directory.path() / "folder");
  const auto before = directory.names();

  const ErrorCase& error = GetParam();
  const RunResult result = spinsack_run(error.arguments, error.input, directory.path());
  EXPECT_EQ(result.exit_code, 1) << result;
  EXPECT_EQ(result.out, "");
  std::string expected = error.message + "\n";
  if (error.page != "-")
    expected += "see 'spinsack" + (error.page.empty() ? "" : " " + error.page) + " --help'\n";
  EXPECT_EQ(result.err, expected);
  EXPECT_EQ(directory.names(), before);
}

const auto name_of = [](const testing::TestParamInfo<ErrorCase>& info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(Usage, Errors, testing::ValuesIn(usage_errors), name_of);
INSTANTIATE_TEST_SUITE_P(Input, Errors, testing::ValuesIn(input_errors), name_of);

TEST(ErrorsOfTheSystem, AnUnreadableFile) {
  const TemporaryDirectory directory;
  directory.write("secret.txt", tiny);
  std::filesystem::permissions(directory.path() / "secret.txt", std::filesystem::perms::none);
  std::filesystem::permissions(directory.path(), std::filesystem::perms{0755});
  const OrdinaryUser user(directory);
  if (!user.lacking().empty()) GTEST_SKIP() << user.lacking();
  const RunResult result = shell_run(user.spinsack() + " info secret.txt", directory.path());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err, "secret.txt: cannot open: Permission denied\n");
}

TEST(ErrorsOfTheSystem, NotEnoughMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "needs a build without sanitizers";
#endif
  const RunResult result =
      shell_run("ulimit -v 100000 && spinsack generate gallo --n 30000 > /dev/null");
  EXPECT_EQ(result.exit_code, 1) << result;
  EXPECT_EQ(result.err, "spinsack: not enough memory\n");
}

}  // namespace
}  // namespace spinsack::test

// SPDX-License-Identifier: Apache-2.0
// Plans that are refused, each with its place and, where there is one, the nearest valid word.
#include "study/study_support.hpp"

#include <fmt/format.h>

#include <ostream>

namespace spinsack::test {
namespace {

struct BadPlan {
  std::string_view name;
  std::string text;
  std::string message;  // begins with; p.toml is left out
};
std::ostream& operator<<(std::ostream& stream, const BadPlan& bad) { return stream << bad.name; }

class EveryBadPlan : public testing::TestWithParam<BadPlan> {};

TEST_P(EveryBadPlan, IsRefusedAtItsLine) {
  const StudyFiles files(GetParam().text);
  for (const bool quick : {false, true}) {
    const std::string found =
        message_of<InputError>([&] { static_cast<void>(cells_of(files.plan(quick))); });
    const std::string expected = fmt::format("{}:{}", files.plan_path(), GetParam().message);
    EXPECT_EQ(found.substr(0, expected.size()), expected) << found;
  }
}

const std::string top = "instances = 'five.txt'\n";
const std::string sa = top + "[[run]]\nmethod = 'sa'\n";  // a plan that is right, of three lines

const std::vector<BadPlan> bad_plans{
    {"Empty", "", "1:1: expected at least one [[run]], found none"},
    {"NoRun", top, "1:1: expected at least one [[run]], found none"},
    {"RunAsTable", top + "[run]\nmethod = 'sa'\n", "2:1: expected [[run]], found [run]"},
    {"RunAsNumber", top + "run = 3\n", "2:7: expected [[run]], found a number"},
    {"BrokenToml", top + "seeds = \n", "2:9: expected TOML: "},
    {"HeaderThatIsNone", top + "[!run]\n", "2:2: expected TOML: "},
    {"TwiceTheSameKey", top + top, "2:13: expected TOML: "},
    {"UnknownKey", "instanzes = 'a'\n" + sa,
     "1:1: unknown key 'instanzes'; did you mean 'instances'? known: title, about, problem, run, "},
    {"LabelForAll", "label = 'a'\n" + sa, "1:1: unknown key 'label'; "},
    {"UnknownKeyOfRun", sa + "swepes = 3\n",
     "4:1: unknown key of [[run]] 'swepes'; did you mean 'sweeps'? known: method, label, "},
    {"UnknownKeyOfQuick", sa + "[quick]\nsedes = 3\n",
     "5:1: unknown key 'sedes'; did you mean 'seeds'? "},
    {"UnknownKeyOfQuickRun", sa + "[run.quick]\nswepes = 3\n",
     "5:1: unknown key of [[run]] 'swepes'; did you mean 'sweeps'? "},
    {"QuickAsNumber", sa + "quick = 3\n", "4:9: expected a table for 'quick', found a number"},
    {"QuickOfQuick", sa + "[quick]\nquick = 3\n",
     "5:1: unknown key of 'quick': 'quick', which has no quick form itself"},
    {"QuickOfQuickRun", sa + "[run.quick]\nquick = { sweeps = 3 }\n",
     "5:1: unknown key of 'quick': 'quick', which has no quick form itself"},
    {"TitleAsNumber", "title = 3\n" + sa, "1:9: expected a text for 'title', found a number"},
    {"NoMethod", top + "[[run]]\nsweeps = 3\n", "2:1: expected 'method' in [[run]], found none"},
    {"MethodAsNumber", top + "[[run]]\nmethod = 3\n",
     "3:10: expected a text for 'method', found a number"},
    {"UnknownMethod", top + "[[run]]\nmethod = 'lah'\n",
     "3:10: unknown method 'lah'; did you mean 'lha'? known: auto, lha, greedy, "},
    {"NoInstances", "[[run]]\nmethod = 'sa'\n",
     "1:1: expected 'instances' here or at the top, found none"},
    {"UnknownInstance", "instances = 'medium:100_25_11'\n[[run]]\nmethod = 'sa'\n",
     "1: unknown published instance 'medium:100_25_11'; did you mean 'medium:100_25_1'? "},
    {"UnknownSuite", "instances = 'medum:100_25_1'\n[[run]]\nmethod = 'sa'\n",
     "1: expected an instance, found 'medum:100_25_1', and there is no file "},
    {"EmptyInstance", "instances = ''\n[[run]]\nmethod = 'sa'\n",
     "1: expected an instance, found an empty name"},
    {"FilePatternWithoutMatch", "instances = ['five.txt', 'data/*.txt']\n[[run]]\nmethod = 'sa'\n",
     "1: expected an instance, found 'data/*.txt', and no file matches "},
    {"PatternWithoutMatch", top + "[[run]]\nmethod = 'sa'\ninstances = ['medium:*', 'large:9*']\n",
     "4: no published instance matches the pattern 'large:9*'; did you mean 'large:*'? "},
    {"WrongType", sa + "sweeps = true\n",
     "4:10: expected a number or a text for 'sweeps', found true or false"},
    {"WrongTypeInList", sa + "sweeps = [1, [2]]\n",
     "4:14: expected a number or a text for 'sweeps', found a list"},
    {"Date", sa + "sweeps = 2024-01-01\n",
     "4:10: expected a number or a text for 'sweeps', found a date or time"},
    {"EmptyList", sa + "sweeps = []\n",
     "4:10: expected at least one value for 'sweeps', found none"},
    {"EmptyRange", sa + "sweeps = '5..1'\n",
     "4:10: sweeps: expected a range with values in it, found '5..1'"},
    {"LongRange", sa + "seeds = '1..1000000'\n",
     "4:9: seeds: expected a range of at most 100000 values, found '1..1000000'"},
    {"TwiceTheSameValue", sa + "sweeps = [1e3, '999..1000']\n",
     "4:10: expected different values for 'sweeps', found 1000 twice"},
    {"TwiceTheSameStrength", sa + "label = '{lambda}'\nlambda = ['2^1', 2]\n",
     "5:10: expected different values for 'lambda', found 2^1 and 2, which are the same"},
    {"OutOfRange", sa + "label = '{sweeps}'\nsweeps = [5, -1]\n",
     "5:10: sweeps: expected an integer in 0..1000000000, found '-1'"},
    {"SecondValueOfNoUse", sa + "label = '{encoding}'\nencoding = ['binary', 'one-hot']\n",
     "5:12: unknown encoding 'one-hot'; did you mean 'onehot'? "},
    {"UnknownChoice", sa + "schedule = 'papper'\n", "4:12: schedule: "},
    {"UnknownStrength", sa + "lambda = 'lots'\n", "4:10: lambda: expected a number > 0, "},
    {"HalfARangeOfPowers", sa + "lambda = '2^-6..8'\n", "4:10: lambda: expected a number > 0, "},
    {"UnknownBound", sa + "bound = 'capacty'\n", "4:9: bound: expected 'auto', 'capacity', "},
    {"UnknownStepAfter", sa + "post = 'repar'\n",
     "4:8: unknown step 'repar'; did you mean 'repair'? "},
    {"ParameterOfAnotherEncoding", sa + "offset = 4\n",
     "4:10: method 'sa' with encoding 'hyperplane': unknown parameter 'offset'; "},
    {"UnknownStep", sa + "variants = { a = 'repair+fil' }\n",
     "4:18: unknown step 'fil'; did you mean 'fill'? "},
    {"NoVariants", sa + "variants = {}\n", "4:12: expected at least one variant, found none"},
    {"VariantWithoutName", sa + "variants = { '' = 'none' }\n", "4:14: expected a name, found ''"},
    {"LabelOfBlanks", sa + "label = ' '\n", "4:9: expected a name, found ' '"},
    {"VariantsAsText", sa + "variants = 'none'\n",
     "4:12: expected a table for 'variants', found a text"},
    {"VariantAsNumber", sa + "variants = { a = 3 }\n",
     "4:18: expected a text for 'a', found a number"},
    {"VariantsOfNoSampler", top + "[[run]]\nmethod = 'lha'\nvariants = { a = 'none' }\n",
     "3:10: variants need a sampler: unknown sampler 'lha'; did you mean 'sa'? known: machine, sa, "
     "pt, "},
    {"PostAndVariants", sa + "post = 'none'\nvariants = { a = 'none' }\n",
     "4:1: expected either 'post' or 'variants', found both"},
    {"TargetAndVariants", sa + "target = 3\nvariants = { a = 'none' }\n",
     "4:10: expected either 'target' or 'variants', found both"},
    {"BlocksWithoutVariants", sa + "reads-per-cell = 3\n",
     "4:18: expected 'reads-per-cell' with 'variants' only, found it without"},
    {"ReadsOfNoMachine", top + "[[run]]\nmethod = 'lha'\nreads = 3\n",
     "4:9: expected no 'reads' for method 'lha', which has none; 'seeds' repeat it"},
    {"NoReads", sa + "reads = 0\n", "4:9: reads: expected an integer in 1..1000000000, found '0'"},
    {"ListOfReads", sa + "reads = [1, 2]\n",
     "4:9: expected a number or a text for 'reads', found a list"},
    {"SeedBelowZero", sa + "seeds = [-1]\n", "4:9: seeds: expected an integer in 0.."},
    {"TimeThatIsNone", sa + "time-limit = 'soon'\n",
     "4:14: time-limit: expected a number in 0..1000000000, found 'soon'"},
    {"TargetThatIsNone", sa + "target = 'best-nown'\n",
     "2: target: expected best-known or a value of 'five', found 'best-nown'"},
    {"TwoSettingsOfOneName", sa + "sweeps = [1, 2]\n",
     "2: two settings are called 'sa' and differ in sweeps: expected a name with {sweeps}"},
    {"TwoRunsOfOneName", sa + "[[run]]\nmethod = 'greedy'\nlabel = 'sa'\n",
     "4: two settings are called 'sa' and differ in method: expected different names"},
    {"TwoTimesOfOneName", sa + "[[run]]\nmethod = 'sa'\ntime-limit = 3\n",
     "4: two settings are called 'sa' and differ in time-limit: expected different names"},
    {"TwoStepsOfOneName",
     sa + "variants = { a = 'none' }\n[[run]]\nmethod = 'sa'\nvariants = { a = 'repair' }\n",
     "5: two settings are called 'a' and differ in post: expected a name with {post}"},
    {"TwoReadsOfOneName",
     sa + "variants = { a = 'none' }\nreads = 15\n[[run]]\nmethod = 'sa'\nvariants = { a = 'none' "
          "}\nreads = 20\n",
     "6: two settings are called 'a' and differ in reads: expected different names"},
    {"TwoBlocksOfOneName",
     sa + "variants = { a = 'none' }\nreads = 9\n[[run]]\nmethod = 'sa'\nvariants = { a = 'none' "
          "}\nreads = 9\nreads-per-cell = 4\n",
     "6: two settings are called 'a' and differ in reads-per-cell: expected different names"},
    {"TwoWaysOfWritingAStrength", sa + "lambda = 2\n[[run]]\nmethod = 'sa'\nlambda = '2^1'\n",
     "5: two settings are called 'sa' and have the same strength, 2 and 2^1: expected one way of "
     "writing it"},
    {"TwoVariantsOfOneName", sa + "variants = { auto = 'none', '{encoding}' = 'repair' }\n",
     "2: two variants are called 'auto': expected different names"},
    {"UnknownParameterInAName", sa + "label = 'A {swep}'\n",
     "2: unknown parameter in a name 'swep'; did you mean 'sweeps'? known: bound, encoding, "},
};

std::string name_of(const testing::TestParamInfo<BadPlan>& info) {
  return std::string(info.param.name);
}
INSTANTIATE_TEST_SUITE_P(Study, EveryBadPlan, testing::ValuesIn(bad_plans), name_of);

std::string refusal(const StudyFiles& files) {
  return message_of<InputError>([&] { static_cast<void>(cells_of(files.plan())); });
}

TEST(BadPlan, NamesTheNearestFileOrSuite) {
  const StudyFiles missing("instances = ['fife.txt']\n[[run]]\nmethod = 'sa'\n");
  EXPECT_EQ(
      refusal(missing),
      fmt::format("{}:1: expected an instance, found 'fife.txt', and there is no file {}; did "
                  "you mean 'five.txt'?",
                  missing.plan_path(), missing.file("fife.txt")));
  const StudyFiles suite("instances = ['medum:100_25_1']\n[[run]]\nmethod = 'sa'\n");
  EXPECT_NE(refusal(suite).find("; did you mean 'medium:100_25_1'?"), std::string::npos)
      << refusal(suite);
}

TEST(BadPlan, SaysWhatIsWrongInAFileItNames) {
  const StudyFiles files("instances = ['five.txt']\n[[run]]\nmethod = 'sa'\n");
  files.write("five.txt", "five\nmany\n");
  EXPECT_EQ(refusal(files), fmt::format("{}:1: {}:2:1: expected the number of items, found 'many'",
                                        files.plan_path(), files.file("five.txt")));
}

TEST(BadPlan, RefusesTwoInstancesOfOneName) {
  const StudyFiles files("instances = ['five.txt', 'other.txt']\n[[run]]\nmethod = 'sa'\n");
  files.write("other.txt", "five\n2\n1 2\n3\n\n0\n4\n2 3\n");
  EXPECT_EQ(refusal(files),
            fmt::format("{}:2: expected instances with different names, found two of 'five'",
                        files.plan_path()));
}

TEST(BadPlan, OfAMillionCellsIsRefusedBeforeTheyAreMade) {
  const StudyFiles files(
      "instances = 'five.txt'\n[[run]]\nmethod = 'greedy'\n[[run]]\nmethod = 'sa'\nlabel = "
      "'{sweeps}'\n"
      "seeds = '1..100000'\nsweeps = '1..10'\n");
  const Plan plan = files.plan();
  EXPECT_EQ(message_of<TooManyCells>([&] { static_cast<void>(cells_of(plan, many_cells)); }),
            files.plan_path() + ":4: expected at most 100000 cells, found 1000001");
  const StudyFiles more(
      "instances = 'five.txt'\n[[run]]\nmethod = 'sa'\nseeds = '1..100000'\n"
      "reads = 1e9\nreads-per-cell = 1\nvariants = { a = 'none' }\n");
  const Plan large = more.plan();
  EXPECT_EQ(message_of<TooManyCells>([&] { static_cast<void>(cells_of(large)); }),
            more.plan_path() + ":2: expected at most 20000000 cells, found more than 20000000");
}

}  // namespace
}  // namespace spinsack::test

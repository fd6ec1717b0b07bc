// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.hpp"
#include "core/file.hpp"
#include "formulation/encoding.hpp"
#include "formulation/formulation.hpp"
#include "instance/format.hpp"
#include "qubo/format.hpp"

#include <nlohmann/json.hpp>

namespace spinsack::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

// What the map says about a state of the model's variables: the chosen items and the energy.
struct Decoded {
  Bits items;
  double energy = 0;
};

Decoded decode(const Json& map, const QuadraticForm& form, Bits state) {
  // A file without room for the constant may carry it in a comment of ours; the map decides.
  const double energy = value_of(form, state) - form.constant + map["constant"].get<double>();
  Decoded decoded{{}, energy};
  const std::uint8_t up = map["variables"].back().contains("anchor") ? state.back() : 1;
  for (std::size_t v = 0; v < state.size(); ++v)
    if (map["variables"][v].contains("item")) decoded.items.push_back(state[v] == up ? 1 : 0);
  return decoded;
}

// Every format and encoding, bits and spins: over all states, the least energy that the file and
// its map give belongs to the optimum of tiny, items 0 and 1, and is minus its profit.
TEST(Formulate, WhatIsWrittenDecodesToTheOptimum) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  for (const QuboFormat& format : qubo_formats())
    for (const Encoding& encoding : encodings())
      for (const bool ising : {false, true}) {
        if (!encoding.uses_bound || (ising && !format.holds_spin)) continue;
        std::vector<std::string> arguments{"formulate",
                                           "tiny.txt",
                                           "-q",
                                           "-o",
                                           "model",
                                           "--to",
                                           std::string(format.name),
                                           "--lambda",
                                           "16",
                                           "--encoding",
                                           std::string(encoding.name)};
        if (ising) arguments.emplace_back("--ising");
        SCOPED_TRACE(testing::PrintToString(arguments));
        ASSERT_EQ(spinsack_run(arguments, {}, directory.path()).exit_code, 0);
        const QuadraticForm form = read_qubo(read_file(directory.file("model")));
        const Json map = Json::parse(directory.read("model.map.json"));
        ASSERT_EQ(map["variables"].size(), at(form.size()));
        ASSERT_EQ(map["size"], form.size());
        EXPECT_EQ(map["vartype"], form.vartype == Vartype::spin ? "SPIN" : "BINARY");
        // Unwritten zeros at the end may make the file smaller than the model, never these.
        Decoded best{{}, 1e9};
        for (std::uint32_t number = 0; number < (1U << form.size()); ++number) {
          Bits state;
          for (Index v = 0; v < form.size(); ++v)
            state.push_back(static_cast<std::uint8_t>(number >> v & 1U));
          const Decoded decoded = decode(map, form, state);
          if (decoded.energy < best.energy) best = decoded;
        }
        EXPECT_EQ(best.energy, -35);
        EXPECT_THAT(best.items, ElementsAre(1, 1, 0));
      }
}

TEST(Formulate, TheMapTellsEverything) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  const RunResult result = spinsack_run({"formulate", "tiny.txt", "-o", "m.coo", "--encoding",
                                         "offset", "--offset", "1.5", "--lambda", "2^-3"},
                                        {}, directory.path());
  ASSERT_EQ(result.exit_code, 0) << result;
  const Json map = Json::parse(directory.read("m.coo.map.json"));
  EXPECT_EQ(map["model"], "m.coo");
  EXPECT_EQ(map["format"], "coo");
  EXPECT_EQ(map["instance"], "tiny");
  EXPECT_EQ(map["n"], 3);
  EXPECT_EQ(map["capacity"], 5);
  EXPECT_EQ(map["encoding"], "offset");
  EXPECT_EQ(map["parameters"], Json::parse(R"({"offset":1.5})"));
  EXPECT_EQ(map["lambda"], 0.125);
  EXPECT_EQ(map["constant"], 0.125 * 3.5 * 3.5);
  EXPECT_EQ(map["constant_in_model"], false);
  EXPECT_EQ(map["slack_constant"], 1.5);
  EXPECT_EQ(map["variables"], Json::parse(R"([{"item":0},{"item":1},{"item":2}])"));
}

// Without slack bits the energy of a sample is a function of profit, load and number of its items alone, and the map has all
// numbers of it. So a sample that comes back with other items than the machine meant has another energy.
TEST(Formulate, SamplesOfModelsWithPricesComeBackAsItems) {
  const TemporaryDirectory directory;
  for (const std::string encoding : {"unbalanced", "hyperplane"})
    for (const std::string form : {"bqpjson", "gset", "bqpjson --ising"}) {
      SCOPED_TRACE(encoding + " " + form);
      const RunResult made = shell_run(
          "set -e; spinsack formulate -q medium:100_25_3 -o model --encoding " + encoding +
              " --to " + form +
              "; spinsack sample model -q -m sa --sweeps 30 --reads 8 -j 1 --json samples; "
              "spinsack postprocess medium:100_25_3 samples --map model.map.json --post none "
              "--json raw; spinsack postprocess medium:100_25_3 samples --map model.map.json "
              "--json done",
          directory.path());
      ASSERT_EQ(made.exit_code, 0) << made;
      const Json map = Json::parse(directory.read("model.map.json"));
      const Json samples = Json::parse(directory.read("samples"));
      const auto strength = map["lambda"].get<double>();
      const std::vector<std::string> raw = lines_of(directory.read("raw"));
      ASSERT_EQ(raw.size(), samples["samples"].size());
      ASSERT_GT(raw.size(), 1U);
      double constant_lost = 0;  // by a format without room for it
      for (std::size_t s = 0; s < raw.size(); ++s) {
        const Json items = Json::parse(raw[s]);
        const double over = items["weight"].get<double>() - map["capacity"].get<double>();
        const double profit = items["value"].get<double>();
        double energy = -profit + map["price_of_load"].get<double>() * over;
        if (encoding == "hyperplane") {
          const auto more =
              static_cast<double>(items["items"].size()) - map["items_wanted"].get<double>();
          energy += map["price_of_item"].get<double>() * more + strength * more * more;
        } else {
          energy += strength * over * over;
        }
        const double lost = samples["samples"][s]["energy"].get<double>() - energy;
        if (s == 0) constant_lost = map["constant_in_model"] ? 0 : lost;
        EXPECT_NEAR(lost, constant_lost, 1e-6);
      }
      for (const std::string& line : lines_of(directory.read("done"))) {
        const Json answer = Json::parse(line);
        EXPECT_EQ(answer["feasible"], true);
        EXPECT_GE(answer["value"], 3000);
        EXPECT_LE(answer["value"], 3752);
      }
    }
}

TEST(Formulate, TheInstanceIsKnownByItsNumbersWhateverTheFile) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  ASSERT_EQ(shell_run("set -e; spinsack convert tiny.txt other.edges; "
                      "spinsack formulate -q tiny.txt -o a.coo; "
                      "spinsack formulate -q other.edges -o b.coo; "
                      "spinsack generate gallo --n 3 | spinsack formulate -q - -o c.coo",
                      directory.path())
                .exit_code,
            0);
  const auto fingerprint = [&](const std::string& map) {
    return Json::parse(directory.read(map))["instance_sha256"].get<std::string>();
  };
  EXPECT_EQ(fingerprint("a.coo.map.json"), fingerprint("b.coo.map.json"));
  EXPECT_NE(fingerprint("a.coo.map.json"), fingerprint("c.coo.map.json"));
}

TEST(Formulate, TellsWhatItDidAndWarnsOfALostConstant) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  const RunResult result =
      spinsack_run({"formulate", "tiny.txt", "-o", "m.coo", "--lambda", "2", "--bound", "capacity"},
                   {}, directory.path());
  EXPECT_EQ(result.out, "");
  // Slack bits 1, 2, 2 reach 5; all 15 pairs meet in the penalty, whose constant is 2 * 5^2.
  EXPECT_EQ(
      without_times(result.err),
      "spinsack: warning: format 'coo' has no place for the constant 50; the decode map keeps "
      "it\n"
      "tiny\n"
      "  model      coo, 6 variables 0/1\n"
      "  variables  3 items, 3 slack bits\n"
      "  terms      15 pairs, constant 50\n"
      "  encoding   binary, bound 5\n"
      "  lambda     2\n"
      "  map        m.coo.map.json\n");
  const RunResult kept =
      spinsack_run({"formulate", "tiny.txt", "-o", "m.bqm", "-q"}, {}, directory.path());
  EXPECT_EQ(kept.err, "");
}

TEST(Formulate, StandardOutputGetsAMapOnRequestOnly) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  const RunResult without =
      spinsack_run({"formulate", "tiny.txt", "--to", "bqpjson"}, {}, directory.path());
  EXPECT_EQ(without.exit_code, 0);
  EXPECT_TRUE(Json::accept(without.out)) << without;
  EXPECT_THAT(without.err, HasSubstr("  map        not written; --map FILE asks for it\n"));
  EXPECT_THAT(directory.names(), ElementsAre("tiny.txt"));
  const RunResult with = spinsack_run(
      {"formulate", "tiny.txt", "--to", "bqpjson", "--map", "map.json"}, {}, directory.path());
  EXPECT_EQ(with.out, without.out);
  EXPECT_THAT(directory.names(), ElementsAre("map.json", "tiny.txt"));
}

TEST(Formulate, ChoosesABoundThatIsEnough) {
  const auto bound = [](const std::string& text) {
    const RunResult result = spinsack_run({"formulate", "-", "--to", "coo"}, text);
    EXPECT_EQ(result.exit_code, 0) << result;
    const std::size_t start = result.err.find("bound ") + 6;
    return result.err.substr(start, result.err.find('\n', start) - start);
  };
  EXPECT_EQ(bound(tiny), "4") << "the largest weight";
  // With a negative profit the best choice may leave more than that unused.
  EXPECT_EQ(bound("n\n3\n10 20 -30\n5 0\n7\n\n0\n8\n2 3 4\n"), "8");
}

TEST(Formulate, GuessesTheFormatFromTheEnding) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  for (const QuboFormat& format : qubo_formats())
    for (const char* packed : {"", ".gz", ".xz"}) {
      const std::string output = "m" + std::string(format.extension) + packed;
      const RunResult result =
          spinsack_run({"formulate", "tiny.txt", "-o", output}, {}, directory.path());
      EXPECT_EQ(result.exit_code, 0) << result;
      EXPECT_EQ(Json::parse(directory.read(output + ".map.json"))["format"], format.name);
      EXPECT_GT(read_qubo(read_file(directory.file(output)), format.name).size(), 3);
    }
}

TEST(Formulate, WorksAtTheEdges) {
  for (const std::string& text :
       {std::string("one\n1\n7\n\n0\n5\n2\n"), std::string("below\n2\n1 2\n3\n\n0\n1\n2 3\n"),
        std::string("zero\n2\n1 2\n3\n\n0\n0\n2 3\n"),
        std::string("above\n2\n1 2\n3\n\n0\n100\n2 3\n")})
    for (const Encoding& encoding : encodings()) {
      const std::string format = encoding.name == "native" ? "da" : "bqm";
      const RunResult result = spinsack_run(
          {"formulate", "-", "-q", "--to", format, "-e", std::string(encoding.name)}, text);
      EXPECT_EQ(result.exit_code, 0) << encoding.name << text << result.err;
    }
}

// The objective alone and one inequality: of all states that keep it, the best is the optimum of tiny.
TEST(Formulate, HandsOverTheCapacityAsAnInequality) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  for (const char* const format : {"amplify", "da"}) {
    ASSERT_EQ(
        spinsack_run({"formulate", "tiny.txt", "-q", "-e", "native", "-o", "model", "--to", format},
                     {}, directory.path())
            .exit_code,
        0);
    const QuadraticForm form = read_qubo(read_file(directory.file("model")));
    ASSERT_TRUE(form.inequality);
    const Json map = Json::parse(directory.read("model.map.json"));
    EXPECT_EQ(map["variables"].size(), at(form.size()));
    EXPECT_FALSE(map.contains("lambda"));  // there is no penalty
    double best = 0;
    Bits chosen;
    for (unsigned state = 0; state < 1U << form.size(); ++state) {
      Bits bits(at(form.size()));
      double load = 0;
      for (std::size_t v = 0; v < bits.size(); ++v) {
        bits[v] = state >> v & 1U;
        load += bits[v] * form.inequality->weights[v];
      }
      if (load > form.inequality->bound || value_of(form, bits) >= best) continue;
      best = value_of(form, bits);
      chosen = bits;
    }
    EXPECT_EQ(std::vector<int>(chosen.begin(), chosen.begin() + 3), (std::vector{1, 1, 0}));
  }
}

TEST(Formulate, RefusesAnInequalityWhereThereIsNoPlaceForIt) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  const RunResult coo =
      spinsack_run({"formulate", "tiny.txt", "-e", "native", "-o", "m.coo"}, {}, directory.path());
  EXPECT_EQ(coo.exit_code, 1);
  EXPECT_THAT(coo.err, HasSubstr("format 'coo' has no place for the inequality of this model "
                                 "(encoding 'native'); expected one of amplify, da"));
  EXPECT_FALSE(std::filesystem::exists(directory.file("m.coo")));
  const RunResult lambda = spinsack_run(
      {"formulate", "tiny.txt", "-e", "native", "--to", "da", "-l", "2"}, {}, directory.path());
  EXPECT_THAT(lambda.err, HasSubstr("expected auto with encoding 'native'"));
  const RunResult solve =
      spinsack_run({"solve", "tiny.txt", "-m", "sa", "--encoding", "native"}, {}, directory.path());
  EXPECT_EQ(solve.exit_code, 1);
  EXPECT_THAT(solve.err, HasSubstr("method 'sa': encoding 'native' states the capacity as an "
                                   "inequality, which this sampler does not take; expected one of "
                                   "binary, unary"));
  ASSERT_EQ(spinsack_run({"formulate", "tiny.txt", "-q", "-e", "native", "-o", "m.da.json"}, {},
                         directory.path())
                .exit_code,
            0);
  const RunResult sample =
      spinsack_run({"sample", "m.da.json", "-m", "tabu"}, {}, directory.path());
  EXPECT_EQ(sample.exit_code, 1);
  EXPECT_THAT(sample.err, HasSubstr("this sampler takes every other encoding"));
}

TEST(Formulate, ScalesDecimalsAndSaysSo) {
  const TemporaryDirectory directory;
  directory.write("d.edges", decimals);
  ASSERT_EQ(spinsack_run({"formulate", "d.edges#1", "-o", "m.bqm"}, {}, directory.path()).exit_code,
            0);
  const std::string map = directory.read("m.bqm.map.json");
  EXPECT_THAT(map, HasSubstr("\"capacity\":1.5,"));
  EXPECT_THAT(map, HasSubstr("\"profit_digits\":2,"));
  EXPECT_THAT(map, HasSubstr("\"weight_digits\":2,"));
}

}  // namespace
}  // namespace spinsack::test

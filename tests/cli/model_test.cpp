// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.hpp"
#include "core/file.hpp"
#include "qubo/form_difference.hpp"
#include "qubo/format.hpp"
#include "qubo/published_graph.hpp"

#include <nlohmann/json.hpp>

namespace spinsack::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// Two components: 0 - 1 and 2 alone.
const std::string small = "# vartype=SPIN\n# constant=1.5\n0 0 1\n0 1 -2.5\n2 2 0.25\n";

TEST(Model, InfoTellsWhatTheModelLooksLike) {
  const RunResult result = spinsack_run({"model", "info", "-"}, small);
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(without_times(result.out),
            "standard input\n"
            "  model       coo, 3 variables -1/+1\n"
            "  couplings   1, density 33.33 %\n"
            "  degree      0 to 1, mean 0.6667\n"
            "  components  2, the largest of 2 variables\n"
            "  linear      2: 0.25 .. 1, reals, 2 different, smallest 0.25\n"
            "  quadratic   1: -2.5 .. -2.5, reals, 1 different, smallest 2.5\n"
            "  constant    1.5\n"
            "  held as     dense rows of float32, 192 bytes\n"
            "  sampled by  lanes of int8; auto: 64 anneals per read, crossed\n");
}

TEST(Model, InfoKnowsPublishedGraphsByTheirContent) {
  const TemporaryDirectory directory;
  directory.write("mine.rud", published_graph_text(*match_published_graphs("gset:G11").front()));
  for (const std::string& name : {std::string("gset:G11"), directory.file("mine.rud")}) {
    const RunResult result = spinsack_run({"model", "info", name});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_THAT(result.out, HasSubstr("published   as gset:G11, best known cut 564"));
    EXPECT_THAT(result.out, HasSubstr("1600: -0.5 .. 0.5, reals, 2 different"));
  }
}

TEST(Model, InfoOfSeveralIsATableOrALineEach) {
  const RunResult text = spinsack_run({"model", "info", "gset:G1?"});
  EXPECT_EQ(text.exit_code, 0) << text;
  EXPECT_EQ(lines_of(text.out).size(), 11U);
  const RunResult result = spinsack_run({"model", "info", "--json", "-", "gset:G11", "-"}, small);
  ASSERT_EQ(result.exit_code, 0) << result;
  ASSERT_EQ(lines_of(result.out).size(), 2U);
  const json first = json::parse(lines_of(result.out)[0]);
  EXPECT_EQ(first.at("couplings"), 1600);
  EXPECT_EQ(first.at("components"), 1);
  EXPECT_EQ(first.at("published"), "gset:G11");
  EXPECT_EQ(first.at("quadratic").at("values"), 2);
  const json second = json::parse(lines_of(result.out)[1]);
  EXPECT_EQ(second.at("vartype"), "SPIN");
  EXPECT_EQ(second.at("constant"), 1.5);
  EXPECT_EQ(second.at("held_as").at("rows"), "dense");
  EXPECT_EQ(second.at("sampled_by").at("kernel"), "lanes");
  EXPECT_EQ(second.at("sampled_by").at("factored_squares"), 0);
}

TEST(Model, ConvertsBetweenAllFormats) {
  const TemporaryDirectory directory;
  directory.write("in.coo", "0 0 3\n0 1 -4\n1 2 8\n2 2 -2\n");
  const QuadraticForm form = read_qubo(read_file(directory.file("in.coo")));
  for (const QuboFormat& format : qubo_formats()) {
    const std::string out = "out" + std::string(format.extension) + ".gz";
    const RunResult there = spinsack_run({"model", "convert", "in.coo", out}, {}, directory.path());
    ASSERT_EQ(there.exit_code, 0) << there;
    const RunResult back =
        spinsack_run({"model", "convert", out, "-", "--to", "coo", "--vartype", "bits", "-q"}, {},
                     directory.path());
    ASSERT_EQ(back.exit_code, 0) << back;
    EXPECT_EQ(back.err, "");
    const QuadraticForm again = read_qubo({"again", back.out});
    if (format.name == "gset")
      EXPECT_EQ(again.size(), form.size() + 1);  // the anchor
    else
      EXPECT_EQ(form_difference(again, form), "") << format.name;
  }
}

TEST(Model, ConvertSaysWhatTheFormatCannotHold) {
  const RunResult result = spinsack_run({"model", "convert", "-", "-", "--to", "qbsolv"}, small);
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(result.err,
            "spinsack model: format 'qbsolv': spins became bits, x = (1 + s) / 2\n"
            "spinsack model: format 'qbsolv': the constant -2.25 is in a comment, which other "
            "programs skip\n");
  const RunResult graph = spinsack_run({"model", "convert", "-", "-", "--to", "gset"}, small);
  EXPECT_EQ(graph.err,
            "spinsack model: format 'gset': linear terms became couplings to variable 3, which is "
            "new\n");
}

TEST(Model, ConvertSaysThatLabelsAreDropped) {
  const auto converted = [](const std::string& ids, const std::string& flag) {
    const std::string text = R"({"version": "1.0.0", "id": 1, "variable_domain": "spin", )"
                             R"("variable_ids": [)" +
                             ids +
                             R"(], "scale": 1, "offset": 0, "linear_terms": [], )"
                             R"("quadratic_terms": [], "metadata": {}})";
    return spinsack_run({"model", "convert", "-", "-", "--to", "coo", flag}, text);
  };
  const RunResult dropped = converted("7, 3", "--vartype=spins");
  EXPECT_EQ(dropped.exit_code, 0) << dropped;
  EXPECT_EQ(dropped.err,
            "spinsack model: format 'coo': the labels of the variables in standard input are "
            "dropped; variables are numbered from 0, in the order of that file\n");
  EXPECT_EQ(converted("7, 3", "-q").err, "");
  EXPECT_EQ(converted("0, 1", "--vartype=spins").err, "");
}

TEST(Model, ConvertKeepsFilesSafe) {
  const TemporaryDirectory directory;
  directory.write("in.coo", small);
  const RunResult same =
      spinsack_run({"model", "convert", "in.coo", "./in.coo"}, {}, directory.path());
  EXPECT_EQ(same.exit_code, 1);
  EXPECT_THAT(same.err, HasSubstr("OUT ./in.coo is what IN in.coo reads: expected another file"));
  EXPECT_EQ(directory.read("in.coo"), small);
  directory.write("bad.coo", "0 0 1\nx\n");
  directory.write("out.bqm", "old");
  const RunResult bad =
      spinsack_run({"model", "convert", "bad.coo", "out.bqm"}, {}, directory.path());
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_THAT(bad.err, HasSubstr("bad.coo:2:1: "));
  EXPECT_EQ(directory.read("out.bqm"), "old");
}

TEST(Model, RefusesWhatItCannotMean) {
  const auto error = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "model");
    const RunResult result = spinsack_run(arguments, small);
    EXPECT_EQ(result.exit_code, 1) << result;
    return lines_of(result.err).front();
  };
  EXPECT_EQ(error({"convert", "-"}), "spinsack model: convert: expected IN and OUT, found 1 name");
  EXPECT_EQ(error({"convert", "-", "-"}),
            "spinsack model: standard output: say the format with --to, or let the name end in one "
            "of .coo, .bqm, .qubo, .mqlib, .json, .gset, .qs, .mtx, .amplify.json, .da.json");
  EXPECT_EQ(error({"convert", "-", "-", "--to", "mtx", "--vartype", "spins"}),
            "spinsack model: --vartype: format 'mtx' holds bits only");
  EXPECT_EQ(error({"convert", "-", "-", "--to", "coo", "--vartype", "qubits"}),
            "spinsack model: --vartype: expected bits or spins, found 'qubits'");
  EXPECT_EQ(error({"info", "-", "--to", "coo"}),
            "spinsack model: info: unexpected flag --to, which is for convert");
  EXPECT_THAT(error({"inof", "-"}), HasSubstr("unknown action 'inof'; did you mean 'info'?"));
  EXPECT_THAT(error({"info", "gset:G99"}), HasSubstr("unknown published model 'gset:G99'"));
}

}  // namespace
}  // namespace spinsack::test

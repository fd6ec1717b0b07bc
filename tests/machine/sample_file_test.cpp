// SPDX-License-Identifier: Apache-2.0
#include "machine/sample_file.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace spinsack {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

SampleRows read(const std::string& text) { return read_samples({"f", text}); }

std::vector<std::string> rows_of(const std::string& text) {
  const SampleRows samples = read(text);
  std::vector<std::string> rows(samples.rows());
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (const std::uint8_t bit : samples.row(r)) rows[r] += bit == 0 ? '0' : '1';
  return rows;
}

TEST(SampleFile, ReadsRowsOfDigits) {
  EXPECT_THAT(rows_of("0110\n1001\n"), ElementsAre("0110", "1001"));
  EXPECT_THAT(rows_of("0110"), ElementsAre("0110")) << "no line end";
  EXPECT_THAT(rows_of("# from a machine\r\n\r\n  0110  \r\n1001\r\n"), ElementsAre("0110", "1001"));
  EXPECT_THAT(rows_of("1\n0\n"), ElementsAre("1", "0"));
  const SampleRows samples = read("0110\n1001\n");
  EXPECT_EQ(samples.variables, 4);
  EXPECT_THAT(samples.occurrences, ElementsAre(1, 1));
  EXPECT_THAT(samples.energies, IsEmpty());
}

TEST(SampleFile, ReadsTables) {
  for (const char* text :
       {"0,1,1\n1,0,0\n", "0, 1, 1\n1 ,0,0", "0;1;1\n1;0;0", "0\t1\t1\n1\t0\t0", "0 1  1\n 1 0 0 ",
        "0.0,1.0,1.0\n1,0,0", "-1,1,1\n+1,-1,-1", "x0,x1,x2\n0,1,1\n1,0,0", "0,1,2\n0,1,1\n1,0,0",
        "\"x0\",\"x1\",\"x2\"\n0,1,1\n1,0,0", "# c\n\na,b,c\n0,1,1\n\n1,0,0\n"})
    EXPECT_THAT(rows_of(text), ElementsAre("011", "100")) << text;
}

TEST(SampleFile, TablesMayNameEnergyAndOccurrences) {
  const SampleRows samples = read(
      ",x0,x1,chain_break_fraction,energy,num_occurrences\n"
      "0,1,0,0.25,-3.5,2\n"
      "1,0,0,0,7e2,1\n");
  EXPECT_EQ(samples.variables, 2);
  EXPECT_THAT(samples.bits, ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(samples.energies, ElementsAre(-3.5, 700));
  EXPECT_THAT(samples.occurrences, ElementsAre(2, 1));
}

TEST(SampleFile, ReadsOurOwnJson) {
  const SampleRows samples =
      read(R"({"spinsack": "0.1.0", "model": "m.coo", "variables": 3, "vartype": "BINARY",)"
           R"( "samples": [{"energy": -3, "occurrences": 4, "bits": "011", "read": 0},)"
           R"( {"bits": "100", "occurrences": 1, "energy": 2.5}], "seconds": {"total": [1, {}]}})");
  EXPECT_EQ(samples.variables, 3);
  EXPECT_THAT(samples.bits, ElementsAre(0, 1, 1, 1, 0, 0));
  EXPECT_THAT(samples.energies, ElementsAre(-3, 2.5));
  EXPECT_THAT(samples.occurrences, ElementsAre(4, 1));
}

TEST(SampleFile, ReadsListsMapsAndTexts) {
  for (const char* text : {
           R"({"samples": [[0, 1, 1], [1, 0, 0]]})",
           R"([[0, 1, 1], [1, 0, 0]])",
           R"([[false, true, true], [1.0, 0.0, 0]])",
           R"(["011", "100"])",
           R"({"samples": [[-1, 1, 1], [1, -1, -1]], "vartype": "SPIN"})",
           R"([[-1, 1, 1], [1, -1, -1]])",
           R"([{"x0": 0, "x1": 1, "x2": 1}, {"x0": 1, "x1": 0, "x2": 0}])",
           R"([{"x2": 1, "x0": 0, "x1": 1}, {"x0": 1, "x1": 0, "x2": 0}])",
           R"({"samples": [{"2": 1, "0": 0, "1": 1}, {"0": 1, "1": 0, "2": 0}]})",
           R"([{"sample": {"1": 0, "2": 1, "3": 1}}, {"sample": {"3": 0, "2": 0, "1": 1}}])",
           R"([{"sample": [0, 1, 1]}, {"sample": "100"}])",
           R"({"samples": [[1, 0, 1], [0, 1, 0]], "variable_labels": ["y0", "x0", "x1"]})",
           R"({"samples": [[1, 1, 0], [0, 0, 1]], "variables": [2, 1, 0]})",
           R"({"vartype": "BINARY", "labels": ["a", "b", "c"], "samples": [[0, 1, 1], [1, 0, 0]]})",
       })
    EXPECT_THAT(rows_of(text), ElementsAre("011", "100")) << text;
}

TEST(SampleFile, ReadsEnergiesAndOccurrencesBesideTheRows) {
  const SampleRows samples =
      read(R"({"num_occurrences": [3, 1], "energies": [-1.5, 2], "samples": [[0, 1], [1, 0]]})");
  EXPECT_THAT(samples.energies, ElementsAre(-1.5, 2));
  EXPECT_THAT(samples.occurrences, ElementsAre(3, 1));
  const SampleRows records = read(R"([{"sample": {"a": 1}, "energy": -1, "num_occurrences": 2},)"
                                  R"( {"sample": {"a": 0}, "energy": 0, "num_occurrences": 5}])");
  EXPECT_THAT(records.energies, ElementsAre(-1, 0));
  EXPECT_THAT(records.occurrences, ElementsAre(2, 5));
  const SampleRows maps = read(R"([{"x0": 1, "x1": 0, "energy": -4, "num_occurrences": 2}])");
  EXPECT_EQ(maps.variables, 2);
  EXPECT_THAT(maps.energies, ElementsAre(-4));
}

// The layout of dimod's serialised sample sets, schema 3.1.0: spins -1 1 -1 and 1 1 -1, packed (variable v is
// bit v of the word) and not.
std::string dimod_text(std::string_view data, std::string_view packed) {
  return fmt::format(
      R"({{"type": "SampleSet", "version": {{"sampleset_schema": "3.1.0"}}, "num_variables": 3,)"
      R"( "num_rows": 2, "sample_data": {{"type": "array", "data": {}, "data_type": "uint32",)"
      R"( "shape": [2, 1], "use_bytes": false}}, "sample_type": "int8",{} "vectors": {{"energy":)"
      R"( {{"type": "array", "data": [-0.5, 1.0], "data_type": "float64", "shape": [2],)"
      R"( "use_bytes": false}}, "num_occurrences": {{"type": "array", "data": [1, 2],)"
      R"( "data_type": "int64", "shape": [2], "use_bytes": false}}}}, "variable_labels":)"
      R"( [0, 1, 2], "variable_type": "SPIN", "info": {{}}}})",
      data, packed);
}

TEST(SampleFile, ReadsWhatDimodSerialises) {
  for (const std::string& text :
       {dimod_text("[[2], [3]]", ""), dimod_text("[[2], [3]]", R"( "sample_packed": true,)"),
        dimod_text("[[-1, 1, -1], [1, 1, -1]]", R"( "sample_packed": false,)")}) {
    EXPECT_THAT(rows_of(text), ElementsAre("010", "110")) << text;
    EXPECT_THAT(read(text).energies, ElementsAre(-0.5, 1));
    EXPECT_THAT(read(text).occurrences, ElementsAre(1, 2));
  }
  // Bits 0 and 32, the second in the second word.
  EXPECT_THAT(rows_of(R"({"num_variables": 34, "sample_data": [[1, 1]]})"),
              ElementsAre("1" + std::string(31, '0') + "10"));
}

// The same random samples through every layout.
TEST(SampleFileProperty, LayoutsAgree) {
  Rng rng(9);
  for (int round = 0; round < 100; ++round) {
    const auto n = static_cast<std::size_t>(rng.integer(2, 70));
    const auto count = static_cast<std::size_t>(rng.integer(1, 6));
    std::vector<std::string> rows(count);
    for (std::string& row : rows)
      for (std::size_t k = 0; k < n; ++k) row += rng.integer(0, 1) == 0 ? '0' : '1';
    rows[0][0] = '0';  // so that a spin of -1 is seen

    std::array<std::string, 5> layouts;  // digits, table, lists, maps, packed
    layouts[1] = "x0";
    for (std::size_t k = 1; k < n; ++k) layouts[1] += fmt::format(",x{}", k);
    layouts[1] += '\n';
    layouts[2] = "{\"vartype\":\"SPIN\",\"samples\":[";
    layouts[3] = "[";
    layouts[4] = fmt::format("{{\"num_variables\":{},\"sample_data\":[", n);
    for (const std::string& row : rows) {
      layouts[0] += row + '\n';
      const char* const comma = &row == rows.data() ? "" : ",";
      layouts[2] += fmt::format("{}[", comma);
      layouts[3] += fmt::format("{}{{", comma);
      layouts[4] += fmt::format("{}[", comma);
      std::uint32_t word = 0;
      for (std::size_t k = 0; k < n; ++k) {
        const char* const between = k == 0 ? "" : ",";
        layouts[1] += fmt::format("{}{}", between, row[k]);
        layouts[2] += fmt::format("{}{}", between, row[k] == '1' ? 1 : -1);
        // Backwards, so that the labels matter.
        layouts[3] += fmt::format("{}\"{}\":{}", between, n - 1 - k, row[n - 1 - k]);
        if (row[k] == '1') word |= std::uint32_t{1} << (k % 32);
        if (k % 32 == 31 || k + 1 == n) {
          layouts[4] += fmt::format("{}{}", k < 32 ? "" : ",", word);
          word = 0;
        }
      }
      layouts[1] += '\n';
      layouts[2] += "]";
      layouts[3] += "}";
      layouts[4] += "]";
    }
    layouts[2] += "]}";
    layouts[3] += "]";
    layouts[4] += "]}";
    for (const std::string& layout : layouts) ASSERT_EQ(rows_of(layout), rows) << layout;
  }
}

// Any prefix of a good file is read or refused, and never more than that.
TEST(SampleFileProperty, CutFilesEndInAnError) {
  const std::string text = dimod_text("[[2], [3]]", R"( "sample_packed": true,)");
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_THROW(static_cast<void>(read(text.substr(0, length))), InputError) << length;
}

TEST(SampleFile, TimeGrowsWithTheNumberOfRowsOnly) {
  std::string digits;
  std::string maps = "[";
  for (int r = 0; r < 200'000; ++r) {
    digits += "01101\n";
    maps += fmt::format("{}{{\"b\":1,\"a\":0,\"c\":{}}}", r == 0 ? "" : ",", r % 2);
  }
  EXPECT_EQ(read(digits).rows(), 200'000U);
  EXPECT_EQ(read(maps + "]").rows(), 200'000U);
  // One row of many labels, in another order the second time.
  std::string first = "[{";
  std::string second = ",{";
  for (int k = 0; k < 100'000; ++k) {
    first += fmt::format("{}\"x{}\":1", k == 0 ? "" : ",", k);
    second += fmt::format("{}\"x{}\":0", k == 0 ? "" : ",", 99'999 - k);
  }
  EXPECT_EQ(read(first + "}" + second + "}]").variables, 100'000);
}

}  // namespace
}  // namespace spinsack

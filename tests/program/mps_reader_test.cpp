// SPDX-License-Identifier: Apache-2.0
#include "program/mps_reader.hpp"

#include "core/error.hpp"
#include "program/evaluate.hpp"
#include "program/reading_support.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace spinsack {
namespace {

using program_test::names_of_columns;

Program read_mps_text(const std::string& text) { return read_mps({"model.mps", text}); }

std::string mps_complaint(const std::string& text) {
  try {
    static_cast<void>(read_mps_text(text));
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

constexpr const char* head = "NAME test\nROWS\n N cost\n L cap\n G need\n E same\nCOLUMNS\n";

TEST(MpsReader, ReadsSectionsMarkersAndProducts) {
  const Program program =
      read_mps_text(std::string(head) +
                    " M1 'MARKER' 'INTORG'\n a cost -3 cap 2\n a need 1\n b cost 1.5 cap "
                    "3\n b same 1\n M2 'MARKER' 'INTEND'\n c cap 4 same -1\nRHS\n RHS cost 10 "
                    "cap 5\n RHS need 1\nBOUNDS\n UP BND a 1\n UP BND b 1\n BV BND c\nQUADOBJ\n "
                    "a b -4\n c c 3\nENDATA\n");
  EXPECT_EQ(names_of_columns(program), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(program.name, "test");
  EXPECT_TRUE(program.minimised);
  EXPECT_EQ(program.objective_digits, 1);
  // The file minimises -3 a + 1.5 b - 4 a b + 1.5 c - 10.
  EXPECT_EQ(evaluate_program(program, Bits{1, 1, 1}).value, -(-30 + 15 - 40 + 15 - 100));
  ASSERT_EQ(program.rows.size(), 3U);
  EXPECT_EQ(program.rows[0].rhs, 5);
  EXPECT_EQ(program.rows[2].sense, RowSense::equal);
}

TEST(MpsReader, MaximisesWhereTheFileSaysSo) {
  const std::string rest = "ROWS\n N cost\nCOLUMNS\n a cost 3\nBOUNDS\n BV B a\nENDATA\n";
  for (const char* const sense :
       {"OBJSENSE\n    MAX\n", "OBJSENSE MAX\n", "OBJSENSE\n MAXIMIZE\n"}) {
    const Program program = read_mps_text("NAME\n" + std::string(sense) + rest);
    EXPECT_FALSE(program.minimised);
    EXPECT_EQ(program.columns[0].objective, 3);
  }
}

TEST(MpsReader, TakesFixedColumnsWithBlanksInNames) {
  const Program program = read_mps_text(
      "NAME          BLANKS\n"
      "ROWS\n"
      " N  COST\n"
      " L  ROW ONE\n"
      "COLUMNS\n"
      "    COL ONE   COST               1.0   ROW ONE            2.0\n"
      "    COL TWO   ROW ONE            3.0\n"
      "RHS\n"
      "    RHS       ROW ONE            4.0\n"
      "BOUNDS\n"
      " BV BND       COL ONE\n"
      " BV BND       COL TWO\n"
      "ENDATA\n");
  EXPECT_EQ(names_of_columns(program), (std::vector<std::string>{"COL ONE", "COL TWO"}));
  EXPECT_EQ(program.rows[0].rhs, 4);
  EXPECT_EQ(program.entries[1].value, 3);
}

TEST(MpsReader, SetNamesMayBeLeftOut) {
  const Program program = read_mps_text(
      "NAME\nROWS\n N cost\n L cap\nCOLUMNS\n a cap 2\nRHS\n cap 5\nBOUNDS\n BV a\nENDATA\n");
  EXPECT_EQ(program.rows[0].rhs, 5);
}

TEST(MpsReader, RangesBecomeRows) {
  const Program program = read_mps_text(
      "NAME\nROWS\n N cost\n L l\n G g\n E e\n E f\nCOLUMNS\n a l 1 g 1\n a e 1 f 1\nRHS\n R l 5 g "
      "1\n R e 2 f 2\nRANGES\n R l 2 g 3\n R e 4 f -4\nBOUNDS\n BV B a\nENDATA\n");
  std::vector<std::pair<RowSense, std::int64_t>> rows;
  for (const Row& row : program.rows) rows.emplace_back(row.sense, row.rhs);
  using enum RowSense;
  EXPECT_EQ(rows, (std::vector<std::pair<RowSense, std::int64_t>>{{at_most, 5},
                                                                  {at_least, 1},
                                                                  {at_least, 2},
                                                                  {at_most, 2},
                                                                  {at_least, 3},
                                                                  {at_most, 4},
                                                                  {at_most, 6},
                                                                  {at_least, -2}}));
}

TEST(MpsReader, BothTrianglesAreHalved) {
  const std::string body =
      "NAME\nROWS\n N cost\nCOLUMNS\n a cost 1\n b cost 1\nBOUNDS\n BV B a\n BV B b\n";
  const Program matrix = read_mps_text(body + "QMATRIX\n a b 3\n b a 3\n a a 2\nENDATA\n");
  EXPECT_EQ(matrix.pairs.integer(0, 1), -30);
  EXPECT_EQ(matrix.columns[0].objective, -20);
  EXPECT_EQ(matrix.objective_digits, 1);
  EXPECT_EQ(mps_complaint(body + "QUADOBJ\n a b 3\n b a 3\nENDATA\n"),
            "model.mps:12:2: expected each pair once, in one triangle: 'b' and 'a' came before, "
            "found 'b'");
}

TEST(MpsReader, RefusesWhatItCannotExpressByNameAndLine) {
  const std::string body = "NAME\nROWS\n N cost\n L cap\nCOLUMNS\n a cap 2\nRHS\n R cap 5\n";
  EXPECT_EQ(mps_complaint(body + "ENDATA\n"),
            "model.mps:6:2: expected binary columns, found 'a', which is continuous");
  EXPECT_EQ(mps_complaint(body + "BOUNDS\n UI B a 4\nENDATA\n"),
            "model.mps:6:2: expected binary columns, found 'a', which is an integer with other "
            "bounds than 0 and 1");
  EXPECT_EQ(mps_complaint(body + "BOUNDS\n SC B a 4\nENDATA\n"),
            "model.mps:10:2: expected a bound UP, LO, FX, BV, FR, MI, PL, UI or LI, found 'SC'");
  EXPECT_EQ(mps_complaint(body + "QCMATRIX cap\n a a 1\nENDATA\n"),
            "model.mps:9:1: expected rows, bounds and a quadratic objective, found 'QCMATRIX'");
  EXPECT_EQ(mps_complaint(body + "SOS\nENDATA\n"),
            "model.mps:9:1: expected rows, bounds and a quadratic objective, found 'SOS'");
}

TEST(MpsReader, MalformedTextIsRefusedWhereItBreaks) {
  EXPECT_EQ(mps_complaint(""), "model.mps:1:1: expected ENDATA, found the end of the file");
  EXPECT_EQ(mps_complaint("NAME\nWHAT\n"),
            "model.mps:2:1: expected a section of MPS, found 'WHAT'");
  EXPECT_EQ(mps_complaint("NAME\nROWS\n X cap\n"),
            "model.mps:3:2: expected N, L, G or E, found 'X'");
  EXPECT_EQ(mps_complaint("NAME\nROWS\n L cap\n L cap\n"),
            "model.mps:4:4: expected a new row, found 'cap' again");
  EXPECT_EQ(mps_complaint("NAME\nROWS\n L cap\nCOLUMNS\n a nope 1\n"),
            "model.mps:5:4: expected a row of ROWS, found 'nope'");
  EXPECT_EQ(mps_complaint("NAME\nROWS\n L cap\nCOLUMNS\n a cap one\n"),
            "model.mps:5:8: expected a number, found 'one'");
  EXPECT_EQ(mps_complaint("NAME\nROWS\n L cap\nCOLUMNS\n a cap 1\n b cap 1\n a cap 2\n"),
            "model.mps:7:2: expected the lines of a column together, found 'a'");
  EXPECT_EQ(mps_complaint("NAME\nROWS\n L cap\nCOLUMNS\n a cap 1\nBOUNDS\n BV B z\nENDATA\n"),
            "model.mps:7:7: expected a column of COLUMNS, found 'z'");
  EXPECT_EQ(mps_complaint("NAME\n data\n"), "model.mps:2:2: expected a section, found 'data'");
}

TEST(MpsReader, KnowsItsOwnFiles) {
  EXPECT_TRUE(looks_like_mps("* comment\nNAME x\n"));
  EXPECT_TRUE(looks_like_mps("ROWS\n"));
  EXPECT_FALSE(looks_like_mps("Maximize\n"));
  EXPECT_FALSE(looks_like_mps(""));
}

}  // namespace
}  // namespace spinsack

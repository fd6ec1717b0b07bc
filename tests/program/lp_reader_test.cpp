// SPDX-License-Identifier: Apache-2.0
#include "program/lp_reader.hpp"

#include "core/error.hpp"
#include "instance/quadratic_program.hpp"
#include "program/evaluate.hpp"
#include "program/format.hpp"
#include "program/reading_support.hpp"
#include "program/small_instances.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace spinsack {
namespace {

using program_test::names_of_columns;
using program_test::same_numbers;

Program read(const std::string& text) { return read_lp({"model.lp", text}); }

std::string complaint(const std::string& text) {
  try {
    static_cast<void>(read(text));
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(LpReader, ReadsEverythingThatAProgramCanHold) {
  const Program program = read(R"(\ a comment
Maximize
 obj: 3 x1 + 2.5 y - z + 7 + [ 4 x1 * y - 2 x1 ^ 2
   + 6 y*z ] / 2
Subject To
 cap: 2 x1 + 3y
   + 4 z <= 5 \ broken over lines
 need: x1 + z >= 1
 x1 - y = 0
 two: 1 <= x1 + y + z <= 2
 clash: y + z <= 1
Bounds
 0 <= x1 <= 1
 z <= 1
Binaries
 x1 y
 z
End
)");
  EXPECT_EQ(names_of_columns(program), (std::vector<std::string>{"x1", "y", "z"}));
  EXPECT_FALSE(program.minimised);
  EXPECT_EQ(program.objective_digits, 1);
  EXPECT_EQ(program.objective_constant, 70);
  EXPECT_EQ(program.columns[0].objective, 30 - 10);
  EXPECT_EQ(program.columns[1].objective, 25);
  EXPECT_EQ(program.columns[2].objective, -10);
  EXPECT_EQ(program.pairs.integer(0, 1), 20);
  EXPECT_EQ(program.pairs.integer(1, 2), 30);
  ASSERT_EQ(program.rows.size(), 6U);
  EXPECT_EQ(program.rows[0].name.word, "cap");
  EXPECT_EQ(program.rows[0].rhs, 5);
  EXPECT_EQ(program.rows[1].sense, RowSense::at_least);
  EXPECT_EQ(program.rows[2].sense, RowSense::equal);
  EXPECT_EQ(program.rows[3].sense, RowSense::at_least);
  EXPECT_EQ(program.rows[4].sense, RowSense::at_most);
  EXPECT_EQ(program.rows[4].rhs, 2);
  EXPECT_EQ(program.rows[5].kind, RowKind::conflict);
  // x1 = y = 1, z = 0: 3 + 2.5 + 7 + 2 - 1
  EXPECT_EQ(evaluate_program(program, Bits{1, 1, 0}), (ProgramValue{135, 0}));
}

TEST(LpReader, RowsNeedNoNamesAndEndWhereTheNextBegins) {
  const Program program =
      read("max\n x\nst\n x + y <= 1 2 x - y >= -1\n 3 >= x + y\n x = 1\nbin\n x y\n");
  ASSERT_EQ(program.rows.size(), 4U);
  EXPECT_EQ(program.rows[0].rhs, 1);
  EXPECT_EQ(program.entries_of(program.rows[1])[0].value, 2);
  EXPECT_EQ(program.rows[1].rhs, -1);
  EXPECT_EQ(program.rows[2].sense, RowSense::at_most);
  EXPECT_EQ(program.rows[3].sense, RowSense::equal);
}

TEST(LpReader, MinimisingIsMaximisingTheOpposite) {
  const Program program = read("min\n 2 a + [ 3 a*b ]\nst\n a + b >= 1\nbinary\n a b\nend");
  EXPECT_TRUE(program.minimised);
  EXPECT_EQ(program.columns[0].objective, -2);
  EXPECT_EQ(program.pairs.integer(0, 1), -3);
}

TEST(LpReader, GroupsAreFoundAgain) {
  const Program program =
      read("max\n a + 2 b + c + d\nst\n g: a + b + c = 1\n h: c + d = 1\nbin\n a b c d\nend");
  EXPECT_EQ(program.groups, (std::vector<Group>{{0, 3}}));
  ASSERT_EQ(program.rows.size(), 1U);
  EXPECT_EQ(program.rows[0].name.word, "h");
}

TEST(LpReader, FixedColumnsAreNumbersAndFixedBitsAreRows) {
  const Program program = read(
      "max\n 2 a + b + 0.5 k\nst\n r: a + b + 3 k <= 8\nbounds\n k = 2\n a = 1\nbinary\n a "
      "b\nend");
  EXPECT_EQ(program.size(), 2);
  EXPECT_EQ(program.objective_constant, 10);
  EXPECT_EQ(program.objective_digits, 1);
  EXPECT_EQ(program.rows[0].rhs, 2);
  EXPECT_EQ(program.rows[1].sense, RowSense::equal);
  EXPECT_EQ(program.rows[1].rhs, 1);
}

TEST(LpReader, WordsAndSignsMayBeWrittenInManyWays) {
  for (const char* const text :
       {"MAXIMISE\nobj:x+y\nSUBJECT TO\nc:x+y<1\nBINARIES\nx y\nEND",
        "maximum\n + x + 1 y\n s.t.\n c: 1 >= x + y\nbin\nx\ny\n",
        "Max x + y\nst c: x + y =< 1\nint x y\n"
        "bounds\n x <= 1\n y <= 1\nEnd",
        "max x + y\nsuch that\n c: - x - y >= -1\ngenerals\n x y\nbounds\n 0 <= x <= 1\n 0 <= y "
        "<= 1\nend\n",
        "max x + y\nsubject to\n c: x\n+ y\n<=\n1\nbinary x y"}) {
    const Program program = read(text);
    EXPECT_EQ(program.rows.size(), 1U) << text;
    EXPECT_EQ(evaluate_program(program, Bits{1, 0}), (ProgramValue{1, 0})) << text;
    EXPECT_FALSE(evaluate_program(program, Bits{1, 1}).feasible()) << text;
  }
}

TEST(LpReader, RefusesWhatItCannotExpressByNameAndLine) {
  const std::string head = "max\n x + y\nst\n c: x + y <= 1\n";
  EXPECT_EQ(complaint(head + "binary\n x\nend"),
            "model.lp:2:6: expected binary columns, found 'y', which is continuous");
  EXPECT_EQ(complaint(head + "bounds\n y <= 3\nbinary\n x\ngeneral\n y\nend"),
            "model.lp:2:6: expected binary columns, found 'y', which is an integer with other "
            "bounds than 0 and 1");
  EXPECT_EQ(complaint(head + "sos2\n s: x:1 y:2\nend"),
            "model.lp:5:1: expected rows, bounds and binary columns, found 'sos2'");
  EXPECT_EQ(complaint(head + "semi-continuous\n x\nend"),
            "model.lp:5:1: expected rows, bounds and binary columns, found 'semi-continuous'");
  EXPECT_EQ(complaint("max\n x\nst\n q: [ x*y ] <= 1\nbin\n x y\nend"),
            "model.lp:4:5: expected a linear row, found '['");
  EXPECT_EQ(complaint("max\n x\nst\n i: x = 1 -> y <= 0\nbin\n x y\nend"),
            "model.lp:4:12: expected a number or the name of a column, found '>'");
}

TEST(LpReader, MalformedTextIsRefusedWhereItBreaks) {
  EXPECT_EQ(complaint(""),
            "model.lp:1:1: expected Maximize or Minimize, found the end of the file");
  EXPECT_EQ(complaint("hello"), "model.lp:1:1: expected Maximize or Minimize, found 'hello'");
  EXPECT_EQ(complaint("max\n x +\nst"),
            "model.lp:3:1: expected a number or the name of a column, found 'st'");
  EXPECT_EQ(complaint("max\n x\nst\n a: x <= y\nbin\n x y\nend"),
            "model.lp:4:10: expected a number, found 'y'");
  EXPECT_EQ(complaint("max\n x\nst\n a: x <= 1\n a: x >= 0\nbin\n x\nend"),
            "model.lp:5:2: expected a new row, found 'a' again");
  EXPECT_EQ(complaint("max\n x\nst\n a: x\n b: x <= 1\nbin\n x\nend"),
            "model.lp:5:2: expected <=, = or >=, found 'b'");
  EXPECT_EQ(complaint("max\n 12345678901234567890 x\nbin\n x\nend"),
            "model.lp:2:2: expected a number with at most 18 digits, found '12345678901234567890'");
  EXPECT_EQ(complaint("max\n x * y\nbin\n x y\nend"),
            "model.lp:2:4: expected products within brackets, [ .. ] / 2,, found '*'");
  EXPECT_EQ(complaint("max\n x\nbin\n x\nend\nmore"),
            "model.lp:6:1: expected nothing after End, found 'more'");
  EXPECT_EQ(complaint("max\n [ x^3 ] / 2\nbin\n x\nend"),
            "model.lp:2:6: expected the exponent 2, found '3'");
  EXPECT_EQ(complaint("max\n x | y\nend"),
            "model.lp:2:4: expected a name, a number, a sign or a relation, found '|'");
  EXPECT_EQ(complaint("max\nend"), "model.lp:1:1: expected at least one binary column, found none");
}

TEST(LpReader, RoundTripsWithTheWriters) {
  for (const QkpInstance& instance : program_test::small_instances()) {
    const Program program = quadratic_program(instance);
    for (const ProgramFormat& format : program_formats()) {
      const std::string text =
          write_string([&](TextWriter& out) { format.write(program, {}, out); });
      EXPECT_TRUE(format.detect(text));
      const Program again = read_program({"again", text});
      EXPECT_TRUE(same_numbers(program, again)) << format.name << " " << instance.name();
      EXPECT_EQ(names_of_columns(again), names_of_columns(program));
      // And once more, to the last character but for the comments.
      Program bare = again;
      bare.notes = program.notes;
      bare.name = program.name;
      bare.minimised = false;
      EXPECT_EQ(write_string([&](TextWriter& out) { format.write(bare, {}, out); }), text);
    }
  }
}

TEST(LpReader, GroupsAndConstantsRoundTrip) {
  Program program;
  program.name = "labels";
  program.objective_constant = -12;
  program.objective_digits = 1;
  for (Index c = 0; c < 5; ++c) program.add_column({.name = {"x", c}, .objective = c - 2});
  program.pairs = SymmetricRowsBuilder(5).finish();
  program.groups = {{0, 2}, {2, 3}};
  for (const ProgramFormat& format : program_formats()) {
    const std::string text = write_string([&](TextWriter& out) { format.write(program, {}, out); });
    const Program again = read_program({"again", text});
    EXPECT_TRUE(same_numbers(program, again)) << text;
    EXPECT_EQ(again.groups, program.groups) << text;
  }
}

// Names that one format takes and the other does not.
TEST(LpReader, NamesThatCannotStandInAFileAreNumbered) {
  const Program program = read_program(
      {"m",
       "NAME m\nROWS\n N cost\n L obj\nCOLUMNS\n x[1] cost 1 obj 2\n end obj 3\nRHS\n R obj "
       "4\nBOUNDS\n BV B x[1]\n BV B end\nENDATA\n"});
  EXPECT_EQ(names_of_columns(program), (std::vector<std::string>{"x[1]", "end"}));
  for (const ProgramFormat& format : program_formats()) {
    const std::string text = write_string([&](TextWriter& out) { format.write(program, {}, out); });
    const Program again = read_program({"again", text});
    EXPECT_TRUE(same_numbers(program, again)) << text;
    const std::vector<std::string> numbered{"x_0", "x_1"};
    EXPECT_EQ(names_of_columns(again), format.name == "lp" ? numbered : names_of_columns(program));
  }
}

}  // namespace
}  // namespace spinsack

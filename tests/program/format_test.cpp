// SPDX-License-Identifier: Apache-2.0
// What holds for every format and every form together.
#include "program/format.hpp"

#include "core/catalog.hpp"
#include "formulation/linearise.hpp"
#include "program/small_instances.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace spinsack {
namespace {

std::string written(const ProgramFormat& format, const Program& program) {
  const std::vector<std::string> notes{"written by a test"};
  return write_string([&](TextWriter& out) { format.write(program, notes, out); });
}

TEST(ProgramFormat, LinesAreShortAndCleanForAnInstanceOfPublishedSize) {
  const QkpInstance instance = program_test::make_instance(
      {.name = "jeu_100_75", .items = 100, .low = 1, .high = 100, .density = 0.75}, 1);
  for (const ProgramFormat& format : program_formats())
    for (const Linearisation& form : linearisations()) {
      const std::string text = written(format, form.build(instance));
      ASSERT_FALSE(text.empty());
      EXPECT_EQ(text.back(), '\n');
      std::istringstream lines(text);
      std::size_t longest = 0;
      for (std::string line; std::getline(lines, line);) {
        longest = std::max(longest, line.size());
        ASSERT_FALSE(line.empty() || line.back() == ' ') << format.name << " " << form.name;
      }
      EXPECT_LE(longest, 254u) << format.name << " " << form.name;
      EXPECT_EQ(text.find('\t'), std::string::npos);
    }
}

TEST(ProgramFormat, LargestNumbersAndIndicesStillFitALine) {
  Program program;
  const std::int64_t huge = sum_limit;
  program.objective_digits = 18;
  for (const Index i : {max_variables - 2, max_variables - 1})
    program.add_column({.name = {"x", i}, .objective = -huge});
  program.add_column({.name = {"y", max_variables - 2, max_variables - 1},
                      .kind = ColumnKind::continuous,
                      .objective = huge,
                      .lower = -huge,
                      .upper = huge,
                      .bound_digits = 18});
  program.add_row({"partners", max_variables - 2, max_variables - 1}, RowSense::at_most, -huge, 18);
  for (Index c = 0; c < 3; ++c) program.add_entry(c, -huge);
  SymmetricRowsBuilder pairs(2);
  pairs.add(0, 1, -huge);
  program.pairs = std::move(pairs).finish();
  for (const ProgramFormat& format : program_formats()) {
    std::istringstream lines(written(format, program));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 254u) << line;
  }
}

TEST(ProgramFormat, AHostileNameStaysInsideComments) {
  using namespace std::string_literals;
  const std::string hostile = "evil\nEnd\r\nENDATA\n\x1b]0;\x07 \\ * \"quote\" \xc3\xb6 \0 end"s;
  for (const ProgramFormat& format : program_formats())
    for (const Linearisation& form : linearisations()) {
      const std::string plain = written(format, form.build(program_test::hand_sized("plain")));
      const std::string odd = written(format, form.build(program_test::hand_sized(hostile)));
      // Comments and the NAME line aside, the name leaves no trace.
      const auto body = [](const std::string& text) {
        std::istringstream lines(text);
        std::string rest;
        for (std::string line; std::getline(lines, line);) {
          for (const char c : line) EXPECT_GE(static_cast<unsigned char>(c), 0x20) << line;
          if (line[0] != '\\' && line[0] != '*' && line.substr(0, 5) != "NAME ")
            rest += line + '\n';
        }
        return rest;
      };
      EXPECT_EQ(body(odd), body(plain)) << format.name << " " << form.name;
    }
}

TEST(ProgramFormat, CatalogIsComplete) {
  EXPECT_EQ(names_of(program_formats()), (std::vector<std::string_view>{"lp", "mps"}));
  for (const ProgramFormat& format : program_formats()) {
    EXPECT_FALSE(format.help.empty());
    EXPECT_EQ(format.extension[0], '.');
  }
}

}  // namespace
}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "qubo/mtx_format.hpp"

#include "qubo/form_support.hpp"

#include <gtest/gtest.h>

namespace spinsack::test {
namespace {

const std::string banner = "%%MatrixMarket matrix coordinate real symmetric\n";

QuadraticForm read_mtx(std::string text) { return read_text("mtx", std::move(text)); }

TEST(MtxFormat, AnEntryOffTheDiagonalCountsTwice) {
  // x'Qx with Q = [[3, 2], [2, 0]] at (1, 1): 3 + 2 + 2.
  const QuadraticForm form = read_mtx(banner + "2 2 2\n1 1 3\n2 1 2\n");
  EXPECT_TRUE(same_form(form, make_form(Vartype::binary, 0, {3, 0}, {{0, 1, 4}})));
  EXPECT_EQ(value_of(form, Bits{1, 1}), 7);
}

TEST(MtxFormat, UnlessACommentSaysOnce) {
  EXPECT_TRUE(same_form(read_mtx(banner + "%count=once\n2 2 1\n2 1 2\n"),
                        make_form(Vartype::binary, 0, {0, 0}, {{0, 1, 2}})));
  EXPECT_TRUE(same_form(read_mtx(banner + "% count=twice\n%constant=1.5\n2 2 1\n2 1 2\n"),
                        make_form(Vartype::binary, 1.5, {0, 0}, {{0, 1, 4}})));
}

TEST(MtxFormat, BothTrianglesOfAGeneralMatrixAreSummed) {
  const QuadraticForm form = read_mtx(
      "%%MatrixMarket MATRIX Coordinate Integer General\n% a note\n\n2 2 3\n1 1 3\n1 2 4\n2 1 5\n");
  EXPECT_TRUE(same_form(form, make_form(Vartype::binary, 0, {3, 0}, {{0, 1, 9}})));
  EXPECT_EQ(form.repeated_terms, 0);
}

TEST(MtxFormat, WritesTheLowerTriangleColumnByColumn) {
  const QuadraticForm form =
      make_form(Vartype::binary, -2.5, {1, 0, -3}, {{0, 1, 1}, {0, 2, -4}, {1, 2, 0.5}});
  EXPECT_EQ(written("mtx", form, {"a note"}),
            banner +
                "% count=twice\n% a note\n% constant=-2.5\n3 3 5\n1 1 1\n2 1 0.5\n3 1 -2\n"
                "3 2 0.25\n3 3 -3\n");
}

TEST(MtxFormat, NotesAreNotReadBack) {
  const QuadraticForm form = make_form(Vartype::binary, 0, {1}, {});
  EXPECT_TRUE(same_form(read_mtx(written("mtx", form, {"count=once", "constant=3"})), form));
}

}  // namespace
}  // namespace spinsack::test

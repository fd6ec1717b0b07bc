// SPDX-License-Identifier: Apache-2.0
#include "sampler/machine_facts.hpp"

#include "support/dense_ising.hpp"
#include "support/sparse_ising.hpp"

#include <gtest/gtest.h>

namespace spinsack {
namespace {

using test::Couplings;

TEST(MachineFacts, SayWhichNumbersLanesHave) {
  const auto facts_of = [](Couplings kind) {
    return machine_facts(test::sparse_ising(kind, 100, 2));
  };
  for (const Couplings kind : test::all_couplings) {
    EXPECT_EQ(facts_of(kind).kernel, "lanes");
    EXPECT_EQ(facts_of(kind).automatic, "64 anneals per read, crossed");
  }
  EXPECT_EQ(facts_of(Couplings::signs).number, "int8");
  EXPECT_EQ(facts_of(Couplings::words).number, "int16");
  EXPECT_EQ(facts_of(Couplings::long_words).number, "int32");
  EXPECT_EQ(facts_of(Couplings::reals).number, "fixed point");
}

TEST(MachineFacts, SayWhichRowsDenseModelsHave) {
  Rng rng(4);
  const MachineFacts signs = machine_facts(QuboModel(test::dense_ising(rng, 60)));
  EXPECT_EQ(signs.kernel, "groups");
  EXPECT_EQ(signs.number, "1 bit");
  EXPECT_EQ(signs.penalties, 0);
  EXPECT_EQ(signs.automatic, "anneals and parallel tempering in turn");
  const MachineFacts large = machine_facts(QuboModel(test::dense_ising(rng, 600)));
  EXPECT_EQ(large.automatic, "anneals");
  const QuboModel sparse = test::sparse_ising(Couplings::signs, 100, 2);
  const MachineFacts squares = machine_facts(QuboModel(
      sparse.objective(), 100, {SquaredTerm::of_all(1, std::vector<double>(100, 1), -3)}));
  EXPECT_EQ(squares.kernel, "groups");
  EXPECT_EQ(squares.penalties, 1);
}

}  // namespace
}  // namespace spinsack

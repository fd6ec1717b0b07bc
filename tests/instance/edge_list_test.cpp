// SPDX-License-Identifier: Apache-2.0
#include "instance/edge_list.hpp"

#include "core/error.hpp"
#include "core/text_reader.hpp"
#include "instance/arbitrary.hpp"
#include "instance/format.hpp"
#include "support/property.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace spinsack::test {
namespace {

const std::string edges = "3 4 int\n0 0 10\n2 2 30\n0 1 5\n2 1 7\n";

std::vector<QkpInstance> read_all(std::string text) {
  return read_instances({"folder/team.txt.gz", std::move(text)});
}

std::string edge_list_error(std::string text) {
  try {
    (void)read_instances({"f", std::move(text)});
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(EdgeList, ReadsProfitsPairsWeightsAndCapacity) {
  const auto instances = read_all(edges + "1 2 3\n4\n");
  ASSERT_EQ(instances.size(), 1U);
  const QkpInstance& instance = instances.front();
  EXPECT_EQ(instance.name(), "team");
  EXPECT_TRUE(std::ranges::equal(instance.profits(), std::vector<Profit>{10, 0, 30}));
  EXPECT_TRUE(std::ranges::equal(instance.weights(), std::vector<Weight>{1, 2, 3}));
  EXPECT_EQ(instance.pair_profits().pairs(), 2);
  EXPECT_EQ(instance.pair_profits().integer(0, 1), 5);
  EXPECT_EQ(instance.pair_profits().integer(1, 2), 7);
  EXPECT_EQ(instance.capacity(), 4);
}

TEST(EdgeList, SeveralCapacitiesMakeSeveralInstances) {
  const auto instances = read_all(edges + "1 2 3\n0 4 100 \n");
  ASSERT_EQ(instances.size(), 3U);
  const std::vector<Weight> capacities{0, 4, 100};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(instances[k].name(), fmt::format("team#{}", k + 1));
    EXPECT_EQ(instances[k].capacity(), capacities[k]);
    EXPECT_EQ(instances[k].pair_profits(), instances[0].pair_profits());
  }
}

TEST(EdgeList, AcceptsBlankLinesTabsAndCarriageReturns) {
  const auto instances = read_all(
      "\r\n 3 4\tint \r\n0 0 10\r\n\r\n2 2 30\r\n0\t1 5\r\n2 1 7\r\n1 2 3\r\n\r\n4 5\r\n\r\n");
  ASSERT_EQ(instances.size(), 2U);
  EXPECT_EQ(instances[1].capacity(), 5);
}

TEST(EdgeList, DecimalsAreScaledExactlyWhateverTheHeaderSays) {
  for (const std::string kind : {"int", "float"}) {
    const auto instances = read_all("2 2 " + kind + "\n0 1 0.5\n1 1 3\n1.25 2\n2 3.125\n");
    ASSERT_EQ(instances.size(), 2U);
    EXPECT_EQ(instances[0].profit_digits(), 1);
    EXPECT_EQ(instances[0].pair_profits().integer(0, 1), 5);
    EXPECT_EQ(instances[0].profits()[1], 30);
    EXPECT_EQ(instances[0].weight_digits(), 3);
    EXPECT_EQ(instances[0].weights()[0], 1250);
    EXPECT_EQ(instances[0].capacity(), 2000);
    EXPECT_EQ(instances[1].capacity(), 3125);
  }
  EXPECT_EQ(read_all("2 1 float\n0 1 5.0\n1.0 2\n2\n").front().profit_digits(), 0);
  EXPECT_EQ(edge_list_error("2 2 float\n0 0 1e18\n0 1 0.5\n1 2\n2\n"),
            "f:3:5: cannot scale the numbers to integers exactly: times 10^1 they do not fit 64 "
            "bits; round "
            "them first");
}

TEST(EdgeList, SmallAndEmptyInstancesAreFine) {
  EXPECT_EQ(read_all("1 0 int\n5\n3\n").front().size(), 1);
  EXPECT_EQ(read_all("1 1 int\n0 0 -9\n5\n3\n").front().profits()[0], -9);
  EXPECT_EQ(read_all("4 0 int\n1 1 1 1\n0\n").front().pair_profits().pairs(), 0);
  EXPECT_EQ(edge_list_error("0 0 int\n\n5\n"),
            "f:1:1: expected the number of items in 1..10000000, found 0");
}

TEST(EdgeList, MistakesAreNamedWithTheirPlace) {
  EXPECT_EQ(edge_list_error("3 7 int\n"), "f:1:3: expected the number of profits in 0..6, found 7");
  EXPECT_EQ(edge_list_error("3 -1 int\n"),
            "f:1:3: expected the number of profits in 0..6, found -1");
  EXPECT_EQ(edge_list_error("3 1 int\n0 3 5\n1 2 3\n4\n"),
            "f:2:3: expected an item in 0..2, found 3");
  EXPECT_EQ(edge_list_error("3 1 int\n-1 2 5\n1 2 3\n4\n"),
            "f:2:1: expected an item in 0..2, found -1");
  EXPECT_EQ(edge_list_error("3 1 int\n0 2 five\n1 2 3\n4\n"),
            "f:2:5: expected a profit, found 'five'");
  EXPECT_EQ(edge_list_error("3 2 int\n0 2 5\n2 0 6\n1 2 3\n4\n"),
            "f:3:1: expected each pair once, found items 0 and 2 again");
  EXPECT_EQ(edge_list_error("3 3 int\n1 1 5\n0 1 1\n1 1 5\n1 2 3\n4\n"),
            "f:4:1: expected each pair once, found items 1 and 1 again");
  // Neither the first capacity nor a profit may pass for a weight, nor an item for a profit.
  EXPECT_EQ(edge_list_error(edges + "1 2\n3 4\n"),
            "f:6:4: expected 3 weights, found the end of the line");
  EXPECT_EQ(edge_list_error(edges + "1 2 3 4\n5\n"),
            "f:6:7: expected the end of the line after 3 weights, found '4'");
  EXPECT_EQ(edge_list_error("3 2 int\n0 1\n1 2 6\n1 2 3\n4\n"),
            "f:2:4: expected a profit, found the end of the line");
  EXPECT_EQ(edge_list_error("3 2 int\n0 1 5 6\n1 2 6\n1 2 3\n4\n"),
            "f:2:7: expected the end of the line after a profit, found '6'");
  EXPECT_EQ(edge_list_error("3 1 double\n0 1 5\n1 2 3\n4\n"),
            "f:1:5: expected 'int' or 'float', found 'double'");
  EXPECT_EQ(edge_list_error(edges + "1 2 3\n4\n5\n"),
            "f:8:1: expected the end of the file after the line of capacities, found '5'");
  EXPECT_EQ(edge_list_error(edges + "1 2 3\nx\n"), "f:7:1: expected a capacity, found 'x'");
  EXPECT_EQ(edge_list_error(edges + "1 0 3\n4\n"), "f: weight[1] = 0, must be >= 1");
  EXPECT_EQ(edge_list_error(edges + "1 2 3\n4 -4\n"), "f: f#2: capacity = -4, must be >= 0");
}

TEST(EdgeList, TruncationAtEveryTokenIsNoticedAtTheEnd) {
  const std::string whole = edges + "1 2 3\n4 5\n";
  const std::size_t first_capacity = whole.find("\n4 5") + 2;
  for (std::size_t cut = 1; cut < whole.size(); ++cut) {
    const bool starts_token = is_blank(whole[cut - 1]) && !is_blank(whole[cut]);
    const bool ends_token = !is_blank(whole[cut - 1]) && is_blank(whole[cut]);
    if (!starts_token && !ends_token) continue;
    const std::string text = whole.substr(0, cut);
    // With at least one capacity the text is a whole file: nothing says how many there should be.
    if (cut >= first_capacity) {
      EXPECT_EQ(read_all(text).front().capacity(), 4);
      continue;
    }
    const auto lines = std::ranges::count(text, '\n') + 1;
    const std::size_t column = text.size() - (text.rfind('\n') + 1) + 1;
    const std::string message = edge_list_error(text);
    EXPECT_TRUE(message.starts_with(fmt::format("f:{}:{}: expected ", lines, column)))
        << text << "\n"
        << message;
    EXPECT_TRUE(message.ends_with("found the end of the file")) << message;
  }
}

TEST(EdgeList, WritesWhatItReads) {
  const std::string sorted = "3 4 int\n0 0 10\n0 1 5\n1 2 7\n2 2 30\n1 2 3\n4 5\n";
  const auto instances = read_all(edges + "1 2 3\n4 5\n");
  EXPECT_EQ(write_string([&](TextWriter& out) { write_edge_list(instances, out); }), sorted);
}

TEST(EdgeList, WritesOnlyInstancesThatDifferInCapacity) {
  const auto a = read_all(edges + "1 2 3\n4\n");
  const auto b = read_all(edges + "1 2 4\n4\n");
  const std::vector<QkpInstance> both{a.front(), b.front()};
  EXPECT_THROW((void)write_string([&](TextWriter& out) { write_edge_list(both, out); }),
               UsageError);
  EXPECT_THROW((void)write_string([&](TextWriter& out) { write_edge_list({}, out); }), UsageError);
}

TEST(EdgeList, WrittenInstancesReadBackEqual) {
  EXPECT_TRUE(always("read(write(x)) == x", [] {
    const QkpInstance instance = test::arbitrary_instance("f");
    const std::string text = write_string([&](TextWriter& out) {
      write_edge_list({&instance, 1}, out);
    });
    const auto again = read_instances({"f", text});
    must(again.size() == 1U);
    must(again.front().name() == "f");
    must(test::same_numbers(again.front(), instance));
  }));
}

// Both the sparse and the dense way of reading, with zeros, decimals that come late and either order of items.
TEST(EdgeList, ReadsSparseAndDenseAlike) {
  for (const int n : {5, 100}) {
    std::string weights;
    for (int i = 0; i < n; ++i) weights += i > 0 ? " 1" : "1";
    const QkpInstance instance =
        read_all(
            fmt::format("{} 5 float\n4 0 3\n2 2 -7\n1 3 0\n3 4 0.25\n0 1 -1\n{}\n4\n", n, weights))
            .front();
    EXPECT_EQ(instance.profit_digits(), 2);
    EXPECT_EQ(instance.pair_profits().dense(), n == 5);
    EXPECT_EQ(instance.pair_profits().pairs(), 3);
    EXPECT_EQ(instance.pair_profits().integer(0, 4), 300);
    EXPECT_EQ(instance.pair_profits().integer(4, 3), 25);
    EXPECT_EQ(instance.pair_profits().integer(0, 1), -100);
    EXPECT_EQ(instance.profits()[2], -700);
    for (const char* const twice : {"1 3 0\n3 1 5", "2 2 0\n2 2 0", "0 1 2\n1 0 2"})
      EXPECT_EQ(edge_list_error(fmt::format("{} 3 int\n0 4 1\n{}\n{}\n4\n", n, twice, weights))
                    .substr(0, 30),
                "f:4:1: expected each pair once");
  }
}

TEST(EdgeList, RefusesNumbersThatDoNotFitTheScaleOfALaterOne) {
  const std::string error =
      edge_list_error("2 2 float\n0 0 900000000000000000\n1 1 0.05\n1 1\n1\n");
  EXPECT_EQ(error.substr(0, 40), "f:3:5: cannot scale the numbers to integ");
}

}  // namespace
}  // namespace spinsack::test

// SPDX-License-Identifier: Apache-2.0
#include "instance/format.hpp"

#include "core/error.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace spinsack {
namespace {

const std::string billionnet = "name\n2\n1 2\n3\n\n0\n5\n4 6\n";
const std::string two_items = "2 1 int\n0 1 3\n4 6\n5\n";

std::string format_error(std::string text, const std::string& format = "auto") {
  try {
    (void)read_instances({"f", std::move(text)}, {.format = format});
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(InstanceFormat, NamesAreDistinctAndExplained) {
  std::set<std::string_view> names;
  for (const InstanceFormat& format : instance_formats()) {
    names.insert(format.name);
    EXPECT_FALSE(format.help.empty());
  }
  EXPECT_EQ(names.size(), instance_formats().size());
  EXPECT_FALSE(names.contains("auto"));
}

TEST(InstanceFormat, IsDetectedFromTheContent) {
  EXPECT_EQ(read_instances({"f.edges", billionnet}).front().name(), "name");
  EXPECT_EQ(read_instances({"f.txt", two_items}).front().name(), "f");
  EXPECT_EQ(read_instances({"f", R"({"capacity":1,"items":[{"weight":1,"profit":1}]})"}).size(),
            1U);
  EXPECT_EQ(read_instances({"f", "capacity;1\nprofit;weight\n1;1\n"}).size(), 1U);
}

TEST(InstanceFormat, EveryFormatDetectsWhatItWrites) {
  const QkpInstance instance = std::move(read_instances({"f", billionnet}).front());
  for (const InstanceFormat& format : instance_formats()) {
    const std::string text = write_string([&](TextWriter& out) {
      format.write({&instance, 1}, out);
    });
    EXPECT_TRUE(format.detect(text)) << format.name;
    for (const InstanceFormat& other : instance_formats()) {
      if (&other == &format) break;
      EXPECT_FALSE(other.detect(text)) << other.name << " claims " << format.name;
    }
  }
}

TEST(InstanceFormat, CanBeForced) {
  EXPECT_EQ(read_instances({"f", two_items}, {.format = "edges"}).size(), 1U);
  EXPECT_EQ(format_error(two_items, "billionnet"),
            "f:2:1: expected the number of items in 1..10000000, found 0");
  EXPECT_EQ(format_error(billionnet, "edges"), "f:1:1: expected the number of items, found 'name'");
  EXPECT_EQ(format_error(billionnet, "edge"),
            "unknown instance format 'edge'; did you mean 'edges'? known: edges, json, csv, "
            "billionnet");
}

TEST(InstanceFormat, ATextThatIsNoInstanceIsRefusedWhereItGoesWrong) {
  EXPECT_EQ(format_error(""), "f:1:1: expected an instance, found an empty file");
  EXPECT_EQ(format_error(" \n\t\n"), "f:1:1: expected an instance, found an empty file");
  EXPECT_EQ(format_error("hello"),
            "f:1:6: expected the number of items, found the end of the file");
  EXPECT_EQ(format_error("hello\nworld\n"), "f:2:1: expected the number of items, found 'world'");
  EXPECT_EQ(format_error("{\"a\": 1}\n"),
            "f:1:2: unknown field 'a'; known: name, capacity, items, pairs");
  EXPECT_EQ(format_error("\x7f"
                         "ELF\x02\x01\x01"),
            "f:1:1: expected a name or the number of items, found '\\x7fELF\\x02\\x01\\x01'");
}

TEST(InstanceFormat, AnotherCapacityKeepsTheItems) {
  const QkpInstance instance = read_instances({"f", two_items}, {.capacity = Decimal{125, 2}})[0];
  EXPECT_EQ(instance.weight_text(instance.capacity()), "1.25");
  EXPECT_EQ(instance.weight_text(instance.weights()[1]), "6");
  EXPECT_EQ(instance.pair_profits().integer(0, 1), 3);
  const QkpInstance heavy = read_instances({"f", "1 0 int\n60\n5\n"})[0];
  EXPECT_THROW((void)with_capacity(heavy, Decimal{1, 18}), UsageError);  // 60 times 10^18
}

TEST(InstanceFormat, NamesComeFromThePathWithoutFolderAndEnding) {
  EXPECT_EQ(name_from_path("a/b/jeu_100_25_1.txt"), "jeu_100_25_1");
  EXPECT_EQ(name_from_path("x.txt.gz"), "x");
  EXPECT_EQ(name_from_path("x.gz"), "x");
  EXPECT_EQ(name_from_path("plain"), "plain");
  EXPECT_EQ(name_from_path("standard input"), "standard input");
  EXPECT_EQ(name_from_path("v1.2.txt.xz"), "v1.2");
}

}  // namespace
}  // namespace spinsack

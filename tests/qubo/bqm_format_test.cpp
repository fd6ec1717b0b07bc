// SPDX-License-Identifier: Apache-2.0
#include "qubo/bqm_format.hpp"

#include "qubo/form_support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>

namespace spinsack::test {
namespace {

QuadraticForm read_bqm(std::string text) { return read_text("bqm", std::move(text)); }

template <class T>
std::string bytes_of(T value) {
  std::string bytes(sizeof(T), '\0');
  std::memcpy(bytes.data(), &value, sizeof(T));  // test machines are little-endian
  return bytes;
}

std::string preamble(char major, std::string json) {
  json += '\n';
  while ((14 + json.size()) % 64 != 0) json += ' ';
  return std::string("DIMODBQM") + major + '\0' +
         bytes_of(static_cast<std::uint32_t>(json.size())) + json;
}

std::string header(std::string_view dtype, std::string_view itype, std::string_view shape,
                   std::string_view variables, std::string_view vartype = "BINARY") {
  return fmt::format(R"({{"dtype": "{}", "itype": "{}", "ntype": "{}", "shape": {}, )"
                     R"("type": "BinaryQuadraticModel", "variables": {}, "vartype": "{}"}})",
                     dtype, itype, itype, shape, variables, vartype);
}

// x0 x1 -1, labels x and y: the example of D-Wave's documentation.
template <class Bias, class Number>
std::string two_variables() {
  return bytes_of(Bias{0.5}) + bytes_of(Number{0}) + bytes_of(Bias{2}) + bytes_of(Number{1}) +
         bytes_of(Bias{-3}) + bytes_of(Number{1}) + bytes_of(Bias{-1}) + bytes_of(Number{0}) +
         bytes_of(Bias{-1});
}

std::string labels(std::string json) {
  while ((8 + json.size()) % 64 != 0) json += ' ';
  return "VARS" + bytes_of(static_cast<std::uint32_t>(json.size())) + json;
}

const QuadraticForm expected = make_form(Vartype::binary, 0.5, {2, -3}, {{0, 1, -1}});

TEST(BqmFormat, ReadsVersionTwo) {
  EXPECT_TRUE(same_form(read_bqm(preamble('\2', header("float64", "int32", "[2, 1]", "false")) +
                                 two_variables<double, std::int32_t>()),
                        expected));
}

TEST(BqmFormat, ReadsVersionTwoWithLabels) {
  EXPECT_TRUE(
      same_form(read_bqm(preamble('\2', header("float64", "int32", "[2, 1]", "true")) +
                         two_variables<double, std::int32_t>() + labels(R"(["x", ["y", 1]])")),
                expected));
}

TEST(BqmFormat, ReadsVersionOneWithLabelsInTheHeader) {
  EXPECT_TRUE(
      same_form(read_bqm(preamble('\1', header("float64", "int32", "[2, 1]", R"(["x", "y"])")) +
                         two_variables<double, std::int32_t>()),
                expected));
}

TEST(BqmFormat, ReadsEveryTypeThatTheHeaderCanName) {
  EXPECT_TRUE(same_form(read_bqm(preamble('\2', header("float32", "int32", "[2, 1]", "false")) +
                                 two_variables<float, std::int32_t>()),
                        expected));
  EXPECT_TRUE(same_form(read_bqm(preamble('\2', header("float32", "int64", "[2, 1]", "false")) +
                                 two_variables<float, std::int64_t>()),
                        expected));
  EXPECT_TRUE(same_form(read_bqm(preamble('\2', header("float64", "int64", "[2, 1]", "false")) +
                                 two_variables<double, std::int64_t>()),
                        expected));
  EXPECT_TRUE(same_form(read_bqm(preamble('\2', header("float64", "uint32", "[2, 1]", "false")) +
                                 two_variables<double, std::uint32_t>()),
                        expected));
  EXPECT_TRUE(same_form(read_bqm(preamble('\2', header("float64", "uint64", "[2, 1]", "false")) +
                                 two_variables<double, std::uint64_t>()),
                        expected));
}

TEST(BqmFormat, ReadsSpins) {
  EXPECT_EQ(read_bqm(preamble('\2', header("float64", "int32", "[2, 1]", "false", "SPIN")) +
                     two_variables<double, std::int32_t>())
                .vartype,
            Vartype::spin);
}

TEST(BqmFormat, NumbersVariablesByLabelsThatAreNumbers) {
  const QuadraticForm swapped = make_form(Vartype::binary, 0.5, {-3, 2}, {{0, 1, -1}});
  const std::string two = preamble('\2', header("float64", "int32", "[2, 1]", "true")) +
                          two_variables<double, std::int32_t>();
  EXPECT_TRUE(same_form(read_bqm(two + labels("[1, 0]")), swapped));
  EXPECT_TRUE(same_form(read_bqm(two + labels("[1, 2]")), expected));
  EXPECT_TRUE(same_form(read_bqm(two + labels("[1, 1]")), expected));
  // The others are lost, which whoever asks can know.
  const auto lost = [&](const std::string& section) {
    return bqm_drops_labels(InputFile{.name = "file", .text = two + section});
  };
  EXPECT_FALSE(lost(labels("[1, 0]")));
  EXPECT_TRUE(lost(labels("[1, 2]")));
  EXPECT_TRUE(lost(labels(R"(["x", "y"])")));
  EXPECT_TRUE(same_form(read_bqm(preamble('\1', header("float64", "int32", "[2, 1]", "[1, 0]")) +
                                 two_variables<double, std::int32_t>()),
                        swapped));
}

TEST(BqmFormat, WritesTheVersionThatDimodWritesToday) {
  const std::string text = written("bqm", expected);
  const std::size_t length = static_cast<unsigned char>(text[10]);
  EXPECT_EQ(text.substr(0, 10), std::string("DIMODBQM\2\0", 10));
  EXPECT_EQ((14 + length) % 64, 0U);
  const std::string json = text.substr(14, length);
  EXPECT_EQ(json.substr(0, json.find_last_not_of(' ') + 1),
            R"({"dtype":"float64","itype":"int32","ntype":"int32","shape":[2,1],)"
            R"("type":"BinaryQuadraticModel","variables":false,"vartype":"BINARY"})"
            "\n");
  EXPECT_EQ(text.substr(14 + length), (two_variables<double, std::int32_t>()));
}

TEST(BqmFormat, PutsNotesIntoTheHeaderInAscii) {
  const std::string text = written("bqm", expected, {"made by a t\xc3\xa9st", "\xff"});
  const auto json = nlohmann::json::parse(text.substr(14, static_cast<unsigned char>(text[10])));
  EXPECT_EQ(json["notes"], nlohmann::json({"made by a t\xc3\xa9st", "\ufffd"}));
  for (const char c : text.substr(14, static_cast<unsigned char>(text[10]))) EXPECT_GE(c, 0);
  EXPECT_TRUE(same_form(read_bqm(text), expected));
}

// Each broken file differs from a good one in one place.
TEST(BqmFormat, NamesTheByteThatIsWrong) {
  const auto message = [](const std::string& text) { return message_of([&] { read_bqm(text); }); };
  const std::string good = written("bqm", expected);
  const std::size_t data = 14 + std::size_t{static_cast<unsigned char>(good[10])};
  const auto changed = [&](std::size_t offset, const std::string& bytes) {
    return std::string(good).replace(offset, bytes.size(), bytes);
  };
  EXPECT_EQ(message(changed(0, "X")), "file: byte 0: expected 'DIMODBQM'");
  EXPECT_EQ(message(changed(8, "\3")), "file: byte 8: expected version 1.0 or 2.0, found 3.0");
  EXPECT_EQ(message(changed(14, "[")),
            "file: byte 22: expected the header in JSON, found a syntax error");
  EXPECT_EQ(
      message(changed(data, bytes_of(std::nan("")))),
      fmt::format("file: byte {}: expected the offset of at most 1e+290 in magnitude, found nan",
                  data));
  EXPECT_EQ(
      message(changed(data + 8, bytes_of(1))),
      fmt::format("file: byte {}: expected starts of neighbourhoods that ascend from 0", data + 8));
  EXPECT_EQ(message(changed(data + 20, bytes_of(-1))),
            fmt::format("file: byte {}: expected the start of a neighbourhood in 0..2, found a "
                        "negative number",
                        data + 20));
  EXPECT_EQ(message(changed(data + 32, bytes_of(2))),
            fmt::format("file: byte {}: expected a neighbour in 0..1, found 2", data + 32));
  EXPECT_EQ(
      message(changed(data + 32, bytes_of(0))),
      fmt::format("file: byte {}: expected the neighbours of variable 0 in ascending order and "
                  "without itself, found 0",
                  data + 32));
  EXPECT_EQ(message(changed(data + 36, bytes_of(-2.0))),
            fmt::format("file: byte {}: expected one bias for variables 0 and 1, found a different "
                        "one in each row",
                        data + 44));
  EXPECT_EQ(message(changed(data + 48, bytes_of(0.0))),
            fmt::format("file: byte {}: expected one bias for variables 0 and 1, found a different "
                        "one in each row",
                        data + 44));
  EXPECT_EQ(message(good + " "),
            fmt::format("file: byte {}: expected the end of the file", good.size()));
  EXPECT_EQ(message(good.substr(0, good.size() - 1)),
            fmt::format("file: byte {}: expected 56 bytes of biases, found 55 bytes before the end "
                        "of the file",
                        data));
}

TEST(BqmFormat, ChecksTheHeaderBeforeItBelievesIt) {
  const auto message = [](const std::string& json) {
    return message_of([&] { read_bqm(preamble('\2', json)); });
  };
  EXPECT_EQ(message("[]"), "file: byte 14: expected dtype float64 or float32 in the header");
  EXPECT_EQ(message(header("float16", "int32", "[2, 1]", "false")),
            "file: byte 14: expected dtype float64 or float32 in the header");
  EXPECT_EQ(message(header("float64", "float64", "[2, 1]", "false")),
            "file: byte 14: expected itype int32, int64, uint32 or uint64 in the header");
  EXPECT_EQ(message(header("float64", "int32", "[2]", "false")),
            "file: byte 14: expected shape [variables, interactions] in the header");
  EXPECT_EQ(message(header("float64", "int32", "[10000001, 0]", "false")),
            "file: byte 14: expected 1..10000000 variables in the header");
  EXPECT_EQ(message(header("float64", "int32", "[3, 4]", "false")),
            "file: byte 14: expected at most 3 interactions of 3 variables in the header");
  EXPECT_EQ(
      message(header("float64", "int32", "[10000000, 49999995000000]", "false")),
      "file: byte 192: expected 1200000000000008 bytes of biases, found 0 bytes before the end "
      "of the file");
  EXPECT_EQ(message(header("float64", "int32", "[2, 1]", "[0, 1]")),
            "file: byte 14: expected variables, true or false, in the header");
  EXPECT_EQ(message(header("float64", "int32", "[2, 1]", "false", "INTEGER")),
            "file: byte 14: expected vartype SPIN or BINARY in the header");
}

TEST(BqmFormat, ChecksTheLabels) {
  const auto message = [](const std::string& section) {
    return message_of([&] {
      read_bqm(preamble('\2', header("float64", "int32", "[2, 1]", "true")) +
               two_variables<double, std::int32_t>() + section);
    });
  };
  EXPECT_EQ(
      message(""),
      "file: byte 248: expected the section 'VARS' (4 bytes), found 0 bytes before the end of "
      "the file");
  EXPECT_EQ(message("LABL    "), "file: byte 248: expected the section 'VARS'");
  EXPECT_EQ(message(labels("[0, 1, 2]")), "file: byte 248: expected a list of 2 labels");
  EXPECT_EQ(message(labels("[0, 1")),
            "file: byte 312: expected the list of labels in JSON, found a syntax error");
  EXPECT_EQ(message(labels("[0, 1]") + "x"), "file: byte 312: expected the end of the file");
}

}  // namespace
}  // namespace spinsack::test

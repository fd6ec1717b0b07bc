// SPDX-License-Identifier: Apache-2.0
#include "record/record.hpp"

#include "record/hex_bits.hpp"
#include "record/random_record.hpp"
#include "study/study_support.hpp"
#include "support/random_instance.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <zlib.h>

namespace spinsack::test {
namespace {

using testing::HasSubstr;

CellRecord some_record() {
  CellRecord record;
  record.cell = "0123456789abcdef";
  record.study = "s";
  record.form = "full";
  record.instance.name = "i";
  record.instance.n = 3;
  record.method = "sa";
  record.label = "SA";
  record.parameters = {{"sweeps", "10"}, {"lambda", "2^-3"}};
  record.lambda = 0.125;
  record.seed = 7;
  RunRecord run;
  run.bits = "a";
  run.stopped_by = "work";
  run.variants = {{"SA", 35, 5, true, 0, 0}};
  run.trace = {{0.5, 20}, {1.5, 35}};
  record.runs = {run};
  return record;
}

// A line with a checksum that fits, whatever is in it.
std::string sealed(std::string text) {
  text.pop_back();  // the brace
  const auto* const bytes = reinterpret_cast<const Bytef*>(text.data());
  return fmt::format(R"({},"check":"{:08x}"}})", text, ::crc32_z(0, bytes, text.size()));
}
// The record without its checksum, one piece of it replaced.
std::string replaced(const std::string& from, const std::string& to) {
  std::string line = record_line(some_record());
  line.erase(line.rfind(R"(,"check")"));
  const std::size_t place = line.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return sealed(line.replace(place, from.size(), to) + "}");
}
std::string refusal(const std::string& line) {
  return message_of<InputError>([&] { static_cast<void>(read_record("r.jsonl", line)); });
}

TEST(Record, ReadsBackWhateverItHolds) {
  EXPECT_TRUE(always("record_line and read_record", [] {
    const CellRecord record = any_record();
    const std::string line = record_line(record);
    must(line.find('\n') == std::string::npos);
    must(nlohmann::json::accept(line));
    must(read_record("r", line) == record);
  }));
}

TEST(Record, IsJsonThatOthersRead) {
  const auto json = nlohmann::json::parse(record_line(some_record()));
  EXPECT_EQ(json.at("schema"), record_schema);
  EXPECT_EQ(json.at("parameters"), (nlohmann::json{{"sweeps", 10}, {"lambda", "2^-3"}}));
  EXPECT_EQ(json.at("runs")[0].at("variants").at("SA").at("value"), 35);
  EXPECT_FALSE(json.contains("error"));
}

// A line as the first version wrote it. It is read for ever.
constexpr std::string_view line_of_the_first_schema =
    R"({"schema":1,"cell":"0123456789abcdef","study":"s","form":"full","environment":{"version":"0.1.0",)"
    R"("revision":"abc","compiler":"g++","processor":"p","simd":"AVX2"},"instance":{"name":"i","sha256":"00",)"
    R"("n":3,"density":0.5,"tightness":0.25,"capacity":5,"best_known":40},"method":"sa","label":"SA",)"
    R"("parameters":{"lambda":"2^-3","sweeps":10},"lambda":0.125,"seed":7,"started":"2025-03-01T12:00:00Z",)"
    R"("runs":[{"read":0,"bits":"a","variants":{"SA":{"value":35,"weight":5,"feasible":true,"repair":0,)"
    R"("improve":0}},"formulate":0,"machine":0,"seconds":0,"time_to_best":0,"work":{"sweeps":1,"visits":2,)"
    R"("flips":3},"stopped_by":"work","trace":[[0.5,20],[1.5,35]]}]})";

TEST(Record, OfTheFirstSchemaIsReadForEver) {
  const CellRecord record = read_record("r", sealed(std::string(line_of_the_first_schema)));
  EXPECT_EQ(record.instance.problem, "qkp");
  EXPECT_TRUE(record.instance.is_knapsack());
  EXPECT_EQ(record.instance.density, 0.5);
  EXPECT_EQ(record.instance.capacity, 5);
  EXPECT_EQ(record.runs.front().variants.front().weight, 5);
  EXPECT_EQ(record_line(record), sealed(std::string(line_of_the_first_schema)))
      << "and knapsacks are still written so";
}

CellRecord record_of_a_cut() {
  CellRecord record = some_record();
  record.instance.problem = "kcut";
  record.instance.facts = {{"n", "3"}, {"parts", "2"}, {"mean", "0.5"}};
  record.answers = {{.variant = "SA", .read = 0, .bits = "010"}};
  return record;
}

TEST(Record, OfAnotherProblemSaysSo) {
  const CellRecord record = record_of_a_cut();
  const std::string line = record_line(record);
  EXPECT_EQ(read_record("r", line), record);
  const auto json = nlohmann::json::parse(line);
  EXPECT_EQ(json.at("schema"), problem_schema);
  EXPECT_EQ(json.at("problem"), "kcut");
  EXPECT_EQ(json.at("instance").at("facts").at("parts"), 2);
  EXPECT_FALSE(json.at("instance").contains("capacity"));
  EXPECT_EQ(json.at("runs")[0].at("variants").at("SA").at("violation"), 5);
  EXPECT_EQ(json.at("answers").at("SA").at("labels"), "010");
}

TEST(Record, WithAnyByteChangedIsRefused) {
  const std::string line = record_line(some_record());
  for (std::size_t i = 0; i < line.size(); ++i)
    for (const int flip : {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
      std::string damaged = line;
      damaged[i] = static_cast<char>(damaged[i] ^ flip);
      EXPECT_THROW(static_cast<void>(read_record("r", damaged)), InputError) << i << ' ' << flip;
    }
}

TEST(Record, CutOffAnywhereIsRefused) {
  const std::string line = record_line(some_record());
  for (std::size_t size = 0; size < line.size(); ++size)
    EXPECT_THROW(static_cast<void>(read_record("r", line.substr(0, size))), InputError) << size;
}

TEST(Record, ThatIsDamagedIsReportedByLine) {
  std::string line = record_line(some_record());
  line[30] ^= 1;
  EXPECT_THAT(
      message_of<InputError>([&] { static_cast<void>(read_record("r.jsonl", line, 2)); }),
      testing::MatchesRegex("r.jsonl:2:1: expected a record with checksum [0-9a-f]{8}, found "
                            "[0-9a-f]{8}: it is damaged"));
  EXPECT_EQ(refusal("{}"),
            "r.jsonl:1:1: expected a record that ends with its checksum, found '{}'");
}

TEST(Record, OfALaterSchemaIsRefused) {
  EXPECT_EQ(refusal(replaced(R"("schema":1)", R"("schema":3)")),
            "r.jsonl:1:11: expected schema 1 or 2, found 3");
}

TEST(Record, OfAnyLineIsReportedWithColumn) {
  const std::string line = replaced(R"("schema":1)", R"("schema":3)");
  EXPECT_EQ(
      message_of<InputError>([&] { static_cast<void>(read_record("a:1:b.jsonl", line, 70)); }),
      "a:1:b.jsonl:70:11: expected schema 1 or 2, found 3");
}

TEST(Record, KeepsAnswers) {
  CellRecord record = some_record();
  EXPECT_EQ(record_line(record).find("answers"), std::string::npos) << "as older versions wrote it";
  record.answers = {{"SA", 0, ""}, {"SA-R", 2, "c"}};
  const auto json = nlohmann::json::parse(record_line(record));
  EXPECT_EQ(json.at("answers"),
            (nlohmann::json{{"SA", {{"read", 0}}}, {"SA-R", {{"read", 2}, {"bits", "c"}}}}));
  EXPECT_EQ(read_record("r", record_line(record)), record);
}

TEST(Record, MayHoldFieldsOfLaterVersions) {
  const std::string line = replaced(R"("cell":)", R"("colour":{"a":[1,2]},"cell":)");
  EXPECT_EQ(read_record("r", line), some_record());
}

TEST(Record, NeedsEveryField) {
  // Each name in turn becomes one that nobody knows.
  for (const std::string name :
       {"schema",  "cell",       "study",      "form",         "environment", "instance",
        "method",  "label",      "parameters", "seed",         "started",     "runs",
        "version", "revision",   "compiler",   "processor",    "simd",        "name",
        "sha256",  "n",          "density",    "tightness",    "capacity",    "read",
        "bits",    "variants",   "formulate",  "machine",      "seconds",     "time_to_best",
        "work",    "stopped_by", "trace",      R"(sweeps":0)", "visits",      "flips",
        "value",   "weight",     "feasible",   "repair",       "improve"}) {
    const bool with_value = name.find('"') != std::string::npos;
    const std::string line = replaced(R"(")" + name + (with_value ? "" : R"(":)"),
                                      R"("?)" + name + (with_value ? "" : R"(":)"));
    EXPECT_THAT(refusal(line),
                HasSubstr(fmt::format("expected '{}' in ", name.substr(0, name.find('"')))));
  }
}

TEST(Record, NeedsValuesOfTheRightKind) {
  EXPECT_THAT(refusal(replaced(R"("seed":7)", R"("seed":-7)")), HasSubstr("r.jsonl:1:"));
  EXPECT_THAT(refusal(replaced(R"("seed":7)", R"("seed":"7")")), HasSubstr("r.jsonl:1:"));
  EXPECT_THAT(refusal(replaced("[0.5,20]", "[0.5,20,1]")), HasSubstr("found more"));
  EXPECT_THAT(refusal(replaced("[0.5,20]", "[0.5]")), HasSubstr("expected seconds and a value"));
  EXPECT_THAT(refusal(replaced(R"("feasible":true)", R"("feasible":1)")), HasSubstr("r.jsonl:1:"));
}

TEST(HexBits, ReadBack) {
  EXPECT_TRUE(always("hex_bits and bits_of_hex", [] {
    Bits bits;
    for (const std::int64_t value : any_integers(0, 2)) bits.push_back(value != 0 ? 1 : 0);
    const std::string digits = hex_bits(bits);
    must(digits.size() == (bits.size() + 3) / 4);
    must(bits_of_hex(digits, static_cast<Index>(bits.size())) == bits);
  }));
}

TEST(HexBits, HaveItemZeroFirst) {
  EXPECT_EQ(hex_bits(Bits{1, 0, 0, 0, 0, 1}), "84");
  EXPECT_EQ(hex_bits(Bits{}), "");
  EXPECT_EQ(bits_of_hex("84", 6), (Bits{1, 0, 0, 0, 0, 1}));
}

TEST(HexBits, RefuseOtherLengthsAndDigits) {
  const auto refused = [](std::string_view digits, Index n) {
    return message_of<InputError>([&] { static_cast<void>(bits_of_hex(digits, n)); });
  };
  EXPECT_EQ(refused("84", 9), "expected 3 hexadecimal digits for 9 bits, found 2");
  EXPECT_EQ(refused("8G", 8), "expected hexadecimal digits, found '8G'");
  EXPECT_EQ(refused("8A", 8), "expected hexadecimal digits, found '8A'")
      << "digits are small letters";
}

}  // namespace
}  // namespace spinsack::test

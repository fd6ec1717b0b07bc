// SPDX-License-Identifier: Apache-2.0
// Proofs on the command line: `solve --certificate` writes one or says why not, `verify` accepts nothing else.
#include "cli/solve_support.hpp"
#include "core/sha256.hpp"
#include "instance/proven_optima.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spinsack::test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

// A proof of several regions that takes milliseconds.
const std::string proven_name = "medium:100_25_6";

class CertificateOf : public testing::Test {
 protected:
  RunResult run(const Words& words) const { return spinsack_run(words, {}, directory.path()); }
  RunResult prove(const std::string& output, Words more = {}) const {
    more.insert(more.begin(),
                {"solve", proven_name, "-q", "-m", "exact", "-j", "1", "--certificate", output});
    return run(more);
  }
  RunResult verdict_on(const std::string& file, const std::string& instance = proven_name) const {
    return run({"verify", instance, file});
  }
  // The text of a proof, made once.
  const std::string& proof() const {
    static const std::string text = prove("-").out;
    return text;
  }
  // What is said of a proof in which one text was replaced by another, in the line with this number from 1.
  RunResult verdict_after(std::size_t line, const std::string& old, const std::string& other) {
    std::vector<std::string> lines = lines_of(proof());
    std::string& changed = lines.at(line - 1);
    const std::size_t place = changed.find(old);
    EXPECT_NE(place, std::string::npos) << old;
    changed.replace(place, old.size(), other);
    std::string text;
    for (const std::string& each : lines) text += each + '\n';
    directory.write("changed.jsonl", text);
    return verdict_on("changed.jsonl");
  }

  const TemporaryDirectory directory;
};

TEST_F(CertificateOf, AnOptimumIsWrittenAndHolds) {
  for (const auto& [name, first_bytes] :
       {std::pair("proof.xz",
                  "\xFD"
                  "7zXZ"),
        std::pair("proof.gz", "\x1f\x8b"), std::pair("proof", "\x1f\x8b"),
        std::pair("proof.jsonl", "{\"certificate\":1,")}) {
    const RunResult result = prove(name);
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_THAT(result.out, HasSubstr("\n  value        36360, proven optimal\n"));
    EXPECT_EQ(result.err, "");
    EXPECT_THAT(directory.read(name), StartsWith(first_bytes));
    const RunResult verdict = verdict_on(name);
    EXPECT_EQ(verdict.exit_code, 0) << verdict;
    const auto lines = lines_of(verdict.out);
    ASSERT_EQ(lines.size(), 7U) << verdict;
    EXPECT_EQ(lines[0], proven_name);
    EXPECT_EQ(lines[1], "  value        36360, proven optimal");
    EXPECT_EQ(lines[2], fmt::format("  regions      {}", lines_of(proof()).size() - 1));
    EXPECT_THAT(lines[3], MatchesRegex("  bounds       [0-9]+, [0-9]+ times an item was fixed"));
    EXPECT_EQ(lines[4],
              fmt::format("  certificate  {} bytes, SHA-256 {}", proof().size(), sha256(proof())));
    EXPECT_EQ(lines[6], "verified");
  }
  EXPECT_EQ(directory.read("proof.jsonl"), proof());
}

TEST_F(CertificateOf, TheRecordNamesItsDigest) {
  const RunResult result = prove("proof.xz", {"--json", "-"});
  EXPECT_EQ(result.exit_code, 0) << result;
  const auto record = objects_of(result.out).at(0);
  EXPECT_EQ(record.at("proven_optimal"), true);
  EXPECT_EQ(record.at("certificate_sha256"), sha256(proof()));
  EXPECT_FALSE(solved(proven_name, {"-m", "exact"}).contains("certificate_sha256"));
}

TEST_F(CertificateOf, AnythingIsTheSameForAnyNumberOfThreads) {
  EXPECT_EQ(prove("-", {"-j", "2"}).out, proof());
}

TEST_F(CertificateOf, AFileWithDecimalsHolds) {
  directory.write("d.edges", decimals);
  const RunResult result =
      run({"solve", "d.edges#3", "-q", "-m", "exact", "--certificate", "proof", "--solution", "i"});
  EXPECT_EQ(result.exit_code, 0) << result;
  const RunResult verdict = verdict_on("proof", "d.edges#3");
  EXPECT_EQ(verdict.exit_code, 0) << verdict;
  EXPECT_THAT(verdict.out, HasSubstr("  value        3.75, proven optimal\n"));
  EXPECT_EQ(verdict_on("i", "d.edges#3").exit_code, 0);
  // The same items with another capacity are another instance.
  EXPECT_EQ(verdict_on("proof", "d.edges#1").exit_code, 2);
  const RunResult several = verdict_on("proof", "d.edges");
  EXPECT_EQ(several.exit_code, 1) << several;
  EXPECT_THAT(several.err, HasSubstr("proof: a certificate is about one instance, found 3\n"));
}

// --- no proof ------------------------------------------------------------------------------------

TEST_F(CertificateOf, AMethodThatWritesNoneIsRefusedBeforeAnythingIsRead) {
  for (const std::string method : {"lha", "greedy", "mip", "sa"}) {
    const RunResult result = run({"solve", "missing", "-m", method, "--certificate", "proof"});
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_EQ(lines_of(result.err).front(),
              "spinsack solve: --certificate: expected a method that writes proofs, auto or "
              "exact, found '" +
                  method + "'");
  }
  EXPECT_TRUE(directory.names().empty());
}

TEST_F(CertificateOf, SeveralInstancesIsRefused) {
  directory.write("d.edges", decimals);
  directory.write("proof", "old");
  for (const Words& specs : {Words{"medium:100_25_*"}, {"missing", "missing"}, {"d.edges"}}) {
    Words words{"solve", "-q", "--certificate", "proof"};
    words.insert(words.end(), specs.begin(), specs.end());
    const RunResult result = run(words);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.err,
                StartsWith("spinsack solve: --certificate: expected one instance, found several"));
  }
  EXPECT_EQ(directory.read("proof"), "old");
}

TEST_F(CertificateOf, WhatWasNotProvenIsNotWrittenAndTheAnswerIs) {
  directory.write("proof", "old");
  for (const std::string method : {"exact", "auto"}) {
    const RunResult result =
        run({"solve", "large:1000_25_1", "-q", "-m", method, "-t", "0", "--certificate", "proof",
             "--json", "record.json", "--solution", "items"});
    EXPECT_EQ(result.exit_code, 3) << result;
    EXPECT_EQ(result.err,
              "spinsack solve: --certificate proof: nothing written: the optimum was not proven "
              "within the time limit\n");
    EXPECT_THAT(result.out, AllOf(StartsWith("large:1000_25_1\n  value "), HasSubstr(", gap ")));
    EXPECT_EQ(directory.read("proof"), "old");
    const auto record = objects_of(directory.read("record.json")).at(0);
    EXPECT_EQ(record.at("proven_optimal"), false);
    EXPECT_FALSE(record.contains("certificate_sha256"));
    EXPECT_EQ(verdict_on("items", "large:1000_25_1").exit_code, 0);
  }
}

TEST_F(CertificateOf, NumbersTooLargeIsNotWritten) {
  directory.write("large.txt", "large\n2\n1 2\n3\n\n0\n10000000000000000\n10000000000000000 4\n");
  const RunResult result =
      run({"solve", "large.txt", "-q", "-m", "exact", "--certificate", "proof"});
  EXPECT_EQ(result.exit_code, 3) << result;
  EXPECT_EQ(result.err,
            "spinsack solve: --certificate proof: nothing written: its numbers are too large for "
            "bounds in 128 bits\n");
  EXPECT_THAT(result.out, HasSubstr("\n  value        2"));
  EXPECT_EQ(directory.names(), std::vector<std::string>{"large.txt"});
}

TEST_F(CertificateOf, ADiskThatIsFullDoesNotTakeTheAnswerAway) {
  directory.write("items", "old");
  const RunResult result = prove("/dev/full", {"--json", "record.json", "--solution", "items"});
  EXPECT_EQ(result.exit_code, 1) << result;
  EXPECT_EQ(result.err, "/dev/full: cannot write: No space left on device\n");
  EXPECT_THAT(result.out, HasSubstr("\n  value        36360, proven optimal\n"));
  EXPECT_FALSE(objects_of(directory.read("record.json")).at(0).contains("certificate_sha256"));
  EXPECT_EQ(directory.read("items"), "old");
}

// --- what is no proof ----------------------------------------------------------------------------

TEST_F(CertificateOf, AnotherInstanceIsRefused) {
  directory.write("proof.jsonl", proof());
  const RunResult other = verdict_on("proof.jsonl", "medium:100_25_1");
  EXPECT_EQ(other.exit_code, 2) << other;
  EXPECT_THAT(other.out, HasSubstr("\n  FAILED       proof.jsonl:1: expected the digest "));
  EXPECT_THAT(other.out, AllOf(Not(HasSubstr("proven optimal")), EndsWith("NOT verified\n")));
  const RunResult larger = verdict_on("proof.jsonl", "medium:200_25_1");
  EXPECT_EQ(larger.exit_code, 2) << larger;
  EXPECT_THAT(larger.out, HasSubstr("proof.jsonl:1: expected a certificate about 200 items, found "
                                    "one about 100\n"));
  const RunResult quiet = run({"verify", "-q", "medium:100_25_1", "proof.jsonl"});
  EXPECT_EQ(quiet.exit_code, 2) << quiet;
  EXPECT_EQ(quiet.out + quiet.err, "");
}

TEST_F(CertificateOf, AnEditedValueIsRefusedWithItsPlace) {
  const RunResult value = verdict_after(1, "\"value\":36360,", "\"value\":36359,");
  EXPECT_EQ(value.exit_code, 2) << value;
  EXPECT_THAT(
      value.out,
      HasSubstr("changed.jsonl:1: expected 36360, what the items are worth, found 36359\n"));
  const RunResult bound = verdict_after(2, "\"curvature\":[", "\"curvature\":[-");
  EXPECT_EQ(bound.exit_code, 2) << bound;
  EXPECT_THAT(bound.out, HasSubstr("changed.jsonl:2: expected "));
  const RunResult version = verdict_after(1, "\"certificate\":1,", "\"certificate\":2,");
  EXPECT_EQ(version.exit_code, 1) << version;
  EXPECT_THAT(version.err, StartsWith("changed.jsonl:1:16: expected the version 1"));
  const RunResult tail = verdict_after(2, "}", "} more");
  EXPECT_EQ(tail.exit_code, 1) << tail;
}

TEST_F(CertificateOf, WhatIsCutOffOrGarbageIsRefused) {
  directory.write("proof.jsonl", proof());
  ASSERT_EQ(shell_run("gzip -k proof.jsonl; xz -k proof.jsonl", directory.path()).exit_code, 0);
  for (const std::string name : {"proof.jsonl", "proof.jsonl.gz", "proof.jsonl.xz"}) {
    const std::string whole = directory.read(name);
    for (const std::size_t size : {whole.size() / 50, whole.size() / 2, whole.size() - 1}) {
      directory.write("cut", whole.substr(0, size));
      const RunResult result = verdict_on("cut");
      EXPECT_EQ(result.exit_code, 1) << name << size << result;
      EXPECT_THAT(result.err, StartsWith("cut:"));
      EXPECT_THAT(result.out, Not(HasSubstr("verified")));
    }
  }
  const std::string head = lines_of(proof()).front() + '\n';
  for (const std::string& text :
       {head, head + "\n", head + "{}\n", head + "[]\n", head + "{\"closed\":true}\n",
        head + "{\"steps\":[{\"point\":[]}],\"closed\":true}\n",
        std::string("{\"certificate\":1}\n"), std::string("{\"certificate\"\n"), head + head,
        head + std::string(1000, '[') + "\n"}) {
    directory.write("garbage", text);
    const RunResult result = verdict_on("garbage");
    EXPECT_TRUE(result.exit_code == 1 || result.exit_code == 2) << text << result;
    EXPECT_THAT(result.err, Not(HasSubstr("internal error")));
  }
}

// --- words ---------------------------------------------------------------------------------------

TEST(KnownOptimum, IsNotCalledProven) {
  const auto proofs = proven_optima();
  ASSERT_FALSE(proofs.empty());
  const std::string name(proofs.front().instance);
  const std::string value = std::to_string(proofs.front().value);
  const RunResult found = solve({name, "-m", "lha", "-q"});
  EXPECT_THAT(found.out, HasSubstr("\n  value        " + value + ", known to be optimal\n"));
  const RunResult proven = solve({name, "-m", "exact", "-q"});
  EXPECT_THAT(proven.out, HasSubstr("\n  value        " + value + ", proven optimal\n"));
  const RunResult table = solve({name, name, "-m", "lha", "-q"});
  EXPECT_THAT(table.out, HasSubstr("; 0 proven optimal, 2 more known to be optimal; best found"));
  const RunResult info = spinsack_run({"info", "-q", name});
  EXPECT_THAT(info.out, HasSubstr("\n  best known   " + value +
                                  ", known to be optimal, published as " + name));
}

}  // namespace
}  // namespace spinsack::test

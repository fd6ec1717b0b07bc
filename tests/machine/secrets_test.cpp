// SPDX-License-Identifier: Apache-2.0
#include "machine/secrets.hpp"

#include "machine/machine_error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace spinsack {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string secret = "s3cr3t/+tok=en";

TEST(Secrets, AreBlottedOutInEveryForm) {
  const Redactor redactor({secret, "short"});
  EXPECT_EQ(redactor.text("a " + secret + " b"), "a *** b");
  EXPECT_EQ(redactor.text("u?t=s3cr3t%2F%2Btok%3Den&x"), "u?t=***&x");
  EXPECT_EQ(redactor.text("u?t=s3cr3t%2f%2btok%3den&x"), "u?t=***&x");
  EXPECT_EQ(redactor.text("short words stay"), "short words stay");
  EXPECT_EQ(Redactor({" " + secret + "\n"}).text("a " + secret + " b"), "a *** b");
  EXPECT_EQ(Redactor({"          "}).text("a          b"), "a          b");
  // base64 of it alone, and behind one, two and three other bytes.
  for (const char* const text : {"czNjcjN0Lyt0b2s9ZW4=", "OnMzY3IzdC8rdG9rPWVu",
                                 "dTpzM2NyM3QvK3Rvaz1lbg==", "dXU6czNjcjN0Lyt0b2s9ZW4="})
    EXPECT_THAT(redactor.text(text), HasSubstr("***")) << text;
}

TEST(Secrets, AreFoundBehindTheEscapesOfJson) {
  const Redactor redactor({secret});
  EXPECT_EQ(redactor.json(R"({"a": ["s3cr3t\/\u002btok=en", 1], "url": "https://me:pw@host/x"})"),
            R"({"a": ["***", 1], "url": "https://***@host/x"})");
}

TEST(Secrets, AreFoundInNumbers) {
  const Redactor redactor({"1234567890"});
  EXPECT_EQ(redactor.json(R"({"a":1234567890,"b":[-1234567890.5, 17], "1234567890":true})"),
            R"({"a":"***","b":["-***.5", 17], "***":true})");
}

TEST(Secrets, DoNotSlipThroughWhereALogIsCut) {
  const Redactor redactor({secret});
  std::string seen;
  WorkerLog log(redactor, [&](std::string_view line) { seen += line; });
  // An endless line, in pieces that cut the secret everywhere.
  for (int k = 0; k < 20'000; ++k) {
    const std::string text = "0123456789" + secret;
    for (std::size_t at = 0; at < text.size(); at += 7) {
      std::string piece = text.substr(at, 7);
      log.take(piece);
    }
  }
  EXPECT_GT(seen.size(), 100'000U);
  EXPECT_THAT(seen, Not(HasSubstr(secret)));
  EXPECT_THAT(log.last_words(), Not(HasSubstr("s3cr3t")));
  EXPECT_LT(log.last_words().size(), 1000U);
}

TEST(WorkerEnvironments, HoldWhatIsNamedAndNoMore) {
  ::setenv("SPINSACK_TEST_SECRET", secret.c_str(), 1);
  ::setenv("SPINSACK_TEST_OTHER", "x", 1);
  MachineDescription machine;
  machine.name = "m";
  machine.place = "m.toml:3";
  machine.environment = {{"SPINSACK_TEST_SECRET", false}, {"SPINSACK_TEST_NONE", true}};
  const WorkerEnvironment environment = worker_environment(machine);
  EXPECT_EQ(environment.variables.at("SPINSACK_TEST_SECRET"), secret);
  EXPECT_TRUE(environment.variables.contains("PATH"));
  EXPECT_FALSE(environment.variables.contains("SPINSACK_TEST_OTHER"));
  machine.environment.push_back({"SPINSACK_TEST_NONE_EITHER", false});
  try {
    (void)worker_environment(machine);
    FAIL();
  } catch (const MachineError& error) {
    EXPECT_EQ(error.fault(), MachineFault::auth);
    EXPECT_STREQ(error.what(),
                 "machine 'm': the variable SPINSACK_TEST_NONE_EITHER is not set, which 'env' "
                 "names in m.toml:3");
  }
}

}  // namespace
}  // namespace spinsack

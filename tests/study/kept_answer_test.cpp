// SPDX-License-Identifier: Apache-2.0
// Answers of machines that keep none themselves are handed over to be kept, and taken back.
#include "machine/check.hpp"
#include "machine/scripted_worker.hpp"
#include "study/answer_shelf.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace spinsack {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view once =
    R"([ -e "${0%/*}/asked" ] && exit 9; : > "${0%/*}/asked"; )"
    R"(echo '{"type":"result","id":'$id',"samples":[{"bits":"1100","energy":-10.75,"found_at":0.25}],)"
    R"("improvements":[[0.125,0.25]],"times":{"machine":0.5,"queue":0.25},"billed":{"seconds":2},)"
    R"("machine":{"version":"7"},"stopped_by":"time"}')";

CheckedAnswer ask(test::ScriptedWorker& worker, const MachineAccount& account) {
  return MachineLink(worker.machine(), test::impatient())
      .ask(QuboModel(probe_form()), {}, &account, nullptr);
}

TEST(KeptAnswers, AreTakenInsteadOfAsking) {
  test::ScriptedWorker worker(once);
  TemporaryDirectory folder;
  AnswerShelf shelf(folder.path().string());
  std::vector<bool> resumed;
  MachineAccount account;
  account.accepted = [&](const PlannedRequest& request, const std::string& answer) {
    EXPECT_TRUE(is_answer(answer));
    shelf.keep("cell", request, answer);
  };
  account.open_job = [&](const PlannedRequest& request) { return shelf.find("cell", request); };
  account.finished = [&](const FinishedRequest& done) { resumed.push_back(done.resumed); };
  account.refuse = [&](const PlannedRequest&) {
    EXPECT_THAT(resumed, IsEmpty()) << "nothing is spent on what is there";
    return std::nullopt;
  };
  const CheckedAnswer first = ask(worker, account);
  const CheckedAnswer again = ask(worker, account);  // a second question would end the worker
  EXPECT_THAT(resumed, ElementsAre(false, true));
  EXPECT_EQ(again.answer.rows.bits, first.answer.rows.bits);
  EXPECT_EQ(again.answer.rows.energies, first.answer.rows.energies);
  EXPECT_EQ(again.answer.found_at, first.answer.found_at);
  EXPECT_THAT(again.answer.improvements, ElementsAre(std::pair(0.125, 0.25)));
  EXPECT_EQ(again.answer.facts, first.answer.facts);
  EXPECT_EQ(again.answer.stopped_by, "time");
  EXPECT_EQ(again.clock.machine, 0.5);
  EXPECT_EQ(again.clock.billed, 2);
  EXPECT_EQ(again.clock.total, first.clock.total) << "when it was answered";
}

TEST(KeptAnswers, ThatDoNotFitAreNotTaken) {
  for (const std::string& line :
       {std::string(R"({"type":"result","id":0,"samples":[{"bits":"110"}],"times":{}})"),
        std::string(R"({"type":"result","id":0,"samples":[{"bits":"11)"), std::string("a job")}) {
    test::ScriptedWorker worker(once);
    MachineAccount account;
    account.open_job = [&](const PlannedRequest&) { return line; };
    EXPECT_THAT(ask(worker, account).answer.rows.bits, ElementsAre(1, 1, 0, 0)) << line;
  }
}

TEST(AnswerShelf, FindsWhatIsWhole) {
  TemporaryDirectory folder;
  AnswerShelf shelf(folder.path().string());
  const PlannedRequest first{.machine = "ae", .first_read = 0};
  const PlannedRequest second{.machine = "ae", .first_read = 1};
  EXPECT_EQ(shelf.find("c", first), std::nullopt);
  shelf.keep("c", first, "{\"type\":\"result\",\"id\":0}\n");
  std::ofstream(folder.file("answers-c.jsonl"), std::ios::app)
      << R"({"read":1,"machine":"ae","ans)";
  EXPECT_EQ(shelf.find("c", first), "{\"type\":\"result\",\"id\":0}");
  EXPECT_EQ(shelf.find("c", second), std::nullopt);
  shelf.keep("c", second, "{\"type\":\"result\",\"id\":1}\n");
  EXPECT_EQ(shelf.find("c", second), "{\"type\":\"result\",\"id\":1}") << "behind a line cut off";
  EXPECT_EQ(shelf.find("other", first), std::nullopt);
  EXPECT_EQ(shelf.find("c", {.machine = "da", .first_read = 0}), std::nullopt);
  shelf.clear("c");
  EXPECT_EQ(shelf.find("c", first), std::nullopt);
  shelf.clear("c");
}

}  // namespace
}  // namespace spinsack

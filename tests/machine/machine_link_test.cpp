// SPDX-License-Identifier: Apache-2.0
// Workers of every kind of conduct: a question always ends, and ends as the protocol says.
#include "machine/machine_link.hpp"

#include "machine/check.hpp"
#include "machine/scripted_worker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <thread>

namespace spinsack {
namespace {

using test::impatient;
using test::ScriptedWorker;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// The right answer to the probe.
constexpr std::string_view right =
    R"(echo '{"type":"result","id":'$id',"samples":[{"bits":"1100","energy":-10.75}],"times":{"machine":0.5,"queue":0.25}}')";

CheckedAnswer ask(ScriptedWorker& worker, const MachineTrying& trying = impatient(),
                  const MachineAccount* account = nullptr,
                  const std::atomic<bool>* interrupted = nullptr) {
  MachineLink link(worker.machine(), trying);
  return link.ask(QuboModel(probe_form()), {}, account, interrupted);
}

struct Ending {
  MachineFault fault;
  std::string message;
};
Ending failure_of(ScriptedWorker& worker, const MachineTrying& trying = impatient(),
                  const MachineAccount* account = nullptr,
                  const std::atomic<bool>* interrupted = nullptr) {
  try {
    (void)ask(worker, trying, account, interrupted);
  } catch (const MachineError& error) {
    return {error.fault(), error.what()};
  }
  ADD_FAILURE() << "it answered";
  return {MachineFault::protocol, ""};
}

std::string error_line(std::string_view code, std::string_view more) {
  return fmt::format(R"(echo '{{"type":"error","id":'$id',"code":"{}","message":"no"{}}}')", code,
                     more);
}

TEST(MachineLink, BringsSamplesAndTimes) {
  ScriptedWorker worker(right);
  const CheckedAnswer answer = ask(worker);
  EXPECT_THAT(answer.answer.rows.bits, ElementsAre(1, 1, 0, 0));
  EXPECT_EQ(answer.clock.machine, 0.5);
  EXPECT_EQ(answer.clock.service, 0.75);
  EXPECT_TRUE(answer.clock.total && answer.clock.encode && answer.clock.overhead);
  EXPECT_FALSE(answer.clock.send);
  EXPECT_TRUE(answer.remarks.empty());
}

TEST(MachineLink, KeepsItsWorkerFromRequestToRequest) {
  ScriptedWorker worker(std::string("echo $$ >> \"${0%/*}/pids\"; ") + std::string(right));
  for (int k = 0; k < 3; ++k) (void)ask(worker);
  const std::string pids = worker.content("pids");
  const std::string first = pids.substr(0, pids.find('\n') + 1);
  EXPECT_EQ(pids, first + first + first);
}

TEST(MachineLink, TellsItsWorkerWhichQuestionsAreSettled) {
  ScriptedWorker worker(R"(printf '%s\n' "$line" >> "${0%/*}/lines"; )" + std::string(right));
  (void)ask(worker);
  EXPECT_THAT(worker.content("lines"), Not(HasSubstr("settled")));
  (void)ask(worker);
  EXPECT_THAT(worker.content("lines"), HasSubstr(R"("settled":[1]})"));
  (void)ask(worker);
  EXPECT_THAT(worker.content("lines"), HasSubstr(R"("settled":[2]})"));
}

TEST(MachineLink, SendsTheModelInTheFormatThatTheWorkerTakes) {
  ScriptedWorker worker(
      R"(path=${line#*'"path":"'}; cp "${path%%'"'*}" "${0%/*}/model"; printf '%s\n' "$line" > "${0%/*}/line"; )" +
          std::string(right),
      R"({"type":"hello","protocol":1,"formats":["no-such","amplify"],"answers":"best"})");
  (void)ask(worker);
  EXPECT_THAT(worker.content("model"), HasSubstr("\"polynomial\""));
  EXPECT_THAT(worker.content("line"), HasSubstr(R"("format":"amplify")"));
  EXPECT_THAT(worker.content("line"), HasSubstr(R"("variables":4,"couplings":6)"));
}

TEST(MachineLink, TellsWhyAWorkerDidNotBegin) {
  using Whole = ScriptedWorker::Whole;
  ScriptedWorker dead(Whole{}, "#!/bin/sh\necho 'no module' >&2\nexit 3\n");
  Ending ending = failure_of(dead);
  EXPECT_EQ(ending.fault, MachineFault::protocol);
  EXPECT_EQ(
      ending.message,
      "machine 'scripted': it ended before its hello: its exit code is 3; it said: no module");
  ScriptedWorker silent(Whole{}, "#!/bin/sh\nexec sleep 1000\n");
  MachineTrying short_hello = impatient();
  short_hello.worker.hello = std::chrono::milliseconds(50);
  EXPECT_THAT(failure_of(silent, short_hello).message, HasSubstr("no hello within 0.05 s"));
  ScriptedWorker other("", R"({"type":"hello","protocol":2,"formats":["bqm"],"answers":"best"})");
  EXPECT_THAT(failure_of(other).message, HasSubstr("expected a worker of protocol 1, found 2"));
  ScriptedWorker chatty("", "Loading ...");
  EXPECT_THAT(failure_of(chatty).message, HasSubstr("expected a hello"));
  ScriptedWorker missing("");
  missing.machine().worker = {"no-such-program-anywhere"};
  EXPECT_THAT(failure_of(missing).message, HasSubstr("cannot be started"));
}

TEST(MachineLink, EndsAWorkerThatDoesNotAnswer) {
  ScriptedWorker silent("exec sleep 1000");
  MachineTrying trying = impatient();
  trying.patience = 0.05;
  EXPECT_EQ(failure_of(silent, trying).fault, MachineFault::timeout);
  // One that ignores SIGTERM and what else it is told.
  ScriptedWorker stubborn(
      "trap '' TERM; while :; do sleep 0.01; done",
      R"({"type":"hello","protocol":1,"formats":["bqm"],"answers":"best","cancel":true})");
  EXPECT_EQ(failure_of(stubborn, trying).fault, MachineFault::timeout);
}

TEST(MachineLink, EndsNobodyByTheDeadlineOfAnother) {
  ScriptedWorker silent(
      R"(: > "${0%/*}/asked")",
      R"({"type":"hello","protocol":1,"formats":["bqm"],"answers":"best","limits":{"concurrent":2}})");
  MachineTrying patient = impatient();
  patient.retries = 0;
  patient.patience = 3600;
  auto other = std::async(std::launch::async, [&] { return failure_of(silent, patient).fault; });
  while (!std::filesystem::exists(silent.file("asked")))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  MachineTrying hasty = patient;
  hasty.patience = 0.05;
  // On a busy machine that may be over before the worker is asked, and then the worker is left alone.
  do {
    EXPECT_EQ(failure_of(silent, hasty).fault, MachineFault::timeout);
    hasty.patience *= 2;
  } while (other.wait_for(std::chrono::milliseconds(10)) != std::future_status::ready);
  EXPECT_EQ(other.get(), MachineFault::network) << "it could be asked again";
}

TEST(MachineLink, NoticesADeathWhoseChildrenHoldThePipes) {
  ScriptedWorker worker("sleep 1000 & exit 9");
  MachineTrying trying = impatient();
  trying.retries = 0;
  const Ending ending = failure_of(worker, trying);
  EXPECT_EQ(ending.fault, MachineFault::network);
  EXPECT_THAT(ending.message, HasSubstr("its exit code is 9"));
}

TEST(MachineLink, CancelsWhatNobodyWants) {
  const std::atomic<bool> interrupted{true};
  ScriptedWorker worker(
      R"(case $line in *'"cancel"'*) echo '{"type":"error","id":'$id',"code":"cancelled","message":"as asked"}';; esac)",
      R"({"type":"hello","protocol":1,"formats":["bqm"],"answers":"best","cancel":true})");
  MachineTrying trying = impatient();
  trying.worker.cancel = std::chrono::minutes(1);
  const Ending ending = failure_of(worker, trying, nullptr, &interrupted);
  EXPECT_EQ(ending.fault, MachineFault::cancelled);
  EXPECT_THAT(ending.message, HasSubstr("as asked"));
}

TEST(MachineLink, HearsATalkativeWorkerOutInLittleMemory) {
  ScriptedWorker worker("head -c 30000000 /dev/zero | tr '\\0' 'x' >&2; " + std::string(right));
  EXPECT_THAT(ask(worker).answer.rows.bits, ElementsAre(1, 1, 0, 0));
}

TEST(MachineLink, DoesNotBelieveALyingWorker) {
  const auto answered = [](std::string_view samples) {
    return fmt::format(R"(echo '{{"type":"result","id":'$id',"samples":[{}],"times":{{}}}}')",
                       samples);
  };
  ScriptedWorker shorter(answered(R"({"bits":"110"})"));
  EXPECT_EQ(failure_of(shorter).fault, MachineFault::protocol);
  EXPECT_THAT(failure_of(shorter).message, HasSubstr("expected samples of 4 variables, found 3"));
  ScriptedWorker none(answered(""));
  EXPECT_THAT(failure_of(none).message, HasSubstr("at least one sample"));
  ScriptedWorker nan(answered(R"({"bits":"1100","energy":NaN})"));
  EXPECT_THAT(failure_of(nan).message, HasSubstr("expected a JSON value, found 'NaN'"));
  ScriptedWorker negative(
      R"(echo '{"type":"result","id":'$id',"samples":["1100"],"times":{"machine":-1}}')");
  EXPECT_THAT(failure_of(negative).message, HasSubstr("'machine' >= 0"));
  ScriptedWorker endless("head -c 3000000 /dev/zero | tr '\\0' 'x'");
  EXPECT_THAT(failure_of(endless).message, HasSubstr("a line without end"));
  ScriptedWorker noise("echo 'Traceback (most recent call last):'");
  EXPECT_EQ(failure_of(noise).fault, MachineFault::protocol);
}

TEST(MachineLink, NamesWhatIsWrongWithEnergies) {
  const auto finding_of = [](std::string_view energy) {
    ScriptedWorker worker(fmt::format(
        R"(echo '{{"type":"result","id":'$id',"samples":[{{"bits":"1100","energy":{}}}],"times":{{}}}}')",
        energy));
    const CheckedAnswer answer = ask(worker);
    EXPECT_EQ(answer.findings, answer.remarks.empty() ? 0 : 1);
    return answer.remarks.empty() ? "" : answer.remarks.front();
  };
  EXPECT_EQ(finding_of("-10.75"), "");
  EXPECT_THAT(finding_of("10.75"), HasSubstr("the sign changed"));
  EXPECT_THAT(finding_of("-11"), HasSubstr("the constant lost"));
  EXPECT_THAT(finding_of("-18.75"), HasSubstr("pairs counted twice"));
  EXPECT_THAT(finding_of("-10.7501"), HasSubstr("precision lost"));
  EXPECT_THAT(finding_of("77"), HasSubstr("77 instead of -10.75"));
}

TEST(MachineLink, RestartsAWorkerThatDied) {
  // The first dies in the middle of its request, the second answers.
  ScriptedWorker worker(R"(if [ ! -e "${0%/*}/died" ]; then : > "${0%/*}/died"; exit 9; fi; )" +
                        std::string(right));
  std::vector<std::optional<MachineFault>> faults;
  MachineAccount account;
  account.finished = [&](const FinishedRequest& done) { faults.push_back(done.fault); };
  EXPECT_THAT(ask(worker, impatient(), &account).answer.rows.bits, ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(faults, ElementsAre(MachineFault::network, std::nullopt));
}

TEST(MachineLink, TriesAgainOnlyWhereThatIsSafe) {
  const auto attempts = [](std::string_view code, std::string_view more, std::int64_t retries = 3) {
    ScriptedWorker worker(error_line(code, more));
    std::int64_t count = 0;
    MachineAccount account;
    account.finished = [&](const FinishedRequest&) { ++count; };
    MachineTrying trying = impatient();
    trying.retries = retries;
    EXPECT_EQ(name_of(failure_of(worker, trying, &account).fault), code);
    return count;
  };
  constexpr std::string_view soon = R"(,"retry_after":0)";
  for (const std::string_view code : {"auth", "quota", "size", "precision", "parameter", "timeout"})
    EXPECT_EQ(attempts(code, soon), 1) << code;
  EXPECT_EQ(attempts("busy", soon), 4);
  EXPECT_EQ(attempts("machine", soon), 4);
  EXPECT_EQ(attempts("network", soon), 4);
  EXPECT_EQ(attempts("busy", R"(,"retry_after":0,"retry":false)"), 1);
  EXPECT_EQ(attempts("network", R"(,"retry_after":0,"accepted":true)"), 2)
      << "it may have been paid for";
  EXPECT_EQ(attempts("protocol", soon), 2);
  EXPECT_EQ(attempts("busy", R"(,"retry_after":100000)"), 1) << "beyond all patience";
}

// How often a question is asked of workers that die of it, each having said something before.
std::int64_t deaths_of(std::string_view words, bool* accepted = nullptr) {
  ScriptedWorker worker(fmt::format("{} exit 9", words));
  std::int64_t count = 0;
  MachineAccount account;
  account.finished = [&](const FinishedRequest& done) {
    ++count;
    if (accepted != nullptr) *accepted = done.accepted;
  };
  MachineTrying trying = impatient();
  trying.retries = 3;
  EXPECT_EQ(failure_of(worker, trying, &account).fault, MachineFault::network);
  return count;
}

TEST(MachineLink, PaysTwiceAtMostWhereAWorkerDiesSilently) {
  bool accepted = false;
  EXPECT_EQ(deaths_of("", &accepted), 2) << "nobody knows what it has sent";
  EXPECT_TRUE(accepted) << "so it counts in full";
  const auto status = [](std::string_view state) {
    return fmt::format(R"(echo '{{"type":"status","id":'$id',"state":"{}"}}';)", state);
  };
  EXPECT_EQ(deaths_of(status("encoding"), &accepted), 4) << "nothing was sent";
  EXPECT_FALSE(accepted);
  EXPECT_EQ(deaths_of(status("encoding") + status("sending")), 2);
}

constexpr std::string_view keeps_results =
    R"({"type":"hello","protocol":1,"formats":["bqm"],"answers":"best","resume":true})";

TEST(MachineLink, FetchesWhatWasAccepted) {
  // The network breaks once the job is accepted; then it is fetched, not asked anew.
  ScriptedWorker worker(
      R"(printf '%s\n' "$line" >> "${0%/*}/lines"
  case $line in
  *'"resume"'*) )" +
          std::string(right) + R"( ;;
  *) echo '{"type":"status","id":'$id',"state":"queued","job":"j7","accepted":true}'
     echo '{"type":"error","id":'$id',"code":"network","message":"gone","accepted":true,"retry_after":0}' ;;
  esac)",
      keeps_results);
  std::vector<std::string> jobs;
  std::vector<bool> resumed;
  MachineAccount account;
  account.accepted = [&](const PlannedRequest&, const std::string& job) { jobs.push_back(job); };
  account.finished = [&](const FinishedRequest& done) { resumed.push_back(done.resumed); };
  EXPECT_THAT(ask(worker, impatient(), &account).answer.rows.bits, ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(jobs, ElementsAre("j7"));
  EXPECT_THAT(resumed, ElementsAre(false, true));
  EXPECT_THAT(worker.content("lines"),
              HasSubstr(R"({"type":"resume","id":2,"job":"j7","variables":4,"settled":[1]})"));
}

TEST(MachineLink, BeginsWithAnOpenJob) {
  ScriptedWorker worker(R"(printf '%s\n' "$line" >> "${0%/*}/lines"; )" + std::string(right),
                        keeps_results);
  MachineAccount account;
  account.open_job = [](const PlannedRequest&) { return "j9"; };
  account.refuse = [](const PlannedRequest&) { return "spent"; };  // it was paid for already
  (void)ask(worker, impatient(), &account);
  EXPECT_THAT(worker.content("lines"), Not(HasSubstr("sample")));
}

TEST(MachineLink, DoesNotAskAnewForAJobThatMayStillBeThere) {
  for (const std::string_view code : {"timeout", "auth", "quota"}) {
    ScriptedWorker worker(
        R"(printf '%s\n' "$line" >> "${0%/*}/lines"; )" + error_line(code, R"(,"retry_after":0)"),
        keeps_results);
    MachineAccount account;
    account.open_job = [](const PlannedRequest&) { return "j9"; };
    EXPECT_EQ(name_of(failure_of(worker, impatient(), &account).fault), code);
    EXPECT_THAT(worker.content("lines"), Not(HasSubstr(R"("sample")"))) << code;
  }
}

TEST(MachineLink, TakesNoPromiseFromAMachineThatKeepsNoResults) {
  ScriptedWorker worker(
      R"(echo '{"type":"status","id":'$id',"state":"running","job":"j1","accepted":true}'; )" +
      error_line("network", R"(,"retry_after":0,"job":"j1","accepted":true)"));
  int promised = 0;
  int reserved = 0;
  MachineAccount account;
  account.accepted = [&](const PlannedRequest&, const std::string&) { ++promised; };
  account.refuse = [&](const PlannedRequest&) {
    ++reserved;
    return std::nullopt;
  };
  account.finished = [](const FinishedRequest& done) { EXPECT_EQ(done.job, ""); };
  EXPECT_EQ(failure_of(worker, impatient(), &account).fault, MachineFault::network);
  EXPECT_EQ(promised, 0);
  EXPECT_EQ(reserved, 2) << "each may be paid for";
}

TEST(MachineLink, TellsTheTargetInTheUnitsOfTheModel) {
  ScriptedWorker worker(
      R"(printf '%s\n' "$line" > "${0%/*}/line"; )" + std::string(right),
      R"({"type":"hello","protocol":1,"formats":["bqm"],"answers":"best","coefficients":{"kind":"integer","bits":16}})");
  QuadraticForm form = probe_form();
  form.linear[0] = -9.5;  // an integer once everything is doubled
  MachineQuestion question;
  question.target = -3;
  MachineLink link(worker.machine(), impatient());
  (void)link.ask(QuboModel(form), question, nullptr, nullptr);
  EXPECT_THAT(worker.content("line"), HasSubstr(R"("target":-6,)"));
}

TEST(MachineLink, SpendsNothingBeyondABudget) {
  ScriptedWorker worker(R"(: > "${0%/*}/asked"; )" + std::string(right));
  MachineAccount account;
  account.refuse = [](const PlannedRequest& planned) {
    return fmt::format("no more for {}", planned.machine);
  };
  const Ending ending = failure_of(worker, impatient(), &account);
  EXPECT_EQ(ending.fault, MachineFault::budget);
  EXPECT_EQ(ending.message, "machine 'scripted': no more for scripted");
  EXPECT_FALSE(std::filesystem::exists(worker.file("asked")));
}

TEST(MachineLink, RefusesModelsThatDoNotFit) {
  ScriptedWorker small(
      "",
      R"({"type":"hello","protocol":1,"formats":["bqm"],"answers":"best","limits":{"variables":3}})");
  EXPECT_EQ(failure_of(small).message,
            "machine 'scripted': the model has 4 variables, and it takes 3");
  const std::string integers =
      R"({"type":"hello","protocol":1,"formats":["bqm"],"answers":"best","coefficients":{"kind":"integer","bits":4}})";
  ScriptedWorker coarse(right, integers);
  EXPECT_EQ(failure_of(coarse).fault, MachineFault::precision);
  EXPECT_THAT(failure_of(coarse).message,
              HasSubstr("3 of 10 coefficients do not fit into its integers of 4 bits, by up to 2"));
  MachineTrying trying = impatient();
  trying.precision = PrecisionRule::round;
  EXPECT_THAT(ask(coarse, trying).remarks.front(), HasSubstr("do not fit"));
}

TEST(MachineLink, LetsNoSecretOut) {
  const std::string secret = "planted-token-0123456789";
  ::setenv("SPINSACK_TEST_TOKEN", secret.c_str(), 1);
  ScriptedWorker worker(
      R"(echo "log $SPINSACK_TEST_TOKEN" >&2; echo '{"type":"error","id":'$id',"code":"auth","message":"token '"$SPINSACK_TEST_TOKEN"' is unknown"}')");
  worker.machine().environment = {{"SPINSACK_TEST_TOKEN", false}};
  std::string told;
  std::string logged;
  use_worker_log([&](std::string_view, std::string_view line) { logged += line; });
  MachineAccount account;
  account.finished = [&](const FinishedRequest& done) {
    told += done.message + done.machine_facts;
  };
  const Ending ending = failure_of(worker, impatient(), &account);
  use_worker_log({});
  EXPECT_EQ(ending.message, "machine 'scripted': token *** is unknown");
  EXPECT_THAT(told, HasSubstr("***"));
  EXPECT_THAT(told, Not(HasSubstr(secret)));
  EXPECT_THAT(logged, Not(HasSubstr(secret)));
}

TEST(MachineLink, LetsNoSecretOutOfAHello) {
  ::setenv("SPINSACK_TEST_TOKEN", "planted-token-0123456789", 1);
  ScriptedWorker worker(
      "",
      R"({"type":"hello","protocol":1,"formats":["bqm","planted-token-0123456789"],"answers":"best",)"
      R"("parameters":[{"name":"a","default":"planted-token-0123456789","meaning":"is planted-token-0123456789"}]})");
  worker.machine().environment = {{"SPINSACK_TEST_TOKEN", false}};
  const Hello hello = MachineLink(worker.machine(), impatient()).hello();
  EXPECT_EQ(hello.formats.back(), "***");
  EXPECT_EQ(hello.parameters.front().default_value, "***");
  EXPECT_EQ(hello.parameters.front().meaning, "is ***");
  EXPECT_THAT(hello.facts, Not(HasSubstr("planted")));
}

// Messages quote the beginning of what they found: half a secret is one too.
TEST(MachineLink, LetsNoPartOfASecretOut) {
  const std::string secret = "planted-token-" + std::string(60, '7');
  ::setenv("SPINSACK_TEST_TOKEN", secret.c_str(), 1);
  for (const std::string_view said :
       {R"(echo "$SPINSACK_TEST_TOKEN")",
        R"(echo '{"type":"error","id":'$id',"code":"'"$SPINSACK_TEST_TOKEN"'"}')"}) {
    ScriptedWorker worker(said);
    worker.machine().environment = {{"SPINSACK_TEST_TOKEN", false}};
    const Ending ending = failure_of(worker);
    EXPECT_EQ(ending.fault, MachineFault::protocol);
    EXPECT_THAT(ending.message, Not(HasSubstr("planted")));
  }
}

}  // namespace
}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// What is promised and paid survives whatever ends the program, and a budget holds whoever spends it.
#include "study/machine_desk.hpp"

#include "study/study_support.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <random>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace spinsack::test {
namespace {

using testing::HasSubstr;

PlannedRequest request_of(std::int64_t read, double worst = 10) {
  return {.machine = "ae", .first_read = read, .reads = 1, .worst_seconds = worst};
}

FinishedRequest answered(const PlannedRequest& planned, double billed) {
  FinishedRequest finished{.planned = planned, .clock = {}, .job = {}};
  finished.clock.total = 20;
  finished.clock.billed = billed;
  finished.accepted = true;
  return finished;
}

FinishedRequest failed(const PlannedRequest& planned, MachineFault fault, bool accepted,
                       const std::string& job = "") {
  FinishedRequest finished{.planned = planned, .clock = {}, .job = job};
  finished.clock.total = 20;
  finished.accepted = accepted;
  finished.fault = fault;
  return finished;
}

Cell any_cell(std::uint64_t id = 7) {
  Cell cell;
  cell.id.value = id;
  return cell;
}

FindBudget budget_of(std::optional<std::int64_t> requests, std::optional<double> seconds) {
  return [=](const std::string&) { return MachineBudget{requests, seconds}; };
}

MachineSpending spent(const TemporaryDirectory& place) {
  return SpendBook(place.path().string()).spending()["ae"];
}

// Adds bytes behind what a process wrote before it was killed.
void append(const TemporaryDirectory& place, const std::string& file, const std::string& text) {
  std::ofstream(place.file(file), std::ios::app) << text;
}

class Desk : public testing::Test {
 protected:
  std::string folder() const { return place_.path().string(); }
  TemporaryDirectory place_;
};

TEST_F(Desk, WritesNothingBeforeAMachineIsAsked) {
  MachineDesk desk(folder(), {});
  EXPECT_FALSE(desk.has_open_job(any_cell()));
  EXPECT_TRUE(std::filesystem::is_empty(folder()));
}

TEST_F(Desk, RemembersAcceptedJobsOfWhoeverWasKilled) {
  {
    MachineDesk desk(folder(), {});
    const MachineAccount account = desk.account_of(any_cell());
    EXPECT_EQ(account.refuse(request_of(0)), std::nullopt);
    EXPECT_EQ(account.open_job(request_of(0)), std::nullopt);
    account.accepted(request_of(0), "job-1");
  }
  MachineDesk desk(folder(), {});
  EXPECT_TRUE(desk.has_open_job(any_cell()));
  EXPECT_FALSE(desk.has_open_job(any_cell(8)));
  const MachineAccount account = desk.account_of(any_cell());
  EXPECT_EQ(account.open_job(request_of(0)), "job-1");
  EXPECT_EQ(account.open_job(request_of(1)), std::nullopt) << "of another read";
  PlannedRequest other = request_of(0);
  other.machine = "da";
  EXPECT_EQ(account.open_job(other), std::nullopt) << "of another machine";
}

TEST_F(Desk, ForgetsJobsOfWhichNothingWillCome) {
  const MachineAccount account = [&] {
    static std::unique_ptr<MachineDesk> desk;
    desk = std::make_unique<MachineDesk>(folder(), FindBudget());
    return desk->account_of(any_cell());
  }();
  ASSERT_EQ(account.refuse(request_of(0)), std::nullopt);
  account.accepted(request_of(0), "job-1");
  account.finished(failed(request_of(0), MachineFault::network, true, "job-1"));
  EXPECT_EQ(account.open_job(request_of(0)), "job-1") << "it may be had once there is a network";
  EXPECT_EQ(spent(place_).open, 1);
  account.finished(failed(request_of(0), MachineFault::machine, true, "job-1"));
  EXPECT_EQ(account.open_job(request_of(0)), std::nullopt);
  EXPECT_FALSE(MachineDesk(folder(), {}).has_open_job(any_cell()));
  EXPECT_EQ(spent(place_).open, 0);
}

TEST_F(Desk, PaysAFetchedJobOnce) {
  {
    MachineDesk desk(folder(), budget_of(1, {}));
    const MachineAccount account = desk.account_of(any_cell());
    ASSERT_EQ(account.refuse(request_of(0)), std::nullopt);
    account.accepted(request_of(0), "job-1");
  }
  EXPECT_DOUBLE_EQ(spent(place_).seconds, 10) << "the worst, as long as nobody knows better";
  MachineDesk desk(folder(), budget_of(1, {}));
  const MachineAccount account = desk.account_of(any_cell());
  ASSERT_EQ(account.open_job(request_of(0)), "job-1");
  FinishedRequest fetched = answered(request_of(0), 3);
  fetched.resumed = true;
  fetched.job = "job-1";
  account.finished(fetched);
  EXPECT_EQ(spent(place_).requests, 1);
  EXPECT_DOUBLE_EQ(spent(place_).seconds, 3);
  EXPECT_EQ(spent(place_).open, 0);
  account.finished(fetched);  // again, since its record was not on the disk
  EXPECT_EQ(spent(place_).requests, 1);
  EXPECT_DOUBLE_EQ(spent(place_).seconds, 3);
  EXPECT_NE(desk.account_of(any_cell(8)).refuse(request_of(0)), std::nullopt) << "nothing is left";
}

// Asked, killed, asked again and accepted, killed, fetched, killed, fetched: one may have been paid for in vain.
TEST_F(Desk, ReservesForARequestBesideAnOpenJob) {
  {
    MachineDesk desk(folder(), budget_of(2, {}));
    const MachineAccount account = desk.account_of(any_cell());
    ASSERT_EQ(account.refuse(request_of(0)), std::nullopt);
    account.accepted(request_of(0), "job-1");
  }
  // The machine keeps no results any more, say: the job is not fetched, and whoever asks anew pays again.
  MachineDesk desk(folder(), budget_of(2, {}));
  const MachineAccount account = desk.account_of(any_cell());
  EXPECT_EQ(account.refuse(request_of(0)), std::nullopt);
  EXPECT_EQ(spent(place_).requests, 2);
  EXPECT_EQ(spent(place_).open, 2);
  EXPECT_NE(account.refuse(request_of(0)), std::nullopt) << "nothing is left";
}

TEST_F(Desk, FetchesAJobThatWasForFewerReads) {
  MachineDesk desk(folder(), {});
  const MachineAccount account = desk.account_of(any_cell());
  PlannedRequest rest = request_of(7);
  rest.reads = 3;
  account.accepted(rest, "job-1");
  EXPECT_EQ(account.open_job(request_of(7)), "job-1");
}

TEST_F(Desk, TellsALostRequestFromAFetchedOne) {
  MachineDesk desk(folder(), {});
  const MachineAccount account = desk.account_of(any_cell());
  ASSERT_EQ(account.refuse(request_of(0)), std::nullopt);
  ASSERT_EQ(account.refuse(request_of(0)), std::nullopt);
  account.accepted(request_of(0), "job-1");
  FinishedRequest fetched = answered(request_of(0), 3);
  fetched.resumed = true;
  fetched.job = "job-1";
  for (int times = 0; times < 2; ++times) {
    account.finished(fetched);
    EXPECT_EQ(spent(place_).requests, 2);
    EXPECT_EQ(spent(place_).open, 1);
    EXPECT_DOUBLE_EQ(spent(place_).seconds, 13);
  }
}

TEST_F(Desk, CountsWhatMayHaveBeenTakenInFull) {
  MachineDesk desk(folder(), {});
  const MachineAccount account = desk.account_of(any_cell());
  ASSERT_EQ(account.refuse(request_of(0)), std::nullopt);
  account.finished(failed(request_of(0), MachineFault::network, true));  // who knows
  EXPECT_DOUBLE_EQ(spent(place_).seconds, 10);
  ASSERT_EQ(account.refuse(request_of(0)), std::nullopt);
  account.finished(failed(request_of(0), MachineFault::busy, false));  // was not taken
  EXPECT_DOUBLE_EQ(spent(place_).seconds, 10);
  EXPECT_EQ(spent(place_).requests, 1);
  ASSERT_EQ(account.refuse(request_of(0)), std::nullopt);
  account.finished(answered(request_of(0), 2.5));
  EXPECT_DOUBLE_EQ(spent(place_).seconds, 12.5);
  EXPECT_EQ(spent(place_).requests, 2);
}

TEST_F(Desk, KeepsWithinTheBudget) {
  MachineDesk desk(folder(), budget_of({}, 25.0));
  const MachineAccount account = desk.account_of(any_cell());
  EXPECT_EQ(account.refuse(request_of(0)), std::nullopt);
  EXPECT_EQ(account.refuse(request_of(1)), std::nullopt);
  const auto why = account.refuse(request_of(2));
  ASSERT_TRUE(why);
  EXPECT_EQ(
      *why,
      "the budget of 'ae' is 25 machine seconds, of which 20 are spent; this request may take "
      "10");
  EXPECT_EQ(spent(place_).refused, *why);
  account.finished(answered(request_of(0), 4));
  EXPECT_EQ(account.refuse(request_of(2)), std::nullopt) << "it took less than it might have";
  PlannedRequest endless = request_of(3);
  endless.worst_seconds.reset();
  EXPECT_THAT(*account.refuse(endless), HasSubstr("has no time limit"));
}

TEST_F(Desk, ReadsItsBooksWhateverWasCutOff) {
  {
    MachineDesk desk(folder(), {});
    const MachineAccount account = desk.account_of(any_cell());
    ASSERT_EQ(account.refuse(request_of(0)), std::nullopt);
    account.accepted(request_of(0), "job-1");
    account.finished(answered(request_of(0), 4));
    ASSERT_EQ(account.refuse(request_of(1)), std::nullopt);
    account.accepted(request_of(1), "job-2");
    account.finished(answered(request_of(1), 5));
  }
  const std::string jobs = place_.read("jobs.jsonl");
  const std::string spending = place_.read("spend.jsonl");
  // By the number of whole lines of the ledger: entered, settled, entered, settled.
  const std::vector<double> seconds{0, 10, 4, 14, 9};
  // Each byte near the end of a line, and some between.
  const auto worth_a_try = [](const std::string& text, std::size_t size) {
    return size % 13 == 0 ||
           text.substr(std::max<std::size_t>(size, 2) - 2, 4).find('\n') != text.npos;
  };
  for (std::size_t size = 0; size <= spending.size(); ++size) {
    if (!worth_a_try(spending, size)) continue;
    place_.write("spend.jsonl", spending.substr(0, size));
    const auto lines = static_cast<std::size_t>(std::ranges::count(spending.substr(0, size), '\n'));
    EXPECT_DOUBLE_EQ(spent(place_).seconds, seconds[lines]) << size;
    // Whoever comes next closes what was cut off, and his own lines are good. A line that lacks but its end counts.
    SpendBook book(folder());
    ASSERT_EQ(book.reserve("other/0", request_of(0, 100), {}), std::nullopt);
    const double now = spent(place_).seconds;
    const bool but_its_end = size > 0 && size < spending.size() && spending[size] == '\n';
    EXPECT_DOUBLE_EQ(now, seconds[lines + (but_its_end ? 1 : 0)] + 100) << size;
  }
  for (std::size_t size = 0; size <= jobs.size(); ++size) {
    if (!worth_a_try(jobs, size)) continue;
    place_.write("jobs.jsonl", jobs.substr(0, size));
    JobBook book(folder());
    book.accept("other", request_of(0), "job-3");
    JobBook again(folder());
    EXPECT_EQ(again.open_job("other", request_of(0)), "job-3");
    const std::size_t first = jobs.find('\n');
    EXPECT_EQ(again.open_job(any_cell().id.text(), request_of(0)).has_value(), size >= first);
  }
}

TEST_F(Desk, LetsForeignLinesPass) {
  append(place_, "spend.jsonl",
         "nonsense\n{\"machine\":3}\n{\"machine\":\"ae\",\"request\":\"a/0\","
         "\"number\":0,\"requests\":1,\"seconds\":2,\"later\":[{}]}\n\n");
  append(place_, "jobs.jsonl", "{}\n[]\n{\"cell\":\"x\"\n");
  EXPECT_DOUBLE_EQ(spent(place_).seconds, 2);
  EXPECT_FALSE(JobBook(folder()).has_open_job("x"));
}

// Processes that share the directory, as shards do: each asks as long as it may, and settles for less.
TEST_F(Desk, HoldsABudgetThatProcessesShare) {
  constexpr int processes = 3;
  constexpr double budget = 200;
  std::vector<pid_t> children;
  for (int child = 0; child < processes; ++child) {
    const pid_t pid = ::fork();
    ASSERT_GE(pid, 0);
    if (pid == 0) {
      try {
        MachineDesk desk(folder(), budget_of({}, budget));
        const MachineAccount account =
            desk.account_of(any_cell(static_cast<std::uint64_t>(child) + 1));
        std::mt19937 random(static_cast<unsigned>(child));
        for (std::int64_t read = 0; read < 200; ++read) {
          if (account.refuse(request_of(read, 7))) break;
          if (SpendBook(folder()).spending()["ae"].seconds > budget) ::_exit(100);
          if (random() % 4 == 0) continue;  // as if killed on the way: its worst case stands
          account.finished(answered(request_of(read, 7), 5));
        }
      } catch (...) {
        ::_exit(101);
      }
      ::_exit(0);
    }
    children.push_back(pid);
  }
  for (const pid_t pid : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(pid, &status, 0), pid);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0) << "100: too much was spent, 101: an exception";
  }
  const MachineSpending all = spent(place_);
  EXPECT_LE(all.seconds, budget);
  EXPECT_GT(all.seconds + 7, budget) << "it is used up";
  EXPECT_FALSE(all.refused.empty());
}

TEST_F(Desk, HoldsABudgetThatThreadsShare) {
  MachineDesk desk(folder(), budget_of(40, {}));
  std::vector<std::thread> threads;
  std::atomic<int> sent{0};
  for (std::uint64_t t = 1; t <= 4; ++t)
    threads.emplace_back([&, t] {
      const MachineAccount account = desk.account_of(any_cell(t));
      for (std::int64_t read = 0; !account.refuse(request_of(read)); ++read) {
        ++sent;
        account.accepted(request_of(read), "job");
        account.finished(answered(request_of(read), 1));
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(sent, 40);
  EXPECT_EQ(spent(place_).requests, 40);
}

}  // namespace
}  // namespace spinsack::test

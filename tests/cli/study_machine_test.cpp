// SPDX-License-Identifier: Apache-2.0
// Studies on a real machine, played by a script that keeps its jobs in files, as a service keeps them through
// whatever happens to those who asked.
#include "cli/cli_support.hpp"
#include "study/spend_book.hpp"
#include "study/study_support.hpp"
#include "support/shell_waits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace spinsack::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// Answers with the first variable alone. While `hold` is there it gives no answer; `fault` holds one to give instead.
const std::string worker_script = R"py(
import json, os, sys, time
store = sys.argv[1]
def say(**message): print(json.dumps(message), flush=True)
def log(*words):
    with open(store + "/log", "a") as file: file.write(" ".join(words) + "\n")
def answer(question, job, variables):
    while os.path.exists(store + "/hold"): time.sleep(0.002)
    say(type="result", id=question["id"], job=job, samples=[{"bits": "1" + "0" * (variables - 1), "found_at": 0.25}],
        times={"queue": 2.0, "machine": 0.5, "server": 0.25}, billed={"seconds": 0.5})
for line in sys.stdin:
    question = json.loads(line)
    kind = question["type"]
    if kind == "hello":
        say(type="hello", protocol=1, name="stand-in", version="1", formats=["da"], vartypes=["BINARY"], answers="best",
            machine={"vendor": "Test", "model": "Stand-in", "version": "7"}, limits={"reads_per_request": 1},
            resume=True, capacity=os.path.exists(store + "/capacity"),
            billing="plan" if os.path.exists(store + "/bills") else "none")
    elif kind == "sample":
        if os.path.exists(store + "/fault"):
            with open(store + "/fault") as file: fault = json.load(file)
            log("fault", fault["code"])
            say(type="error", id=question["id"], message="no luck", **fault)
            continue
        with open(question["model"]["path"]) as file: model = json.load(file)
        variables = question["model"]["variables"]
        job = "job-%d-%d" % (os.getpid(), question["id"])
        with open(store + "/" + job, "w") as file: file.write(str(variables))
        log("submitted", job, "inequality" if "inequalities" in model else "penalty")
        say(type="status", id=question["id"], state="queued", job=job, accepted=True)
        answer(question, job, variables)
    elif kind == "resume":
        log("fetched", question["job"])
        with open(store + "/" + question["job"]) as file: answer(question, question["job"], int(file.read()))
    elif kind == "bye":
        break
)py";

constexpr int machine_reads = 5;
const std::string machine_plan = fmt::format(R"(
instances = ['five.txt']

[[run]]
method = 'external'
machine = 'standin'
retries = 0
encoding = 'binary'
lambda = 2
time-limit = 1
reads = {}
variants = {{ M = 'none', M-RI = 'repair+fill+exchange' }}

[[run]]
method = 'greedy'
)",
                                             machine_reads);

struct MachineStudy : StudyFiles {
  explicit MachineStudy(const std::string& plan = machine_plan) : StudyFiles(plan) {
    std::filesystem::create_directory(file("vendor"));
    write("worker.py", worker_script);
    write("no-machines.toml", "");
    describe("");
  }
  void describe(const std::string& more) const {
    write("machines.toml", fmt::format("[standin]\nworker = ['python3', '{}', '{}']\n{}\n",
                                       file("worker.py"), file("vendor"), more));
  }
  RunResult shell(const std::string& script) const {
    return shell_run(shell_waits + script, path(),
                     {{"SPINSACK_MACHINES", file("machines.toml")}, {"XDG_CONFIG_HOME", path()}});
  }
  std::vector<std::string> log() const {
    return std::filesystem::exists(file("vendor/log")) ? lines_of(read("vendor/log"))
                                                       : std::vector<std::string>();
  }
  std::ptrdiff_t logged(const std::string& word) const {
    const std::vector<std::string> lines = log();
    return std::ranges::count_if(lines,
                                 [&](const std::string& line) { return line.starts_with(word); });
  }
  MachineSpending spent() const { return SpendBook(file("out")).spending()["standin"]; }
  std::vector<CellRecord> machine_records() const {
    std::vector<CellRecord> records = records_of(file("out"));
    std::erase_if(records, [](const CellRecord& r) { return r.method != "external"; });
    return records;
  }
};

class StudyOnMachine : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_program("python3")) GTEST_SKIP() << "needs python3 (package python3)";
  }
};

const std::string run_it = "spinsack study run plan.toml --out out -q -j 1";

TEST_F(StudyOnMachine, RecordsEveryRequestWithItsClocks) {
  const MachineStudy study;
  const RunResult result = study.shell(run_it);
  ASSERT_EQ(result.exit_code, 0) << result;
  const std::vector<CellRecord> records = study.machine_records();
  ASSERT_EQ(records.size(), std::size_t{machine_reads}) << "a request each";
  for (const CellRecord& record : records) {
    ASSERT_EQ(record.runs.size(), 1U);
    const RunRecord& run = record.runs.front();
    ASSERT_TRUE(run.clock);
    EXPECT_EQ(run.clock->machine, 0.5);
    EXPECT_EQ(run.clock->service, 2.75);
    EXPECT_GT(*run.clock->total, 0);
    EXPECT_EQ(run.clock->billed, 0.5);
    EXPECT_EQ(run.machine, 0.5);
    EXPECT_EQ(run.found_at, 0.25);
    EXPECT_EQ(run.bits, "80");
    EXPECT_THAT(record.environment.machine, HasSubstr("Stand-in"));
  }
  EXPECT_EQ(study.spent().requests, machine_reads);
  EXPECT_DOUBLE_EQ(study.spent().seconds, 0.5 * machine_reads);
  EXPECT_EQ(study.spent().open, 0);
  const RunResult analysis = study.shell("spinsack study analyse out --clock service");
  EXPECT_THAT(analysis.out, HasSubstr("times by the clock 'service': queue, machine and server"));
  const RunResult page = study.shell("spinsack report out -o - --clock total");
  EXPECT_THAT(page.out, HasSubstr("from the question to its answer"));
  const RunResult verified = study.shell("spinsack verify out");
  EXPECT_EQ(verified.exit_code, 0) << verified;
}

TEST_F(StudyOnMachine, FetchesWhatWasAcceptedBeforeAKill) {
  const MachineStudy study;
  study.write("vendor/hold", "");
  const RunResult killed = study.shell(run_it +
                                       " & p=$!\nawait_lines $p out/jobs.jsonl 1\n"
                                       "kill -9 $p; wait $p; rm vendor/hold; echo $?");
  ASSERT_EQ(study.logged("submitted"), 1) << killed;
  EXPECT_EQ(study.spent().open, 1) << "nobody knows yet what it cost";
  const std::string job = study.log().front().substr(10, study.log().front().rfind(' ') - 10);
  const RunResult resumed = study.shell("spinsack study resume out -q -j 1");
  ASSERT_EQ(resumed.exit_code, 0) << resumed;
  EXPECT_EQ(study.log().at(1), "fetched " + job) << "before anything is asked";
  EXPECT_EQ(study.logged("fetched"), 1);
  EXPECT_EQ(study.logged("submitted"), machine_reads) << "none twice";
  EXPECT_EQ(study.machine_records().size(), std::size_t{machine_reads});
  EXPECT_EQ(study.spent().requests, machine_reads);
  EXPECT_EQ(study.spent().open, 0);
}

TEST_F(StudyOnMachine, SurvivesKillsAnywhere) {
  const MachineStudy study;
  const RunResult result = study.shell(R"sh(
for k in 1 2 3 4 5 6 7 8; do
  spinsack study run plan.toml --out out -q > /dev/null 2>> notes & p=$!
  await_lines $p vendor/log $((k / 2 + 1))
  for ((i = 0; i < k * 40; ++i)); do :; done
  kill -9 $p 2> /dev/null; wait $p 2> /dev/null
done
spinsack study resume out -q)sh");
  ASSERT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(study.machine_records().size(), std::size_t{machine_reads}) << "none lost or doubled";
  std::map<std::string, int> accepted;  // by cell: jobs that we were promised
  for (const std::string& line : lines_of(study.read("out/jobs.jsonl"))) {
    const nlohmann::json job = nlohmann::json::parse(line, nullptr, false);
    if (job.is_object() && job.contains("accepted")) ++accepted[job.at("cell")];
  }
  EXPECT_EQ(accepted.size(), std::size_t{machine_reads});
  for (const auto& [cell, times] : accepted) EXPECT_EQ(times, 1) << "submitted twice";
  // What was submitted and never promised is unknown, and counts in full.
  EXPECT_EQ(study.spent().open, study.spent().requests - machine_reads);
  EXPECT_GE(study.spent().requests, study.logged("submitted"));
  EXPECT_DOUBLE_EQ(study.spent().seconds,
                   0.5 * machine_reads + 1.0 * static_cast<double>(study.spent().open));
}

TEST_F(StudyOnMachine, KeepsWithinItsBudgetAndSaysSo) {
  const MachineStudy study;
  study.describe("budget = { requests = 3 }");
  const RunResult result = study.shell(run_it);
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_THAT(result.out, HasSubstr("2 left; no more requests to 'standin', budget: "));
  EXPECT_EQ(study.machine_records().size(), 3U);
  EXPECT_EQ(study.logged("submitted"), 3);
  EXPECT_EQ(records_of(study.file("out")).size(), 4U) << "greedy needs no machine";
  const RunResult status = study.shell("spinsack study status out");
  EXPECT_THAT(status.out,
              HasSubstr("cells are left because of the budget: the budget of 'standin' is 3 "
                        "requests, of which 3 are spent"));
  const RunResult json = study.shell("spinsack study status out --json -");
  EXPECT_EQ(nlohmann::json::parse(json.out).at("spent").at("standin").at("left"), "budget");
  study.describe("budget = { requests = 5, machine-seconds = 2.5 }");
  EXPECT_EQ(study.shell("spinsack study resume out -q").exit_code, 0);
  EXPECT_EQ(study.machine_records().size(), 4U) << "1.5 spent, 1 at worst, 0.5 indeed: one more";
  study.describe("");
  EXPECT_EQ(study.shell("spinsack study resume out -q").exit_code, 0);
  EXPECT_EQ(study.machine_records().size(), std::size_t{machine_reads});
  EXPECT_THAT(study.shell("spinsack study status out").out, Not(HasSubstr("budget")));
}

TEST_F(StudyOnMachine, ShardsShareABudget) {
  const MachineStudy study;
  study.describe("budget = { requests = 3 }");
  const RunResult result = study.shell(
      "spinsack study run plan.toml --out out -q --shard 1/2 > a & p=$!\n"
      "spinsack study run plan.toml --out out -q --shard 2/2 > b; wait $p");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(study.logged("submitted"), 3);
  EXPECT_EQ(study.machine_records().size(), 3U);
}

TEST_F(StudyOnMachine, EndsAtOnceWithoutATokenOrWithAWrongOption) {
  for (const std::string code : {"auth", "parameter"}) {
    const MachineStudy study;
    study.write("vendor/fault", fmt::format(R"({{"code": "{}", "retry": false}})", code));
    const RunResult result = study.shell(run_it);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.err, HasSubstr("machine 'standin': no luck"));
    EXPECT_EQ(study.logged("fault"), 1);
    EXPECT_TRUE(study.machine_records().empty());
    EXPECT_EQ(study.spent().requests, 0);
    std::filesystem::remove(study.file("vendor/fault"));
    EXPECT_EQ(study.shell("spinsack study resume out -q").exit_code, 0);
    EXPECT_EQ(study.machine_records().size(), std::size_t{machine_reads});
  }
}

TEST_F(StudyOnMachine, AsksBeforeItSpends) {
  const MachineStudy study;
  study.write("vendor/bills", "");
  const std::string question =
      "machine 'standin' bills its requests (plan), and there may be 5 requests, at most 5 s";
  RunResult result = study.shell(run_it + " < /dev/null");
  EXPECT_EQ(result.exit_code, 1) << result;
  EXPECT_THAT(result.err, HasSubstr(question));
  EXPECT_THAT(result.err, HasSubstr("add --yes to do it"));
  EXPECT_EQ(study.logged("submitted"), 0);
  EXPECT_EQ(study.shell(run_it + " --dry-run < /dev/null").exit_code, 0) << "that spends nothing";
  if (has_program("script")) {  // plays a terminal
    result = study.shell("echo n | script -qec '" + run_it + "' /dev/null");
    EXPECT_THAT(result.out, HasSubstr("Go on? [y/N]")) << result;
    EXPECT_EQ(study.logged("submitted"), 0);
  }
  result = study.shell(run_it + " --yes < /dev/null");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(study.logged("submitted"), machine_reads);
  // A study that has nothing left to ask does not ask either.
  EXPECT_EQ(study.shell("spinsack study resume out -q < /dev/null").exit_code, 0);
}

TEST_F(StudyOnMachine, GoesOnWithTheRestWithoutQuota) {
  const MachineStudy study;
  study.write("vendor/fault", R"({"code": "quota", "retry": false})");
  const RunResult result = study.shell(run_it);
  EXPECT_EQ(result.exit_code, 1) << result;
  EXPECT_THAT(result.out, HasSubstr("5 left; no more requests to 'standin', quota: "));
  EXPECT_EQ(study.logged("fault"), 1);
  EXPECT_EQ(records_of(study.file("out")).size(), 1U) << "greedy";
}

TEST_F(StudyOnMachine, CountsRequestsWithoutAnAnswer) {
  const MachineStudy study;
  study.write("vendor/fault", R"({"code": "timeout", "retry": false, "accepted": true})");
  const RunResult result = study.shell(run_it);
  EXPECT_EQ(result.exit_code, 0) << result;
  const std::vector<CellRecord> records = study.machine_records();
  ASSERT_EQ(records.size(), std::size_t{machine_reads});
  for (const CellRecord& record : records) {
    EXPECT_EQ(record.error, "") << "a deadline is a result";
    ASSERT_EQ(record.runs.size(), 1U);
    EXPECT_EQ(record.runs.front().error, "machine 'standin': no luck");
    EXPECT_EQ(record.runs.front().stopped_by, "timeout");
    EXPECT_TRUE(record.runs.front().clock->total);
    EXPECT_EQ(record.runs.front().variants.size(), 2U);
  }
  EXPECT_EQ(study.spent().requests, machine_reads);
  EXPECT_DOUBLE_EQ(study.spent().seconds, machine_reads)
      << "the worst, since nobody says otherwise";
  EXPECT_THAT(study.shell("spinsack study analyse out").out,
              HasSubstr("M: 5 of 5 runs are requests without an answer"));
  EXPECT_EQ(study.shell("spinsack verify out").exit_code, 0);
}

TEST_F(StudyOnMachine, AsksForEveryReadOfACell) {
  std::string plan = machine_plan;
  plan.replace(plan.find("variants"), 0, "reads-per-cell = 3\n");
  const MachineStudy study(plan);
  study.write("vendor/fault", R"({"code": "timeout", "retry": false})");
  ASSERT_EQ(study.shell(run_it).exit_code, 0);
  EXPECT_EQ(study.logged("fault"), machine_reads) << "one deadline ends one request";
  const std::vector<CellRecord> records = study.machine_records();
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].runs.size() + records[1].runs.size(), std::size_t{machine_reads});
  const MachineStudy other(plan);
  ASSERT_EQ(other.shell(run_it).exit_code, 0);
  EXPECT_EQ(other.logged("submitted"), machine_reads);
  for (const std::string& line : lines_of(other.read("out/spend.jsonl"))) {
    const nlohmann::json entry = nlohmann::json::parse(line);
    if (entry.contains("open")) {
      EXPECT_EQ(entry.at("seconds"), 1.0) << "the limit is that of each read";
    }
  }
}

TEST_F(StudyOnMachine, DoesCellsAgainThatTheMachineFailed) {
  const MachineStudy study;
  study.write("vendor/fault", R"({"code": "machine", "retry": false})");
  const RunResult result = study.shell(run_it);
  EXPECT_EQ(result.exit_code, 1) << result;
  EXPECT_THAT(result.out, HasSubstr("5 failed"));
  EXPECT_EQ(study.spent().requests, 0) << "it was never accepted";
  EXPECT_THAT(study.shell("spinsack study analyse out").out,
              HasSubstr("M: 5 of 5 runs are requests without an answer"));
  std::filesystem::remove(study.file("vendor/fault"));
  EXPECT_EQ(study.shell("spinsack study resume out -q").exit_code, 0);
  EXPECT_EQ(study.spent().requests, machine_reads);
  EXPECT_THAT(study.shell("spinsack study analyse out").out, Not(HasSubstr("without an answer")));
}

TEST_F(StudyOnMachine, HandsOverTheCapacity) {
  std::string plan = machine_plan;
  plan.replace(plan.find("'binary'"), 8, "'native'");
  plan.replace(plan.find("lambda = 2\n"), 11, "");
  const MachineStudy study(plan);
  const RunResult refused = study.shell(run_it);
  EXPECT_EQ(refused.exit_code, 1) << refused;
  EXPECT_THAT(refused.err, HasSubstr("takes no inequality"));
  EXPECT_TRUE(study.log().empty());
  study.write("vendor/capacity", "");
  const RunResult result = study.shell(run_it);
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_THAT(study.log(), testing::Each(testing::EndsWith("inequality")));
  EXPECT_EQ(study.machine_records().size(), std::size_t{machine_reads});
}

TEST_F(StudyOnMachine, TakesThePlaceOfTheSamplersOfAPlan) {
  const MachineStudy study(
      "instances = ['five.txt']\n[[run]]\nmethod = 'sa'\nsweeps = 10\nencoding = 'binary'\n"
      "lambda = [2, 4]\nreads = 2\nvariants = { M = 'none' }\n[[run]]\nmethod = 'greedy'\n");
  const RunResult dry = study.shell("spinsack study run plan.toml --machine standin --dry-run");
  EXPECT_THAT(dry.out, HasSubstr("to standin  4 requests, at most 0.2 s, about 1 kB of models"));
  EXPECT_EQ(dry.err, "");
  const RunResult typo = study.shell("spinsack study run plan.toml --machine stadin --dry-run");
  EXPECT_EQ(typo.exit_code, 0);
  EXPECT_THAT(typo.err, HasSubstr("unknown machine 'stadin'"));
  EXPECT_FALSE(std::filesystem::exists(study.file("vendor/log")));
  ASSERT_EQ(study.shell(run_it + " --machine standin").exit_code, 0);
  const std::vector<CellRecord> records = study.machine_records();
  ASSERT_EQ(records.size(), 4U);
  EXPECT_EQ(records.front().parameters.at("machine"), "standin");
  EXPECT_DOUBLE_EQ(*records.front().time_limit, 0.05);
  EXPECT_FALSE(records.front().parameters.contains("sweeps"));
  const RunResult resumed = study.shell("spinsack study resume out -q");
  EXPECT_THAT(resumed.out, HasSubstr("0 cells done, 5 were there already")) << "it remembers";
  const RunResult other = study.shell(run_it);
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.err, HasSubstr("holds a study of the same plan on 'standin'"));
}

TEST_F(StudyOnMachine, RepeatsThePapersTables) {
  const MachineStudy study;
  for (const char* const plan :
       {"table-08-machine-medium", "table-09-machine-large", "table-10-baselines", "table-11-times",
        "table-12-encodings-machine"}) {
    const RunResult dry =
        study.shell(fmt::format("spinsack study run {} --quick --machine standin --dry-run", plan));
    EXPECT_EQ(dry.exit_code, 0) << dry;
    EXPECT_THAT(dry.out, HasSubstr("to standin"));
  }
  const RunResult none = study.shell(
      "printf 'instances = [\"five.txt\"]\\n[[run]]\\nmethod = \"greedy\"\\n' > g.toml; "
      "spinsack study run g.toml --machine standin --dry-run");
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.err, HasSubstr("expected a plan with a run of a sampler"));
}

}  // namespace
}  // namespace spinsack::test

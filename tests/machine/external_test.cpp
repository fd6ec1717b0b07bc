// SPDX-License-Identifier: Apache-2.0
// Real machines as a sampler: the same as a built-in one wherever that can be.
#include "sampler/external.hpp"

#include "core/error.hpp"
#include "formulation/encoding.hpp"
#include "formulation/formulation.hpp"
#include "instance/generator.hpp"
#include "machine/check.hpp"
#include "machine/scripted_worker.hpp"
#include "solver/method.hpp"
#include "support/places.hpp"
#include "support/qkp_method.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

namespace spinsack {
namespace {

using test::Described;
using testing::ElementsAre;
using testing::HasSubstr;

// spinsack behind a worker, one read at a time.
std::string reference_script(std::string_view flags) {
  return fmt::format(R"(path=${{line#*'"path":"'}}; path=${{path%%'"'*}}
  seed=${{line#*'"stream":{{"seed":'}}; seed=${{seed%%[!0-9]*}}
  first=${{line#*'"first_read":'}}; first=${{first%%[!0-9]*}}
  squares=${{line#*'"squares":"'}}; squares=${{squares%%'"'*}}
  case $line in *'"squares":'*) set -- --squares "$squares" ;; *) set -- ;; esac
  out="${{0%/*}}/$id.csv"
  '{}' sample "$path" "$@" -q -m sa {} -j 1 --reads 1 --seed "$seed" --first-read "$first" --csv "$out"
  echo '{{"type":"result","id":'$id',"samples_path":"'"$out"'","times":{{"machine":0.5}}}}')",
                     test::spinsack_command(), flags);
}

void expect_same_samples(const QuboModel& model, const ParameterValues& values, bool squares) {
  std::string flags;
  for (const auto& [name, value] : values) flags += fmt::format(" --{} {}", name, value);
  std::string hello(test::ScriptedWorker::plain_hello);
  if (squares) hello.insert(1, R"("squares":true,)");
  test::ScriptedWorker worker(reference_script(flags), hello);
  const Described described("here", worker.machine());
  const SampleRequest request{.seed = 7, .first_read = 2, .reads = 4};
  const SampleSet ours = find_sampler("sa").sample(model, values, request);
  const SampleSet theirs = find_sampler("external").sample(model, {{"machine", "here"}}, request);
  ASSERT_EQ(theirs.samples.size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(theirs.samples[k].read, ours.samples[k].read);
    EXPECT_EQ(theirs.samples[k].bits, ours.samples[k].bits);
    EXPECT_EQ(theirs.samples[k].energy, ours.samples[k].energy);
  }
  EXPECT_EQ(theirs.reads, 4);
  EXPECT_TRUE(theirs.remarks.empty());
  ASSERT_TRUE(theirs.clock);
  EXPECT_EQ(theirs.clock->machine, 2.0);
  EXPECT_EQ(theirs.read_seconds, 2.0);
}

TEST(External, GivesTheSamplesOfTheSamplerBehindTheWorker) {
  const QkpInstance instance = generate("gallo", {{"n", "20"}, {"density", "50"}, {"seed", "1"}});
  for (const Encoding& encoding : encodings()) {
    if (encoding.name == "native") continue;  // hands over what no sampler of ours takes
    SCOPED_TRACE(encoding.name);
    const QuboModel model =
        formulate(instance, {.encoding = std::string(encoding.name), .strength = 2.7, .bound = 10})
            .model;
    expect_same_samples(model, {{"sweeps", "30"}}, true);
    expect_same_samples(model, {{"schedule", "paper"}, {"sweeps", "30"}}, true);
    // Multiplied out, the model is another one for a sampler of ours too, and that is what it is compared with.
    expect_same_samples(QuboModel(model.expand()), {{"sweeps", "30"}}, false);
  }
}

std::string hello_with(std::string_view answers, std::string_view limits) {
  return fmt::format(
      R"({{"type":"hello","protocol":1,"formats":["bqm"],"answers":"{}","limits":{{{}}}}})",
      answers, limits);
}

std::string result_of(std::string_view samples) {
  return fmt::format(R"(printf '%s\n' "$line" >> "${{0%/*}}/lines"
  echo '{{"type":"result","id":'$id',"samples":[{}],"times":{{}}}}')",
                     samples);
}

TEST(External, KeepsWhatItHasWhereTimeRunsShort) {
  test::ScriptedWorker worker("sleep 0.25; " + result_of(R"({"bits":"1100"})"),
                              hello_with("best", R"("time_limit":[0.2,60])"));
  const Described described("slow", worker.machine());
  const SampleSet set =
      find_sampler("external")
          .sample(QuboModel(probe_form()), {{"machine", "slow"}}, {.reads = 3, .time_limit = 0.6});
  EXPECT_GE(set.samples.size(), 1U);  // and no error, though less than 0.2 s are left for the next
}

TEST(External, TakesOneReadOfAHistory) {
  test::ScriptedWorker worker(
      result_of(R"({"bits":"0000","found_at":0.25},{"bits":"1100","found_at":0.5})"),
      hello_with("history", ""));
  const Described described("h", worker.machine());
  const SampleSet set =
      find_sampler("external").sample(QuboModel(probe_form()), {{"machine", "h"}}, {.reads = 2});
  ASSERT_EQ(set.samples.size(), 2U);
  EXPECT_EQ(set.samples[1].energy, -10.75);
  ASSERT_GE(set.trace.size(), 2U);
  EXPECT_EQ(set.trace[0].energy, 0.25);
  EXPECT_EQ(set.trace[1].energy, -10.75);
  const std::string lines = worker.content("lines");
  EXPECT_EQ(std::ranges::count(lines, '\n'), 2);
  EXPECT_THAT(lines, HasSubstr(R"("reads":1,)"));
  EXPECT_THROW(
      (void)find_sampler("external")
          .sample(QuboModel(probe_form()), {{"machine", "h"}, {"batch", "2"}}, {.reads = 2}),
      UsageError);
}

TEST(External, AsksForReadsInBatchesAndAgainForThoseThatDidNotCome) {
  test::ScriptedWorker worker(
      result_of(R"({"bits":"1100","occurrences":2},{"bits":"1000","occurrences":1})"),
      hello_with("independent", R"("reads_per_request":5)"));
  const Described described("b", worker.machine());
  const SampleSet set =
      find_sampler("external").sample(QuboModel(probe_form()), {{"machine", "b"}}, {.reads = 7});
  EXPECT_EQ(set.samples.size(), 7U);
  for (std::size_t k = 0; k < 7; ++k) EXPECT_EQ(set.samples[k].read, static_cast<std::int64_t>(k));
  EXPECT_EQ(set.samples[2].bits, (Bits{1, 0, 0, 0}));
  const std::string lines = worker.content("lines");
  for (const char* const reads : {R"("reads":5,)", R"("reads":2,)"})
    EXPECT_THAT(lines, HasSubstr(reads));
}

TEST(External, DividesTheTimeAmongReads) {
  test::ScriptedWorker worker(result_of(R"("1100")"),
                              hello_with("best", R"("time_limit":[0.5,10],"time_step":0.5)"));
  const Described described("t", worker.machine());
  const Sampler& external = find_sampler("external");
  (void)external.sample(QuboModel(probe_form()), {{"machine", "t"}},
                        {.reads = 1, .time_limit = 9.8});
  EXPECT_THAT(worker.content("lines"), HasSubstr(R"("time_limit":9.5,)"));
  (void)external.sample(QuboModel(probe_form()), {{"machine", "t"}, {"read-time", "2"}},
                        {.reads = 1, .time_limit = 60});
  EXPECT_THAT(worker.content("lines"), HasSubstr(R"("time_limit":2,)"));
  try {
    (void)external.sample(QuboModel(probe_form()), {{"machine", "t"}},
                          {.reads = 10, .time_limit = 3});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "--time-limit: machine 't' takes 0.5..10 s for a read, found 0 s; --reads and "
                 "--read-time change it");
  }
}

// Answers the questions 1 and 2, and to the third it says something else.
std::string third_time(std::string_view otherwise) {
  return fmt::format("if [ $id -lt 3 ]; then {}; else {}; fi", result_of(R"("1100")"), otherwise);
}

TEST(External, KeepsWhatWasAnsweredBeforeAFailure) {
  test::ScriptedWorker worker(
      third_time(
          R"(echo '{"type":"error","id":'$id',"code":"quota","message":"no more this month"}')"),
      hello_with("best", ""));
  const Described described("q", worker.machine());
  const SampleSet set =
      find_sampler("external").sample(QuboModel(probe_form()), {{"machine", "q"}}, {.reads = 5});
  EXPECT_EQ(set.samples.size(), 2U);
  EXPECT_EQ(set.reads, 2);
  ASSERT_TRUE(set.failure);
  EXPECT_EQ(set.failure->fault(), MachineFault::quota);
  EXPECT_THAT(set.failure->what(), HasSubstr("no more this month"));

  // Without any answer there is only the error.
  EXPECT_THROW((void)find_sampler("external")
                   .sample(QuboModel(probe_form()), {{"machine", "q"}}, {.reads = 5}),
               MachineError);
}

TEST(External, KeepsWhatWasAnsweredBeforeAnInterrupt) {
  test::ScriptedWorker worker(third_time(":"), hello_with("best", ""));
  const Described described("i", worker.machine());
  std::atomic<bool> interrupted{false};
  SampleRequest request{.reads = 5, .interrupted = &interrupted};
  request.wanted = [&](std::int64_t read) {
    if (read == 2) interrupted = true;  // the third request begins and has no answer
    return true;
  };
  const SampleSet set =
      find_sampler("external").sample(QuboModel(probe_form()), {{"machine", "i"}}, request);
  EXPECT_EQ(set.samples.size(), 2U);
  EXPECT_EQ(set.stopped_by, StopReason::interrupt);
  EXPECT_FALSE(set.failure) << "it ended as it was told to";
}

TEST(External, SolvesWithWhatWasAnsweredBeforeAFailure) {
  test::ScriptedWorker worker(
      R"(n=${line#*'"variables":'}; n=${n%%[!0-9]*}
  if [ $id -lt 3 ]; then
    echo '{"type":"result","id":'$id',"samples":["'$(printf '%0*d' $n 0)'"],"times":{"machine":0.5}}'
  else
    echo '{"type":"error","id":'$id',"code":"machine","message":"it burns","retry":false}'
  fi)",
      hello_with("best", ""));
  const Described described("m", worker.machine());
  const QkpInstance instance = generate("gallo", {{"n", "10"}, {"density", "50"}, {"seed", "1"}});
  for (const char* const strength : {"auto", "2"}) {  // a model for each read, or one for all
    close_machine_room();                             // questions are counted anew
    const SolveOutcome outcome =
        test::qkp_method("external")
            .solve(instance, {{"machine", "m"}, {"lambda", strength}, {"reads", "4"}}, {});
    ASSERT_TRUE(outcome.failure) << strength;
    EXPECT_THAT(outcome.failure->what(), HasSubstr("it burns"));
    ASSERT_TRUE(outcome.clock);
    EXPECT_EQ(outcome.clock->machine, 1.0) << "two requests were answered";
    EXPECT_GT(outcome.value, 0) << "filled up from nothing";
  }
}

// As many zeros as the model has variables, and the question is noted.
constexpr std::string_view zeros = R"(printf '%s\n' "$line" >> "${0%/*}/lines"
  n=${line#*'"variables":'}; n=${n%%[!0-9]*}
  echo '{"type":"result","id":'$id',"samples":["'$(printf '%0*d' $n 0)'"],"times":{"machine":0.5}}')";

TEST(External, GivesEveryReadOfASolveTheSameTime) {
  const QkpInstance instance = generate("gallo", {{"n", "10"}, {"density", "50"}, {"seed", "1"}});
  const auto lines_with = [](const std::string& text, const std::string& part) {
    int count = 0;
    for (std::size_t i = text.find(part); i != std::string::npos; i = text.find(part, i + 1))
      ++count;
    return count;
  };
  for (const char* const strength : {"auto", "2"}) {  // a model for each read, or one for all
    test::ScriptedWorker worker(zeros,
                                hello_with("best", R"("time_limit":[1,3600],"time_step":1)"));
    const Described described("w", worker.machine());
    const SolveOutcome outcome =
        test::qkp_method("external")
            .solve(instance, {{"machine", "w"}, {"lambda", strength}, {"reads", "4"}},
                   {.time_limit = 4000});
    EXPECT_FALSE(outcome.failure);
    EXPECT_EQ(outcome.clock->machine, 2.0);
    EXPECT_EQ(lines_with(worker.content("lines"), R"("time_limit":1000,)"), 4) << strength;
  }
}

TEST(External, GoesOnWithReadsOfASolveUntilItsTimeIsOver) {
  test::ScriptedWorker worker(zeros, hello_with("best", R"("time_limit":[0.001,3600])"));
  const Described described("w", worker.machine());
  const QkpInstance instance = generate("gallo", {{"n", "10"}, {"density", "50"}, {"seed", "1"}});
  const SolveOutcome outcome =
      test::qkp_method("external").solve(instance, {{"machine", "w"}}, {.time_limit = 0.8});
  EXPECT_EQ(outcome.stopped_by, StopReason::time);
  EXPECT_GT(outcome.value, 0);
}

TEST(External, StopsAtTheTarget) {
  test::ScriptedWorker worker(result_of(R"("1100")"), hello_with("best", ""));
  const Described described("g", worker.machine());
  const SampleSet set =
      find_sampler("external")
          .sample(QuboModel(probe_form()), {{"machine", "g"}}, {.reads = 5, .target = -10});
  EXPECT_EQ(set.samples.size(), 1U);
  EXPECT_EQ(set.stopped_by, StopReason::target);
}

TEST(External, WantsAMachineThatIsDescribed) {
  const auto message = [](const ParameterValues& values) -> std::string {
    try {
      (void)find_sampler("external").sample(QuboModel(probe_form()), values, {});
    } catch (const UsageError& error) {
      return error.what();
    }
    return "it answered";
  };
  EXPECT_THAT(message({}), HasSubstr("--machine: expected the name of a machine"));
  test::ScriptedWorker worker("");
  const Described described("right", worker.machine());
  EXPECT_THAT(message({{"machine", "wright"}}),
              HasSubstr("unknown machine 'wright'; did you mean 'right'?"));
}

}  // namespace
}  // namespace spinsack

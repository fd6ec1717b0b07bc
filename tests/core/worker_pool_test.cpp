// SPDX-License-Identifier: Apache-2.0
#include "core/worker_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <stdexcept>
#include <string>
#include <system_error>

namespace spinsack {
namespace {

// Starts so many threads and no more, as a system at its limit does.
StartThread starter_of(int threads) {
  return [left = threads](const std::function<void()>& work) mutable {
    if (left-- <= 0)
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    return start_thread(work);
  };
}

std::vector<int> calls_of_each(std::int64_t threads, std::size_t count, const StartThread& start) {
  std::vector<int> calls(count);
  run_jobs(
      threads, static_cast<std::int64_t>(count),
      [&](std::int64_t number) { return ++calls[static_cast<std::size_t>(number)] > 0; }, start);
  return calls;
}

TEST(WorkerPool, DoesEveryJobOnce) {
  for (const int threads : {1, 2, 7, 200})
    EXPECT_EQ(calls_of_each(threads, 100, start_thread), std::vector<int>(100, 1)) << threads;
  EXPECT_EQ(calls_of_each(4, 0, start_thread), std::vector<int>());
}

TEST(WorkerPool, GoesOnWithTheThreadsThatItGot) {
  for (const int given : {0, 1, 3})
    EXPECT_EQ(calls_of_each(7, 100, starter_of(given)), std::vector<int>(100, 1)) << given;
}

TEST(WorkerPool, CountsTheThreadsThatItGot) {
  std::atomic<int> calls = 0;
  WorkerPool pool(
      5, [&] { ++calls; }, starter_of(2));
  pool.join();
  EXPECT_EQ(pool.size(), 2);
  EXPECT_EQ(calls, 2);
}

TEST(WorkerPool, TellsWhatAThreadThrew) {
  WorkerPool pool(3, [] { throw std::runtime_error("broken"); });
  EXPECT_THROW(pool.join(), std::runtime_error);
}

// Both fail, and the second has failed before the first may go on: the answer is that of a plain loop.
TEST(WorkerPool, ThrowsWhatTheFirstJobInOrderThrew) {
  std::latch second_failed(1);
  const auto job = [&](std::int64_t number) -> bool {
    if (number == 0) {
      second_failed.wait();
    } else {
      second_failed.count_down();
    }
    throw std::runtime_error(std::to_string(number));
  };
  try {
    run_jobs(2, 2, job);
    FAIL() << "expected an exception";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "0");
  }
}

TEST(WorkerPool, BeginsNoJobAfterOneThatFails) {
  std::atomic<int> begun = 0;
  const auto job = [&](std::int64_t) -> bool {
    ++begun;
    throw std::runtime_error("broken");
  };
  EXPECT_THROW(run_jobs(3, 1'000'000, job), std::runtime_error);
  EXPECT_LE(begun, 3) << "at most one for each thread";
}

TEST(WorkerPool, BeginsNoJobAfterOneThatSaysEnough) {
  std::vector<int> done;
  run_jobs(1, 10, [&](std::int64_t number) {
    done.push_back(static_cast<int>(number));
    return number < 4;
  });
  EXPECT_EQ(done, (std::vector<int>{0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace spinsack

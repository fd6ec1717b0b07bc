// SPDX-License-Identifier: Apache-2.0
#include "core/child_process.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace spinsack {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds long_enough{20'000};

std::string all_words(ChildProcess& process) {
  std::string text;
  while (process.read(text, 100ms)) continue;
  return text;
}

TEST(ChildProcess, TellsWhatItSaysAndHowItEnds) {
  ChildProcess process([](int out) {
    write_to_parent(out, "hello");
    ::_exit(7);
  });
  EXPECT_EQ(all_words(process), "hello");
  const auto end = process.wait(long_enough);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->exit_code, 7);
  EXPECT_EQ(end->signal, 0);
}

TEST(ChildProcess, EndsWithAnException) {
  ChildProcess process([](int) { throw std::runtime_error("no luck"); });
  EXPECT_EQ(all_words(process), "no luck");
  const auto end = process.wait(long_enough);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->exit_code, 1);
}

TEST(ChildProcess, TellsTheSignalThatEndedIt) {
  ChildProcess process([](int) { ::raise(SIGKILL); });
  EXPECT_EQ(all_words(process), "");
  const auto end = process.wait(long_enough);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->signal, SIGKILL);
}

TEST(ChildProcess, IsNotWaitedForLongerThanAsked) {
  const auto begin = std::chrono::steady_clock::now();
  {
    ChildProcess process([](int out) {
      ::close(out);
      ::sleep(60);
    });
    EXPECT_EQ(all_words(process), "");
    EXPECT_FALSE(process.wait(0ms));
    EXPECT_FALSE(process.wait(20ms));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 20s);
}

}  // namespace
}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "terminal/live_line.hpp"

#include "terminal/output.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace spinsack::cli {
namespace {

constexpr auto terminal_period = std::chrono::milliseconds(100);
constexpr auto log_period = std::chrono::seconds(10);

void overwrite_line(const std::string& text) {
  const std::string line = "\r\x1b[K" + text;
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

LiveLine::LiveLine(bool wanted) : terminal_(::isatty(STDERR_FILENO) != 0) {
  if (!wanted) return;
  try {
    shower_ = std::thread([this] { keep_showing(); });
  } catch (const std::system_error&) {
    // The work matters, its display does not: without a thread there is no line.
  }
}

LiveLine::~LiveLine() {
  if (!shower_.joinable()) return;
  {
    const std::scoped_lock lock(mutex_);
    done_ = true;
  }
  over_.notify_one();
  shower_.join();
  if (terminal_) overwrite_line("");
}

void LiveLine::show(std::string text) {
  const std::scoped_lock lock(mutex_);
  text_ = std::move(text);
}

void LiveLine::keep_showing() {
  std::unique_lock lock(mutex_);
  const auto period = terminal_
                          ? std::chrono::duration_cast<std::chrono::milliseconds>(terminal_period)
                          : std::chrono::duration_cast<std::chrono::milliseconds>(log_period);
  while (!over_.wait_for(lock, period, [this] { return done_; })) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    const std::string line = fmt::format("{:.1f} s  {}", elapsed.count(), text_);
    if (terminal_)
      overwrite_line(line);
    else
      note(line);
  }
}

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
// What long work is doing, on standard error: one line that keeps changing on a terminal, a line every ten
// seconds elsewhere. Each begins with the time elapsed.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace spinsack::cli {

class LiveLine {
 public:
  explicit LiveLine(bool wanted);
  ~LiveLine();  // takes the line away
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  void show(std::string text);  // from any thread, as often as it likes

 private:
  void keep_showing();

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  bool terminal_;
  std::mutex mutex_;
  std::condition_variable over_;
  bool done_ = false;  // these two are guarded by mutex_
  std::string text_;
  std::thread shower_;
};

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
// The pages of a watched study. A thread of its own looks at the records, only while somebody asks, only when they have
// changed, and for a fifth of the time at most, so that a large study is not slowed by who watches it. Answers are what
// was seen last, and never wait.
#pragma once

#include "watch/http.hpp"
#include "watch/progress_json.hpp"
#include "watch/study_look.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace spinsack::cli {

class StudyWatch {
 public:
  StudyWatch(std::string path, const AnalysisClock& clock);
  ~StudyWatch();  // waits for a look that is under way
  StudyWatch(const StudyWatch&) = delete;
  StudyWatch& operator=(const StudyWatch&) = delete;

  // "/" is the page, "/progress" and "/data" what it asks for; 404 for others. From any thread.
  [[nodiscard]] HttpReply answer(const HttpRequest& request);

 private:
  void look_on(const std::stop_token& stop);
  void look_once();

  StudyWatcher watcher_;  // of the thread
  FilesSeen seen_;        // of the thread: at the last look
  std::shared_ptr<const std::string> page_;
  std::string start_;  // part of editions: those of another server are others

  std::mutex mutex_;  // guards what follows
  std::condition_variable_any news_;
  bool asked_ = true;
  std::int64_t looks_ = 0;
  WatchProgress progress_;
  std::shared_ptr<const std::string> data_;

  std::jthread thread_;  // ends first
};

}  // namespace spinsack::cli

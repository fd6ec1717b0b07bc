// SPDX-License-Identifier: Apache-2.0
#include "watch/study_watch.hpp"

#include "core/error.hpp"
#include "core/stopwatch.hpp"
#include "report/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <utility>

namespace spinsack::cli {
namespace {

constexpr double shortest_rest = 0.25;  // seconds between two looks
constexpr double rest_per_look = 4;     // in the time that the look took

HttpReply json_reply(std::shared_ptr<const std::string> body) {
  return {.type = "application/json", .body = std::move(body)};
}

}  // namespace

StudyWatch::StudyWatch(std::string path, const AnalysisClock& clock)
    : watcher_(std::move(path), clock),
      page_(std::make_shared<const std::string>(live_page())),
      start_(fmt::format("{:x}", std::chrono::system_clock::now().time_since_epoch().count())) {
  progress_.path = watcher_.path();
  thread_ = std::jthread([this](const std::stop_token& stop) { look_on(stop); });
}

StudyWatch::~StudyWatch() = default;

HttpReply StudyWatch::answer(const HttpRequest& request) {
  if (request.target == "/") return {.type = "text/html; charset=utf-8", .body = page_};
  const std::scoped_lock lock(mutex_);
  if (request.target == "/progress") {
    asked_ = true;
    news_.notify_all();
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return json_reply(std::make_shared<const std::string>(
        progress_json(progress_, std::chrono::duration_cast<std::chrono::seconds>(now).count())));
  }
  if (request.target == "/data")
    return data_ ? json_reply(data_) : text_reply(503, "There are no records yet.\n");
  return text_reply(404, "There is no such page.\n");
}

void StudyWatch::look_on(const std::stop_token& stop) {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      if (!news_.wait(lock, stop, [&] { return asked_; })) return;
      asked_ = false;
    }
    const Stopwatch watch;
    look_once();
    const double rest = std::max(shortest_rest, rest_per_look * watch.seconds());
    std::unique_lock lock(mutex_);
    if (news_.wait_for(lock, stop, std::chrono::duration<double>(rest), [] { return false; }) ||
        stop.stop_requested())
      return;
  }
}

// Whatever goes wrong is told on the page; the next look may find it mended.
void StudyWatch::look_once() {
  std::string trouble;
  try {
    FilesSeen files =
        watcher_.files();  // before they are read: what comes meanwhile is seen next time
    if (looks_ > 0 && files == seen_) return;
    StudyLook look = watcher_.look();
    auto data =
        look.data.empty() ? nullptr : std::make_shared<const std::string>(std::move(look.data));
    const std::scoped_lock lock(mutex_);
    seen_ = std::move(files);
    progress_.trouble.clear();
    progress_.looked = true;
    progress_.studies = std::move(look.studies);
    progress_.has_data = data != nullptr;
    progress_.edition = fmt::format("{}-{}", start_, ++looks_);
    data_ = std::move(data);
    return;
  } catch (const Error& error) {
    trouble = error.what();
  } catch (const std::bad_alloc&) {
    trouble = "There is not enough memory for these records";
  } catch (const std::exception& error) {
    trouble = fmt::format("internal error: {}", error.what());
  }
  const std::scoped_lock lock(mutex_);
  progress_.looked = true;
  progress_.trouble = std::move(trouble);
  seen_ = {"nothing"};  // so that the next look is a real one
}

}  // namespace spinsack::cli

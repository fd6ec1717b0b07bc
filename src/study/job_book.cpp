// SPDX-License-Identifier: Apache-2.0
#include "study/job_book.hpp"

#include "core/error.hpp"
#include "core/json_reader.hpp"
#include "core/json_text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <limits>

namespace spinsack {
namespace {

std::string utc_now() {
  return fmt::format(
      "{:%Y-%m-%dT%H:%M:%SZ}",
      fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

JsonObject job_line(const std::string& cell, const PlannedRequest& request) {
  JsonObject json;
  json.text("cell", cell).integer("read", request.first_read).integer("reads", request.reads);
  json.text("machine", request.machine);
  return json;
}

}  // namespace

JobBook::JobBook(const std::string& folder)
    : lines_((std::filesystem::path(folder) / "jobs.jsonl").string()) {
  lines_.read([&](std::string_view line) { take(line); });
}

// A line that was cut off is no promise: nobody was told of the job before it was whole.
void JobBook::take(std::string_view line) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  try {
    JsonReader json("jobs.jsonl", line);
    std::string cell;
    std::int64_t read = 0;
    bool closed = false;
    Job job;
    json.enter_object("a job");
    for (std::string key; json.next_key(key);) {
      if (key == "cell")
        cell = json.text("a cell");
      else if (key == "read")
        read = json.integer("a read", 0, most);
      else if (key == "machine")
        job.machine = json.text("a machine");
      else if (key == "job")
        job.name = json.text("a job");
      else {
        closed = closed || key == "closed";
        json.skip();
      }
    }
    json.end("the job");
    if (closed)
      open_[cell].erase(read);
    else if (!job.name.empty())
      open_[cell][read] = std::move(job);
  } catch (const InputError&) {
    return;
  }
}

void JobBook::accept(const std::string& cell, const PlannedRequest& request,
                     const std::string& job) {
  const std::scoped_lock lock(mutex_);
  lines_.turn([&](std::string_view line) { take(line); },
              [&] {
                return job_line(cell, request).text("job", job).text("accepted", utc_now()).line() +
                       "\n";
              });
}

void JobBook::close(const std::string& cell, const PlannedRequest& request, std::string_view why) {
  const std::scoped_lock lock(mutex_);
  lines_.turn([&](std::string_view line) { take(line); },
              [&] { return job_line(cell, request).text("closed", why).line() + "\n"; });
}

std::optional<std::string> JobBook::open_job(const std::string& cell,
                                             const PlannedRequest& request) {
  const std::scoped_lock lock(mutex_);
  lines_.read([&](std::string_view line) { take(line); });
  const auto of_cell = open_.find(cell);
  if (of_cell == open_.end()) return std::nullopt;
  const auto job = of_cell->second.find(request.first_read);
  if (job == of_cell->second.end() || job->second.machine != request.machine) return std::nullopt;
  return job->second.name;
}

bool JobBook::has_open_job(const std::string& cell) {
  const std::scoped_lock lock(mutex_);
  const auto of_cell = open_.find(cell);
  return of_cell != open_.end() && !of_cell->second.empty();
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// Jobs that a machine has accepted, in jobs.jsonl of the study: whatever ends the program, their results can be had
// for nothing. A job is open until its cell has a good record, or the machine says that nothing will come of it.
#pragma once

#include "core/locked_lines.hpp"
#include "machine/account.hpp"

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace spinsack {

class JobBook {
 public:
  explicit JobBook(const std::string& folder);

  // On the disk when this returns.
  void accept(const std::string& cell, const PlannedRequest& request, const std::string& job);
  // Nothing will come of it.
  void close(const std::string& cell, const PlannedRequest& request, std::string_view why);
  // The job whose first read is that of the request. It may have been for fewer reads, if some of an answer were missing.
  [[nodiscard]] std::optional<std::string> open_job(const std::string& cell,
                                                    const PlannedRequest& request);
  [[nodiscard]] bool has_open_job(const std::string& cell);

 private:
  struct Job {
    std::string machine;
    std::string name;
  };
  void take(std::string_view line);

  LockedLines lines_;
  std::mutex mutex_;  // taken before that of the lines, never the other way round
  std::map<std::string, std::map<std::int64_t, Job>> open_;  // by cell and first read
};

}  // namespace spinsack

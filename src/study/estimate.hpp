// SPDX-License-Identifier: Apache-2.0
// What a study will take. Before it runs, from what machines and methods usually take; while it runs, from
// what the cells of the same kind took.
#pragma once

#include "study/cell.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace spinsack {

struct StudyEstimate {
  std::int64_t runs = 0;
  double seconds = 0;    // of one core
  double bytes = 0;      // of records
  bool at_most = false;  // a time limit or a target may end some of it sooner

  StudyEstimate& operator+=(const StudyEstimate& other) {
    runs += other.runs;
    seconds += other.seconds;
    bytes += other.bytes;
    at_most = at_most || other.at_most;
    return *this;
  }
};

// Requests to a real machine; 0 for a cell that asks none. A machine that answers several reads at once needs fewer.
[[nodiscard]] std::int64_t request_count(const Cell& cell);
[[nodiscard]] double expected_seconds(const Cell& cell);
[[nodiscard]] StudyEstimate estimate(std::span<const Cell> cells);

// Learns how long cells take, by method and setting.
class Pace {
 public:
  void expect(const Cell& cell);                   // it is still to be done
  void done(const Cell& cell, double seconds);     // it took that
  [[nodiscard]] double remaining_seconds() const;  // of one core

 private:
  struct Kind {
    double expected_left = 0;
    double expected_done = 0;
    double taken = 0;
  };
  std::map<std::string, Kind> kinds_;
};

}  // namespace spinsack

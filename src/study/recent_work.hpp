// SPDX-License-Identifier: Apache-2.0
// How fast a study is, from its records alone, whoever does the work and wherever. Each record says when its cell began
// and how long it took, so the times at which something was being done are known, and pauses do not count.
#pragma once

#include "record/record.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <string_view>
#include <vector>

namespace spinsack {

class RecentWork {
 public:
  explicit RecentWork(std::size_t most = 500) : most_(most) {}

  // Records come in any order; the last ones that ended are kept. One without a time that can be read is left out.
  void add(const CellRecord& record);

  struct Speed {
    double cells_per_second = 0;
    double at_once = 0;  // cells in work at a time, on average
  };
  // Nothing without records.
  [[nodiscard]] std::optional<Speed> speed() const;

 private:
  struct Span {  // seconds
    double end = 0;
    double begin = 0;  // since 1970
    double work = 0;
    friend bool operator>(const Span& a, const Span& b) { return a.end > b.end; }
  };

  std::size_t most_;
  std::priority_queue<Span, std::vector<Span>, std::greater<>> spans_;  // that ended first on top
};

// "2024-05-01T12:00:00Z" as seconds since 1970; nothing for other texts.
[[nodiscard]] std::optional<std::int64_t> seconds_since_epoch(std::string_view time);

}  // namespace spinsack

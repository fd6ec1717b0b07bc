// SPDX-License-Identifier: Apache-2.0
// The course of a read: its new best energies and when they were found. A descent of a large model improves with every
// step, so of many points some are kept, chosen by their number alone: the same read keeps the same ones.
#pragma once

#include "sampler/sampler.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spinsack {

class ReadTrace {
 public:
  static constexpr std::size_t most_points = 10'000;

  // energy is below all before.
  void add(const TracePoint& point) {
    if (last_is_extra_) points_.pop_back();
    points_.push_back(point);
    last_is_extra_ = added_++ % apart_ != 0;
    if (last_is_extra_ || points_.size() < most_points) return;
    apart_ *= 2;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < points_.size(); i += 2) points_[kept++] = points_[i];
    points_.resize(kept);
    last_is_extra_ = points_.back().energy != point.energy;
    if (last_is_extra_) points_.push_back(point);
  }

  // The first and the last that were added, and those between whose numbers are multiples of a power of two.
  const std::vector<TracePoint>& points() const { return points_; }

 private:
  std::vector<TracePoint> points_;
  std::int64_t added_ = 0;
  std::int64_t apart_ = 1;
  bool last_is_extra_ = false;  // there because it is the last, until another one comes
};

}  // namespace spinsack

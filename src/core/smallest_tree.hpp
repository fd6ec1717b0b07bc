// SPDX-License-Identifier: Apache-2.0
// The smallest of many values while single ones change: a tree whose nodes know the smallest value of their children,
// 64 unless said otherwise. A change costs a step per level at best and a look at all children per level at worst;
// the root needs none. Few children are for values that are mostly asked for the smallest, and then changed.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace spinsack {

template <class T, std::size_t Width = 64>
class SmallestTree {
  static_assert(Width <= 64);

 public:
  // At least one value. nothing: as large as any, for places that do not exist.
  SmallestTree(std::vector<T> values, T nothing) : size_(values.size()) {
    levels_.push_back(std::move(values));
    do {
      std::vector<T>& below = levels_.back();
      below.resize((below.size() + Width - 1) / Width * Width, nothing);
      std::vector<T> level(below.size() / Width);
      for (std::size_t node = 0; node < level.size(); ++node)
        level[node] = smallest_of(below, node);
      levels_.push_back(std::move(level));
    } while (levels_.back().size() > 1);
  }

  std::size_t size() const { return size_; }
  const T& operator[](std::size_t place) const { return levels_.front()[place]; }
  const T& smallest() const { return levels_.back().front(); }

  void set(std::size_t place, T value) {
    T old = std::exchange(levels_.front()[place], value);
    for (std::size_t level = 1; level < levels_.size(); ++level) {
      place /= Width;
      T& node = levels_[level][place];
      if (!(value < node) && node < old) return;  // the old one did not count, nor does the new one
      const T now = value < node ? value : smallest_of(levels_[level - 1], place);
      old = std::exchange(node, now);
      if (!(old < now) && !(now < old)) return;
      value = now;
    }
  }

  std::size_t first_smallest() const {
    std::size_t place = 0;
    for (std::size_t level = levels_.size() - 1; level > 0; --level) {
      const T& wanted = levels_[level][place];
      const T* const children = levels_[level - 1].data() + place * Width;
      std::uint64_t larger = 0;  // a bit for each child: no guess that would be wrong mostly
      for (std::size_t k = 0; k < Width; ++k)
        larger |= static_cast<std::uint64_t>(wanted < children[k]) << k;
      place = place * Width + static_cast<std::size_t>(std::countr_one(larger));
    }
    return place;
  }

  // The first place from `from` on whose value is smaller than this; size() if there is none.
  std::size_t next_below(std::size_t from, const T& limit) const {
    // 1. Up, until a node to the right has one.
    std::size_t level = 0;
    for (;; ++level) {
      if (level + 1 == levels_.size()) {
        if (from > 0 || !(smallest() < limit)) return size_;
        break;
      }
      const std::vector<T>& values = levels_[level];
      const std::size_t end = std::min((from / Width + 1) * Width, values.size());
      while (from < end && !(values[from] < limit)) ++from;
      if (from < end) break;
      from = (end + Width - 1) / Width;
    }
    // 2. Down to its first one.
    while (level > 0) {
      --level;
      from *= Width;
      while (!(levels_[level][from] < limit)) ++from;
    }
    return from;
  }

 private:
  static T smallest_of(const std::vector<T>& below, std::size_t node) {
    const T* const first = below.data() + node * Width;
    T smallest = first[0];
    for (std::size_t k = 1; k < Width; ++k) smallest = first[k] < smallest ? first[k] : smallest;
    return smallest;
  }

  std::size_t size_;
  std::vector<std::vector<T>>
      levels_;  // the values, then the smallest of every Width, and so on to a single one
};

}  // namespace spinsack

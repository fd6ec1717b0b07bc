// SPDX-License-Identifier: Apache-2.0
// A growing list of pairs with a number each: 12 bytes an entry where the numbers fit 32 bits. It grows by blocks,
// since a vector that grows holds its entries twice for a moment.
#pragma once

#include "core/types.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace spinsack {

class PairList {
 public:
  std::int64_t size() const { return size_; }
  // Once a real was added, all numbers are reals.
  bool reals() const { return reals_; }
  // The range of the integers and 0.
  std::int64_t low() const { return low_; }
  std::int64_t high() const { return high_; }

  void append(Index i, Index j, std::int64_t value) {
    if (reals_) return append(i, j, static_cast<double>(value));
    low_ = std::min(low_, value);
    high_ = std::max(high_, value);
    put(i, j, value);
  }
  void append(Index i, Index j, double value) {
    if (!reals_) {
      for (const auto& block : blocks_) {
        block->widen();
        for (std::int64_t& number : block->wide)
          number = std::bit_cast<std::int64_t>(static_cast<double>(number));
      }
      reals_ = true;
    }
    put(i, j, std::bit_cast<std::int64_t>(value));
  }

  // f(i, j, value) for all entries in the order in which they came, with integers or with doubles.
  template <class F>
  void for_each(F&& f) const {
    for_each(
        std::forward<F>(f), [](Index, Index) {}, [](Index, Index) {});
  }
  // The same for those who write all over the memory with each entry: far(i, j) and then near(i, j) are told of entries
  // that come soon, so that they can prefetch.
  template <class F, class Far, class Near>
  void for_each(F&& f, Far&& far, Near&& near) const {
    constexpr std::size_t far_ahead = 40;
    constexpr std::size_t near_ahead = 16;
    for (const auto& block : blocks_) {
      const std::size_t count = block->pair.size();
      const bool narrow = block->wide.empty();
      for (std::size_t e = 0; e < count; ++e) {
        const auto [i, j] = block->pair[e];
        if (e + far_ahead < count) {
          far(block->pair[e + far_ahead].i, block->pair[e + far_ahead].j);
          near(block->pair[e + near_ahead].i, block->pair[e + near_ahead].j);
        }
        const std::int64_t number = narrow ? block->narrow[e] : block->wide[e];
        if (reals_)
          f(i, j, std::bit_cast<double>(number));
        else
          f(i, j, number);
      }
    }
  }

 private:
  struct Pair {
    Index i, j;
  };
  struct Block {
    static constexpr std::size_t most = 1 << 15;
    std::vector<Pair> pair;
    std::vector<std::int32_t> narrow;  // the numbers, in one of the two
    std::vector<std::int64_t> wide;

    void widen() {
      if (!wide.empty()) return;
      wide.reserve(most);
      wide.assign(narrow.begin(), narrow.end());
      narrow = {};
    }
  };

  // A short list stays small; whatever is longer than a block will fill most of the next one.
  void add_block() {
    blocks_.push_back(std::make_unique<Block>());
    if (blocks_.size() == 1) return;
    Block& block = *blocks_.back();
    block.pair.reserve(Block::most);
    if (blocks_[blocks_.size() - 2]->wide.empty()) block.narrow.reserve(Block::most);
  }

  void put(Index i, Index j, std::int64_t number) {
    if (blocks_.empty() || blocks_.back()->pair.size() == Block::most) add_block();
    Block& block = *blocks_.back();
    const bool fits = number >= std::numeric_limits<std::int32_t>::min() &&
                      number <= std::numeric_limits<std::int32_t>::max();
    block.pair.push_back({i, j});
    if (!fits || !block.wide.empty()) {
      block.widen();
      block.wide.push_back(number);
    } else {
      block.narrow.push_back(static_cast<std::int32_t>(number));
    }
    ++size_;
  }

  std::vector<std::unique_ptr<Block>> blocks_;
  std::int64_t size_ = 0;
  std::int64_t low_ = 0;
  std::int64_t high_ = 0;
  bool reals_ = false;
};

}  // namespace spinsack

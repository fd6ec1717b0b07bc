// SPDX-License-Identifier: Apache-2.0
// A set of many numbers in little memory: a table of them and of empty places, 11 to 23 bytes per number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace spinsack {

class FlatSet {
 public:
  // Whether it was new.
  bool insert(std::uint64_t value) {
    if (value == 0) return !std::exchange(has_zero_, true);
    if (10 * (count_ + 1) > 7 * places_.size()) grow();
    std::uint64_t& place = places_[find(places_, value)];
    if (place == value) return false;
    place = value;
    ++count_;
    return true;
  }
  bool contains(std::uint64_t value) const {
    if (value == 0) return has_zero_;
    return !places_.empty() && places_[find(places_, value)] == value;
  }
  std::size_t size() const { return count_ + (has_zero_ ? 1 : 0); }
  void clear() { *this = {}; }

  // In no order that means anything.
  template <class Take>
  void for_each(const Take& take) const {
    if (has_zero_) take(std::uint64_t{0});
    for (const std::uint64_t value : places_)
      if (value != 0) take(value);
  }

 private:
  using Places = std::vector<std::uint64_t>;  // 0 where nothing is; a power of two of them

  // The place of a value, or the empty one where it belongs.
  static std::size_t find(const Places& places, std::uint64_t value) {
    const std::uint64_t mixed = (value ^ (value >> 32)) * 0x9E3779B97F4A7C15U;
    std::size_t place = (mixed ^ (mixed >> 29)) & (places.size() - 1);
    while (places[place] != 0 && places[place] != value) place = (place + 1) & (places.size() - 1);
    return place;
  }

  void grow() {
    Places larger(places_.empty() ? 16 : 2 * places_.size(), 0);
    for (const std::uint64_t value : places_)
      if (value != 0) larger[find(larger, value)] = value;
    places_ = std::move(larger);
  }

  Places places_;
  std::size_t count_ = 0;
  bool has_zero_ = false;
};

}  // namespace spinsack

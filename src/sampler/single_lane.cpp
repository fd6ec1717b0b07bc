// SPDX-License-Identifier: Apache-2.0
#include "sampler/single_lane.hpp"

#include "core/portable_math.hpp"
#include "sampler/lane_candidates.hpp"
#include "sampler/sweep_order.hpp"

#include <hwy/cache_control.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace spinsack {
namespace single_lane {

// -ln of the lower end (side 0) and the upper end (side 1) of the numbers that begin with the digits of a word > 0, up to
// the seventh after its leading zeros; the upper end needs a word of so many digits.
struct LogBounds {
  LogBounds() {
    for (std::size_t k = 0; k < mantissa.size(); ++k)
      mantissa[k] = -portable_log(static_cast<double>(64 + k) / 128);
  }
  double minus_log(std::uint32_t word, std::size_t side) const {
    const int zeros = std::countl_zero(word | 1);
    const std::size_t digits = word << zeros >> 25 & 63;
    return zeros * 0.6931471805599453 + mantissa[digits + side];
  }
  std::array<double, 65> mantissa{};
};

}  // namespace single_lane

namespace {

using single_lane::LogBounds;

// What lane `lane` draws, from the first stream of lanes or one behind it; a byte or four per word.
LaneDraws draws_of(const LaneStreams& streams, int lane, std::size_t bytes) {
  const int lanes_per_stream = 8 / static_cast<int>(bytes);
  const LaneRandom random(streams);
  const int stream = lane / lanes_per_stream;
  const int shift = 64 / lanes_per_stream * (lane % lanes_per_stream);
  return {{random.s0[stream], random.s1[stream]}, shift, bytes};
}

const LogBounds& log_bounds() {
  static const LogBounds bounds;
  return bounds;
}

}  // namespace

SingleLane::SingleLane(const LaneModel& model, const LaneStreams& streams, int lane, bool in_bytes,
                       SetUpWatch watch)
    : model_(&model),
      in_bytes_(in_bytes),
      first_(draws_of(streams, lane, in_bytes ? 1 : 4)),
      second_(draws_of(streams, in_bytes ? lane_count + lane : 0, 1)),
      tie_(streams.tie(lane)),
      bits_(at(model.size)),
      near_(at(model.size)) {
  std::visit([&](const auto& values) { fields_ = values.base; }, model.values);
  for (std::size_t v = 0; v < near_.size(); ++v) {
    for (std::uint32_t e = model.start[2 * v]; e < model.start[2 * v + 2]; ++e) {
      const std::size_t ahead = at(model.column[e]) - v - 1;
      if (ahead < lane_candidates::width) near_[v] |= std::uint32_t{1} << ahead;
    }
    watch.after(model.start[2 * v + 2] - model.start[2 * v]);
  }
}

struct SingleLane::ByteDigits {
  const std::uint8_t* first;
  const std::uint8_t* second;
  std::uint32_t operator[](std::size_t k) const {
    return static_cast<std::uint32_t>(first[k] << 8 | second[k]);
  }
};

struct SingleLane::WordDigits {
  const std::uint8_t* words;
  std::uint32_t operator[](std::size_t k) const {
    std::uint32_t word = 0;
    std::memcpy(&word, words + 4 * k, 4);
    return word;
  }
};

// Asks for the rows that are visited two rounds later. Hardware does not guess them: from one stretch to the next but one
// (sweep_order.hpp) it would have to begin anew every few microseconds.
void SingleLane::prefetch_rows(std::size_t base, std::size_t to) const {
  constexpr std::size_t round = lane_candidates::width;
  constexpr std::size_t line = 64;
  const auto later = [&](std::size_t rounds) {
    const std::size_t v = base + rounds * round;
    return v < to ? v : v + stretch_length;
  };
  const auto ask = [](const auto* from, const auto* end) {
    for (; from < end; from += line / sizeof(*from)) hwy::Prefetch(from);
  };
  if (const std::size_t v = later(2); v + round <= bits_.size())
    ask(model_->column.data() + model_->start[2 * v],
        model_->column.data() + model_->start[2 * (v + round)]);
  if (const std::size_t v = later(4); v + round <= bits_.size()) {
    ask(model_->start.data() + 2 * v, model_->start.data() + 2 * (v + round));
    ask(near_.data() + v, near_.data() + v + round);
  }
}

template <class Rule, class T>
void SingleLane::visit_rows(Rule& rule, const LaneValues<T>& values, std::size_t from,
                            std::size_t to) {
  // Copies and plain pointers: a byte that is stored might be any member, and they would all be loaded anew.
  T* const field = std::get<std::vector<T>>(fields_).data();
  std::uint8_t* const bits = bits_.data();
  const T* const weight = values.weight.data();
  const std::uint32_t* const start = model_->start.data();
  const Index* const column = model_->column.data();
  const std::uint32_t* const near = near_.data();
  const bool unit_weights = model_->unit_weights;
  std::int64_t moved = 0;
  std::int64_t flips = 0;
  const auto cost = [=](std::size_t v) {
    const std::int32_t sign = -std::int32_t{bits[v]};
    return (field[v] ^ sign) - sign;
  };
  for (std::size_t base = from; base < to; base += lane_candidates::width) {
    const std::size_t end = std::min(to, base + lane_candidates::width);
    const std::uint64_t all = (std::uint64_t{1} << (end - base)) - 1;
    const auto drawn = rule.draw(end - base);
    prefetch_rows(base, to);
    // 1. Those that may flip, as things are now.
    std::uint64_t candidates = rule.candidates(field + base, bits + base, drawn, end - base);
    while (candidates != 0) {
      // 2. Does the next of them?
      const auto k = static_cast<std::size_t>(std::countr_zero(candidates));
      candidates &= candidates - 1;
      const std::size_t v = base + k;
      const std::int32_t a = cost(v);
      if (!rule.may_accept(a, drawn[k]) || !rule.accepts(a, drawn[k])) continue;
      moved += a;
      ++flips;
      // 3. Fields grow by 2 J where the bit was 0, and fall by as much where it was 1.
      const std::int32_t sign = -std::int32_t{bits[v]};
      const std::int32_t two = (2 ^ sign) - sign;
      bits[v] ^= 1;
      const auto add = [=](std::uint32_t e, std::int32_t change) {
        field[column[e]] = static_cast<T>(field[column[e]] + change);
      };
      const std::uint32_t negative = start[2 * v + 1];
      const std::uint32_t last = start[2 * v + 2];
      std::uint32_t e = start[2 * v];
      if (unit_weights) {
        // One loop: its length is much easier to guess than the number of positive weights.
        for (; e < last; ++e) add(e, e < negative ? two : -two);
      } else {
        for (; e < last; ++e) add(e, two * weight[e]);
      }
      // 4. Neighbours that are still to come are looked at closely: their fields have changed.
      candidates |= std::uint64_t{near[v]} << (k + 1) & all;
    }
  }
  moved_ += moved;
  flips_ += flips;
}

template <class Rule>
void SingleLane::visit(Rule rule, Index from, Index to) {
  std::visit([&](const auto& values) { visit_rows(rule, values, at(from), at(to)); },
             model_->values);
}

struct SingleLane::Coin {
  SingleLane* lane;
  struct Heads {
    std::uint64_t heads;
    std::uint32_t operator[](std::size_t k) const { return heads >> k & 1; }
  };
  // The first digit of all.
  Heads draw(std::size_t count) const {
    const std::size_t bytes = lane->in_bytes_ ? 1 : 4;
    const std::uint8_t* const drawn = lane->first_.next(count);
    if (lane->in_bytes_) (void)lane->second_.next(count);
    Heads result{0};
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint32_t word = bytes == 1 ? std::uint32_t{drawn[k]} << 24 : WordDigits{drawn}[k];
      result.heads |= std::uint64_t{word >> 31} << k;
    }
    return result;
  }
  template <class T>
  std::uint64_t candidates(const T*, const std::uint8_t*, Heads drawn, std::size_t) const {
    return drawn.heads;
  }
  bool may_accept(std::int32_t, std::uint32_t drawn) const { return drawn != 0; }
  bool accepts(std::int32_t, std::uint32_t drawn) const { return drawn != 0; }
};

struct SingleLane::ByteRule {
  SingleLane* lane;
  const ByteDigitsKnown* known;
  ByteDigits draw(std::size_t count) const {
    return {lane->first_.next(count), lane->second_.next(count)};
  }
  template <class T>
  std::uint64_t candidates(const T* field, const std::uint8_t* bits, ByteDigits drawn,
                           std::size_t count) const {
    if constexpr (sizeof(T) == 1)
      return lane_candidates::of_bytes(*known->law, lane->model_->reach, field, bits, drawn.first,
                                       drawn.second, count);
    else
      return (std::uint64_t{1} << count) - 1;  // there are no such byte lanes
  }
  bool may_accept(std::int32_t a, std::uint32_t drawn) const {
    return drawn <= known->digits[static_cast<std::uint8_t>(a)];
  }
  bool accepts(std::int32_t a, std::uint32_t drawn) const {
    const std::uint32_t p = known->digits[static_cast<std::uint8_t>(a)];
    return drawn != p ? drawn < p
                      : lane->tie_.bits32() < known->law->rest[static_cast<std::size_t>(a)];
  }
};

struct SingleLane::WideRule {
  SingleLane* lane = nullptr;
  double unit_cost = 0;
  const LogBounds* bounds = &log_bounds();
  WordDigits draw(std::size_t count) const { return {lane->first_.next(count)}; }
  template <class T>
  std::uint64_t candidates(const T* field, const std::uint8_t* bits, WordDigits drawn,
                           std::size_t count) const {
    return lane_candidates::of_words(unit_cost, field, bits, drawn.words, count);
  }
  // Bounds of -ln U from the first seven digits of U decide most cases.
  bool may_accept(std::int32_t a, std::uint32_t drawn) const {
    return (unit_cost * a <= bounds->minus_log(drawn, 0) + 1e-9) | (drawn == 0);
  }
  bool accepts(std::int32_t a, std::uint32_t drawn) const {
    if (a <= 0) return true;
    if (drawn >= 1U << 7 && unit_cost * a < bounds->minus_log(drawn, 1) - 1e-9) return true;
    return spinsack::accepts(unit_cost * a, drawn, lane->tie_);
  }
};

void SingleLane::randomise(Index from, Index to) {
  visit(Coin{this}, from, to);
  flips_ = 0;
}
void SingleLane::assign(BitView bits) {
  bits_.assign(bits.begin(), bits.end());
  moved_ = energy_steps(*model_, bits);
  std::visit(
      [&]<class T>(const LaneValues<T>& values) {
        auto& field = std::get<std::vector<T>>(fields_);
        for (std::size_t v = 0; v < bits_.size(); ++v)
          field[v] = static_cast<T>(values.base[v] + 2 * pull_of_ones(*model_, values, bits, v));
      },
      model_->values);
}
void SingleLane::sweep(const ByteDigitsKnown& known, Index from, Index to) {
  visit(ByteRule{this, &known}, from, to);
}
void SingleLane::sweep(double cost, Index from, Index to) { visit(WideRule{this, cost}, from, to); }

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "sampler/single_lane.hpp"

#include "core/portable_math.hpp"

#include <array>
#include <bit>

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

Xoroshiro stream_of_lane(const LaneStreams& streams, int stream) {
  const LaneRandom random(streams);
  return {random.s0[stream], random.s1[stream]};
}

const LogBounds& log_bounds() {
  static const LogBounds bounds;
  return bounds;
}

constexpr int lanes_per_stream(bool in_bytes) { return in_bytes ? 8 : 2; }

}  // namespace

SingleLane::SingleLane(const LaneModel& model, const LaneStreams& streams, int lane, bool in_bytes)
    : model_(&model),
      in_bytes_(in_bytes),
      shift_(64 / lanes_per_stream(in_bytes) * (lane % lanes_per_stream(in_bytes))),
      first_(stream_of_lane(streams, lane / lanes_per_stream(in_bytes))),
      second_(stream_of_lane(streams, in_bytes ? (lane_count + lane) / 8 : 0)),
      tie_(streams.tie(lane)),
      bits_(at(model.size)) {
  std::visit([&](const auto& values) { fields_ = values.base; }, model.values);
}

struct SingleLane::Digits {
  Xoroshiro first;
  Xoroshiro second;
  int shift;
  std::uint32_t bytes() {
    const std::uint64_t high = first.next() >> shift & 0xff;
    const std::uint64_t low = second.next() >> shift & 0xff;
    return static_cast<std::uint32_t>(high << 8 | low);
  }
  std::uint32_t word() { return static_cast<std::uint32_t>(first.next() >> shift); }
};

template <class Rule, class T>
void SingleLane::visit_rows(const Rule& rule, const LaneValues<T>& values, std::size_t from,
                            std::size_t to) {
  // Copies and plain pointers: a byte that is stored might be any member, and they would all be loaded anew.
  T* const field = std::get<std::vector<T>>(fields_).data();
  std::uint8_t* const bits = bits_.data();
  const T* const weight = values.weight.data();
  const std::uint32_t* const start = model_->start.data();
  const Index* const column = model_->column.data();
  const bool unit_weights = model_->unit_weights;
  Digits digits{first_, second_, shift_};
  std::int64_t moved = 0;
  std::int64_t flips = 0;
  for (std::size_t v = from; v < to; ++v) {
    const std::int32_t sign = -std::int32_t{bits[v]};
    const std::int32_t a = (field[v] ^ sign) - sign;
    const std::uint32_t drawn = rule.draw(digits);
    if (!rule.may_accept(a, drawn) || !rule.accepts(a, drawn)) continue;
    moved += a;
    ++flips;
    bits[v] ^= 1;
    // Fields grow by 2 J where the bit was 0, and fall by as much where it was 1.
    const std::int32_t two = (2 ^ sign) - sign;
    const auto add = [=](std::uint32_t e, std::int32_t change) {
      field[column[e]] = static_cast<T>(field[column[e]] + change);
    };
    const std::uint32_t negative = start[2 * v + 1];
    const std::uint32_t end = start[2 * v + 2];
    std::uint32_t e = start[2 * v];
    if (unit_weights) {
      // One loop: its length is much easier to guess than the number of positive weights.
      for (; e < end; ++e) add(e, e < negative ? two : -two);
    } else {
      for (; e < end; ++e) add(e, two * weight[e]);
    }
  }
  first_ = digits.first;
  second_ = digits.second;
  moved_ += moved;
  flips_ += flips;
}

template <class Rule>
void SingleLane::visit(const Rule& rule, Index from, Index to) {
  std::visit([&](const auto& values) { visit_rows(rule, values, at(from), at(to)); },
             model_->values);
}

struct SingleLane::Coin {
  bool in_bytes;
  std::uint32_t draw(Digits& digits) const {
    return in_bytes ? digits.bytes() >> 15 : digits.word() >> 31;
  }
  bool may_accept(std::int32_t, std::uint32_t drawn) const { return drawn != 0; }
  bool accepts(std::int32_t, std::uint32_t drawn) const { return drawn != 0; }
};

struct SingleLane::ByteRule {
  const ByteDigitsKnown* known;
  Rng* own;
  std::uint32_t draw(Digits& digits) const { return digits.bytes(); }
  bool may_accept(std::int32_t a, std::uint32_t drawn) const {
    return drawn <= known->digits[static_cast<std::uint8_t>(a)];
  }
  bool accepts(std::int32_t a, std::uint32_t drawn) const {
    const std::uint32_t p = known->digits[static_cast<std::uint8_t>(a)];
    return drawn != p ? drawn < p : own->bits32() < known->law->rest[static_cast<std::size_t>(a)];
  }
};

struct SingleLane::WideRule {
  double cost = 0;
  Rng* own = nullptr;
  const LogBounds* bounds = &log_bounds();
  std::uint32_t draw(Digits& digits) const { return digits.word(); }
  // Bounds of -ln U from the first seven digits of U decide most cases.
  bool may_accept(std::int32_t a, std::uint32_t drawn) const {
    return (cost * a <= bounds->minus_log(drawn, 0) + 1e-9) | (drawn == 0);
  }
  bool accepts(std::int32_t a, std::uint32_t drawn) const {
    if (a <= 0) return true;
    if (drawn >= 1U << 7 && cost * a < bounds->minus_log(drawn, 1) - 1e-9) return true;
    return spinsack::accepts(cost * a, drawn, *own);
  }
};

void SingleLane::randomise(Index from, Index to) {
  visit(Coin{in_bytes_}, from, to);
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
  visit(ByteRule{.known = &known, .own = &tie_}, from, to);
}
void SingleLane::sweep(double cost, Index from, Index to) {
  visit(WideRule{.cost = cost, .own = &tie_}, from, to);
}

}  // namespace spinsack

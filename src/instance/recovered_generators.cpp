// SPDX-License-Identifier: Apache-2.0
#include "instance/recovered_generators.hpp"

#include <cassert>
#include <numeric>
#include <utility>

namespace spinsack {
namespace {

// Draws are in 0..32767.
struct AnsiRand {
  std::uint32_t state;
  int operator()() {
    state = state * 1103515245 + 12345;
    // A signed number in the original, whose division rounds towards zero: negative states give one
    // more than a shift would.
    const std::int32_t quotient = static_cast<std::int32_t>(state) / 65536;
    return static_cast<int>(static_cast<std::uint32_t>(quotient) % 32768);
  }
};

struct MicrosoftRand {
  std::uint32_t state;
  int operator()() {
    state = state * 214013 + 2531011;
    return static_cast<int>(state >> 16 & 0x7fff);
  }
};

template <class Rand>
std::vector<Weight> draw_weights(Index n, Rand& rand) {
  std::vector<Weight> weights(at(n));
  for (Weight& weight : weights) weight = rand() % 50 + 1;
  return weights;
}

template <class Rand>
Weight draw_capacity(const std::vector<Weight>& weights, Rand& rand) {
  const Weight sum = std::accumulate(weights.begin(), weights.end(), Weight{0});
  assert(sum > 50);
  return rand() % (sum - 50) + 50;
}

}  // namespace

QkpInstance::Data draw_medium(Index n, int density, std::uint32_t seed) {
  AnsiRand rand{seed};
  const auto draw_profit = [&] {
    const bool present = density == 100 || rand() * 100 <= 32768 * density;
    return present ? rand() % 100 + 1 : 0;  // an absent profit takes no second draw
  };
  QkpInstance::Data data;
  DenseRows<std::uint8_t> upper(n);  // bytes will do: profits end at 100
  for (Index i = 0; i < n; ++i) {
    data.profit.push_back(draw_profit());
    std::uint8_t* const row = upper.row_data(i);
    for (Index j = i + 1; j < n; ++j) row[j] = static_cast<std::uint8_t>(draw_profit());
  }
  data.pair_profit = from_triangle(std::move(upper), n);
  data.weight = draw_weights(n, rand);
  data.capacity = draw_capacity(data.weight, rand);
  return data;
}

QkpInstance::Data draw_large(Index n, int density, std::uint32_t seed) {
  MicrosoftRand rand{seed};
  const auto draw_profit = [&] {
    const bool present = rand() * 100 <= 32767 * density;
    return present ? rand() % 100 + 1 : 0;
  };
  QkpInstance::Data data;
  data.weight = draw_weights(n, rand);
  DenseRows<std::uint8_t> lower(n);
  for (Index i = 0; i < n; ++i) {
    std::uint8_t* const row = lower.row_data(i);
    for (Index j = 0; j < i; ++j) row[j] = static_cast<std::uint8_t>(draw_profit());
    data.profit.push_back(draw_profit());
  }
  data.pair_profit = from_triangle(std::move(lower), n);
  data.capacity = draw_capacity(data.weight, rand);
  return data;
}

}  // namespace spinsack

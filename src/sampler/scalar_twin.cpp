// SPDX-License-Identifier: Apache-2.0
#include "sampler/scalar_twin.hpp"

#include "sampler/thresholds.hpp"

#include <algorithm>
#include <bit>

namespace spinsack {
namespace {

// -ln x, operation for operation as in the kernel.
float negative_log(float x) {
  constexpr std::int32_t sqrt_half_bits = 0x3f3504f3;
  const auto bits = std::bit_cast<std::int32_t>(x);
  const std::int32_t exponent = (bits - sqrt_half_bits) >> 23;
  const float z = std::bit_cast<float>(bits - exponent * (1 << 23)) - 1.0F;
  float p = 0.09048784419328479F;
  for (const float c : {-0.1403089219508834F, 0.14703899166826745F, -0.16602718853413742F,
                        0.19984223247212643F, -0.2500070255066415F, 0.3333341539881283F})
    p = p * z + c;
  const float z2 = z * z;
  float log = p * z * z2;
  log = log - z2 * 0.5F;
  log = log + z;
  log = log + static_cast<float>(exponent) * 0.6931471805599453F;
  return -log;
}

float uniform(std::uint32_t word) {
  return (static_cast<float>(static_cast<std::int32_t>(word >> 1)) + 0.5F) * 0x1p-31F;
}

}  // namespace

ScalarTwin::ScalarTwin(const KernelState& state)
    : chain_(state.model->model(), state.bits()), size_(state.model->size()) {
  std::ranges::copy(state.random, random_.begin());
  std::ranges::copy(state.largest, largest_.begin());
  std::ranges::copy(state.largest_tail, largest_tail_.begin());
  largest_used_ = static_cast<std::size_t>(state.largest_used);
}

std::array<std::uint32_t, group_size> ScalarTwin::words() {
  std::array<std::uint32_t, group_size> values{};
  for (std::size_t l = 0; l < values.size(); ++l) {
    std::uint32_t& s0 = random_[l];
    std::uint32_t& s1 = random_[group_size + l];
    std::uint32_t& s2 = random_[2 * group_size + l];
    std::uint32_t& s3 = random_[3 * group_size + l];
    const std::uint32_t word = std::rotl(s0 + s3, 7) + s0;
    const std::uint32_t shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = std::rotl(s3, 11);
    values[l] = word;
  }
  return values;
}

std::array<float, group_size> ScalarTwin::exponentials() {
  std::array<float, group_size> values{};
  const auto w = words();
  for (std::size_t l = 0; l < values.size(); ++l) values[l] = negative_log(uniform(w[l]));
  return values;
}

void ScalarTwin::refill_largest() {
  std::array<std::uint32_t, group_size> w{};
  for (std::size_t l = 0; l < largest_.size(); ++l) {
    if (l % group_size == 0) w = words();
    const float u = uniform(w[l % group_size]);
    const float minus_log = u < 0x1p-12F ? u + u * u * 0.5F : negative_log(1.0F - u);
    const float x = minus_log * 0.0625F;
    float p = one_minus_exp_series[0];
    for (std::size_t k = 1; k < one_minus_exp_series.size(); ++k)
      p = p * x + one_minus_exp_series[k];
    largest_tail_[l] = p * x;
    largest_[l] = negative_log(largest_tail_[l]);
  }
  largest_used_ = 0;
}

std::array<float, group_size> ScalarTwin::exponentials_below(float m, float tail) {
  std::array<float, group_size> values{};
  const auto w = words();
  for (std::size_t l = 0; l < values.size(); ++l)
    values[l] = negative_log(1.0F - uniform(w[l]) * (1.0F - tail));
  values[(w[0] & 1) | (w[1] & 1) << 1 | (w[2] & 1) << 2 | (w[3] & 1) << 3] = m;
  return values;
}

void ScalarTwin::sweep(double temperature) {
  for (Index base = 0; base < size_; base += group_size) {
    const Index end = std::min(base + group_size, size_);
    // Random numbers as the kernel draws them: for a group of dear flips the largest one first.
    double cheapest = chain_.delta(base);
    for (Index v = base; v < end; ++v) cheapest = std::min(cheapest, chain_.delta(v));
    std::array<float, group_size> threshold{};
    if (largest_used_ == largest_.size()) refill_largest();
    if (cheapest <= temperature * lively_limit) {
      threshold = exponentials();
    } else {
      const std::size_t next = largest_used_++;
      if (cheapest > temperature * static_cast<double>(largest_[next])) continue;
      threshold = exponentials_below(largest_[next], largest_tail_[next]);
    }
    for (Index v = base; v < end; ++v) {
      const auto e = static_cast<double>(threshold[at(v - base)]);
      if (!(temperature * e - chain_.delta(v) >= 0)) continue;
      chain_.flip(v);
      ++flips_;
    }
  }
}

}  // namespace spinsack

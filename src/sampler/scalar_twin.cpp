// SPDX-License-Identifier: Apache-2.0
#include "sampler/scalar_twin.hpp"

#include "sampler/kernel.hpp"

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

}  // namespace

ScalarTwin::ScalarTwin(const KernelState& state)
    : chain_(state.model->model(), state.bits()), size_(state.model->size()) {
  std::ranges::copy(state.random, random_.begin());
}

std::array<float, group_size> ScalarTwin::exponentials() {
  std::array<float, group_size> values{};
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
    const auto u = (static_cast<float>(static_cast<std::int32_t>(word >> 1)) + 0.5F) * 0x1p-31F;
    values[l] = negative_log(u);
  }
  return values;
}

void ScalarTwin::sweep(double temperature) {
  for (Index base = 0; base < size_; base += group_size) {
    const Index end = std::min(base + group_size, size_);
    // The kernel draws no numbers for a group in which none could be large enough.
    bool hopeless = true;
    for (Index v = base; v < end; ++v)
      hopeless = hopeless && chain_.delta(v) > temperature * largest_exponential;
    if (hopeless) continue;
    const auto threshold = exponentials();
    for (Index v = base; v < end; ++v) {
      const auto e = static_cast<double>(threshold[at(v - base)]);
      if (!(temperature * e - chain_.delta(v) >= 0)) continue;
      chain_.flip(v);
      ++flips_;
    }
  }
}

}  // namespace spinsack

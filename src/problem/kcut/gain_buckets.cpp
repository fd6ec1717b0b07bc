// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/gain_buckets.hpp"

namespace spinsack::kcut {

GainBuckets::GainBuckets(Index vertices, Value largest_gain)
    : lowest_(-largest_gain),
      gain_(at(vertices), 0),
      bucket_(at(vertices), -1),
      place_(at(vertices), 0) {
  const auto range = static_cast<std::uint64_t>(2 * largest_gain);
  while ((range >> shift_) >= most_buckets) ++shift_;
  buckets_.resize(static_cast<std::size_t>(range >> shift_) + 1);
  filled_.assign(buckets_.size() / 64 + 1, 0);
}

void GainBuckets::set(Index v, Value gain) {
  const auto target = static_cast<std::int32_t>((gain - lowest_) >> shift_);
  gain_[at(v)] = gain;
  const std::int32_t old = bucket_[at(v)];
  if (target == old) return;
  const auto mark = [](std::int32_t bucket) { return std::uint64_t{1} << (bucket % 64); };
  if (old >= 0) {
    std::vector<Index>& left = buckets_[at(old)];
    const Index last = left.back();
    left[at(place_[at(v)])] = last;
    place_[at(last)] = place_[at(v)];
    left.pop_back();
    if (left.empty()) filled_[at(old / 64)] &= ~mark(old);
  }
  std::vector<Index>& entered = buckets_[at(target)];
  if (entered.empty()) filled_[at(target / 64)] |= mark(target);
  place_[at(v)] = static_cast<Index>(entered.size());
  entered.push_back(v);
  bucket_[at(v)] = target;
}

}  // namespace spinsack::kcut

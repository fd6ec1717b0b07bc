// SPDX-License-Identifier: Apache-2.0
#include "statistics/performance_profile.hpp"

#include "statistics/argument.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spinsack {
namespace {

Profile profile_of(std::vector<double> ratios) {
  std::ranges::sort(ratios);
  const auto instances = static_cast<double>(ratios.size());
  Profile profile;
  for (std::size_t i = 0; i < ratios.size() && std::isfinite(ratios[i]); ++i) {
    if (profile.empty() || profile.back().ratio != ratios[i]) profile.push_back({ratios[i], 0});
    profile.back().share = static_cast<double>(i + 1) / instances;
  }
  return profile;
}

}  // namespace

std::vector<Profile> performance_profiles(std::span<const std::vector<double>> times,
                                          double floor) {
  expect_argument(floor > 0 && std::isfinite(floor), "floor", "a finite number > 0", floor);
  constexpr double never = std::numeric_limits<double>::infinity();
  std::vector<double> fastest(times.empty() ? 0 : times.front().size(), never);
  for (const std::vector<double>& method : times) {
    expect_same_length("times of a method", fastest.size(), method.size());
    for (std::size_t i = 0; i < method.size(); ++i) {
      expect_argument(method[i] >= 0, "time", "a number >= 0 or infinity", method[i]);
      fastest[i] = std::min(fastest[i], std::max(floor, method[i]));
    }
  }
  std::vector<Profile> profiles;
  for (const std::vector<double>& method : times) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < method.size(); ++i)
      ratios.push_back(std::isfinite(method[i]) ? std::max(floor, method[i]) / fastest[i] : never);
    profiles.push_back(profile_of(std::move(ratios)));
  }
  return profiles;
}

double share_within(const Profile& profile, double ratio) {
  expect_argument(ratio >= 1, "ratio", "a number >= 1", ratio);
  const auto beyond = std::ranges::upper_bound(profile, ratio, {}, &ProfileStep::ratio);
  return beyond == profile.begin() ? 0 : std::prev(beyond)->share;
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// Performance profiles (Dolan and Moré 2002): for each method the share of instances that it solves within tau
// times the time of the fastest method there. At tau = 1 a profile says how often a method is the fastest, far
// to the right how often it solves at all.
#pragma once

#include <span>
#include <vector>

namespace spinsack {

struct ProfileStep {
  double ratio = 1;  // tau
  double share = 0;  // from this ratio on
};

// Ratios rise strictly; the share is 0 before the first step.
using Profile = std::vector<ProfileStep>;

// times[method][instance] in seconds, infinite where the method failed. Times below the floor count as the floor,
// since a clock says little about them. An instance that nobody solves still counts as one. Without instances
// the profiles have no steps.
[[nodiscard]] std::vector<Profile> performance_profiles(std::span<const std::vector<double>> times,
                                                        double floor = 1e-3);

// The share of a profile at a ratio >= 1.
[[nodiscard]] double share_within(const Profile& profile, double ratio);

}  // namespace spinsack

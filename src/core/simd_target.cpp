// SPDX-License-Identifier: Apache-2.0
#include "core/simd_target.hpp"

#include "core/error.hpp"
#include "core/nearest.hpp"

#include <hwy/targets.h>

#include <cstdint>

namespace spinsack {
namespace {

struct Target {
  std::int64_t id;
  std::string name;
};

std::vector<Target> targets_now() {
  std::vector<Target> targets;
  for (const std::int64_t id : hwy::SupportedAndGeneratedTargets()) {
    std::string name = hwy::TargetName(id);
    for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    targets.push_back({id, name});
  }
  return targets;
}

// The library lists what is allowed now, so its list is taken once, before anything was chosen.
const std::vector<Target>& available_targets() {
  static const std::vector<Target> targets = targets_now();
  return targets;
}

}  // namespace

std::vector<std::string> simd_targets() {
  std::vector<std::string> names;
  for (const Target& target : available_targets()) names.push_back(target.name);
  return names;
}

std::string simd_target_in_use() { return targets_now().front().name; }

void use_simd_target(std::string_view name) {
  if (name == "auto") return hwy::SetSupportedTargetsForTest(0);
  std::vector<std::string_view> names{"auto"};
  for (const Target& target : available_targets()) {
    names.push_back(target.name);
    if (target.name == name) return hwy::SetSupportedTargetsForTest(target.id);
  }
  throw UsageError(unknown_word("instruction set", name, names));
}

}  // namespace spinsack

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

std::vector<Target> available_targets() {
  hwy::SetSupportedTargetsForTest(0);
  std::vector<Target> targets;
  for (const std::int64_t id : hwy::SupportedAndGeneratedTargets()) {
    std::string name = hwy::TargetName(id);
    for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    targets.push_back({id, name});
  }
  return targets;
}

}  // namespace

std::vector<std::string> simd_targets() {
  std::vector<std::string> names;
  for (const Target& target : available_targets()) names.push_back(target.name);
  return names;
}

void use_simd_target(std::string_view name) {
  const std::vector<Target> targets = available_targets();  // also forgets an earlier choice
  if (name == "auto") return;
  std::vector<std::string_view> names{"auto"};
  for (const Target& target : targets) {
    names.push_back(target.name);
    if (target.name == name) return hwy::SetSupportedTargetsForTest(target.id);
  }
  throw UsageError(unknown_word("instruction set", name, names));
}

}  // namespace spinsack

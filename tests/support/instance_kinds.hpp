// SPDX-License-Identifier: Apache-2.0
// Kinds of random instances by which methods are judged: every family of the catalog as it is and with
// every variation, so that a new family is judged too, and settings that methods have failed on.
#pragma once

#include "instance/generator.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace spinsack::test {

// A parameter that grows with the size of the instance.
struct ShareOfItems {
  std::string parameter;  // empty for none
  std::int64_t divisor = 1;
};

struct InstanceKind {
  std::string name;  // the family alone, or family-setting
  std::string family;
  ParameterValues parameters = {};  // without n and seed
  ShareOfItems share = {};
};

// Needs n > 10, the partners of an item of `sparse`.
[[nodiscard]] inline QkpInstance draw(const InstanceKind& kind, Index n, std::uint64_t seed) {
  ParameterValues parameters = kind.parameters;
  parameters["n"] = std::to_string(n);
  parameters["seed"] = std::to_string(seed);
  if (!kind.share.parameter.empty())
    parameters[kind.share.parameter] =
        std::to_string(std::max<std::int64_t>(2, n / kind.share.divisor));
  return generate(kind.family, parameters);
}

[[nodiscard]] inline std::vector<InstanceKind> instance_kinds() {
  std::vector<InstanceKind> kinds;
  for (const GeneratorFamily& family : generator_families()) {
    const std::string name(family.name);
    const ShareOfItems share = name == "clique" ? ShareOfItems{"size", 10} : ShareOfItems{};
    kinds.push_back({name, name, {}, share});
    kinds.push_back({name + "-unit", name, {{"weights", "unit"}}, share});
    kinds.push_back({name + "-negative", name, {{"negative", "30"}}, share});
    kinds.push_back(
        {name + "-negative-loose", name, {{"negative", "50"}, {"tightness", "1"}}, share});
  }
  const std::vector<InstanceKind> settings{
      {"gallo-few", "gallo", {{"density", "5"}}},
      {"gallo-all", "gallo", {{"density", "100"}}},
      {"gallo-large-weights", "gallo", {{"weight-max", "100000"}}},
      {"gallo-all-unit-tight",
       "gallo",
       {{"density", "100"}, {"weights", "unit"}, {"tightness", "0.1"}}},
      {"gallo-losses-loose",
       "gallo",
       {{"density", "50"}, {"profit-min", "-100"}, {"profit-max", "50"}, {"tightness", "1"}}},
      {"teams-tight", "teams", {{"tightness", "0.1"}}},
      {"teams-of-fifths", "teams", {}, {"team", 5}},  // 15 % of the pairs
      {"teams-of-tenths",
       "teams",
       {{"inside", "100"}, {"tightness", "0.4"}},
       {"team", 10}},  // 11 %
      {"correlated-half", "correlated", {{"density", "50"}}},
      {"related-narrow", "related", {{"weight-max", "111"}}},
      {"related-wide-uniform",
       "related",
       {{"weight-max", "6500"}, {"singles", "uniform"}, {"density", "25"}}},
      {"related-minimum-noisy",
       "related",
       {{"pairs", "minimum"}, {"singles", "noisy"}, {"density", "50"}}},
      {"related-uniform-shifted", "related", {{"pairs", "uniform"}}},
  };
  kinds.insert(kinds.end(), settings.begin(), settings.end());
  return kinds;
}

}  // namespace spinsack::test

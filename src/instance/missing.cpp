// SPDX-License-Identifier: Apache-2.0
#include "instance/missing.hpp"

#include "core/missing_input.hpp"
#include "instance/published.hpp"

#include <vector>

namespace spinsack {
namespace {

// A published file circulates as "jeu_100_25_1.txt" or "1000_25_1.txt".
std::string_view without_file_parts(std::string_view spec) {
  if (spec.ends_with(".txt")) spec.remove_suffix(4);
  if (spec.starts_with("jeu_")) spec.remove_prefix(4);
  return spec;
}

}  // namespace

std::string nearest_instance(std::string_view spec) {
  std::vector<PublishedAlias> known;
  for (const PublishedInstance& published : published_instances())
    known.push_back({published.full_name(), std::string(published.name)});
  return nearest_input(spec, without_file_parts(spec), known);
}

void refuse_missing_instance(std::string_view spec) {
  refuse_missing_input(spec, nearest_instance);
}

}  // namespace spinsack

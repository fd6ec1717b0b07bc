// SPDX-License-Identifier: Apache-2.0
// The methods of a problem: its own, and what is there for all.
#include "core/catalog.hpp"

#include "problem/problem.hpp"
#include "solver/machine.hpp"
#include "solver/method.hpp"
#include "solver/program_mip.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

namespace spinsack {
namespace {

// The paper's way with every machine there is comes last.
std::vector<Method> all_methods(const Problem& problem) {
  std::vector<Method> all(problem.methods().begin(), problem.methods().end());
  const Method mip = program_mip();
  if (std::ranges::count(all, mip.name, &Method::name) == 0) all.push_back(mip);
  for (const Sampler& sampler : samplers()) all.push_back(machine_method(sampler, problem));
  return all;
}

}  // namespace

std::span<const Method> methods(const Problem& problem) {
  static std::mutex mutex;
  static std::map<const Problem*, std::vector<Method>> made;
  const std::scoped_lock lock(mutex);
  const auto place = made.find(&problem);
  return place != made.end() ? place->second
                             : made.emplace(&problem, all_methods(problem)).first->second;
}

const Method& find_method(const Problem& problem, std::string_view name) {
  return find_entry(methods(problem), "method", name);
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "study/instance_finder.hpp"

#include "core/error.hpp"
#include "problem/problem.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spinsack {
namespace {

constexpr std::size_t most_kept = 4;  // records of several threads are of few instances at a time

}  // namespace

const Instance& InstanceFinder::find(const InstanceRecord& record) {
  Key key(record.name, record.sha256);
  for (const auto& [known, instance] : kept_)
    if (known == key) return instance;
  if (const auto reason = missing_.find(key); reason != missing_.end())
    throw InvalidInstance(reason->second);
  try {
    Instance instance = load(record);
    if (kept_.size() == most_kept) kept_.pop_back();
    kept_.emplace_front(std::move(key), std::move(instance));
  } catch (const Error& error) {
    missing_.emplace(std::move(key), error.what());
    throw;
  }
  return kept_.front().second;
}

Instance InstanceFinder::load(const InstanceRecord& record) {
  const Problem* const problem = problem_of_suite(record.name);
  if (problem == nullptr) return load_planned(*place_of(record));
  const std::string full_name = problem->match_published(record.name).front();
  const InstanceRecord known = published_record(*problem, full_name);
  if (full_name != record.name || known.sha256 != record.sha256)
    throw InvalidInstance(
        fmt::format("{}: expected the published instance with SHA-256 {}, found {}", record.name,
                    known.sha256, record.sha256));
  return problem->build_published(full_name, {});
}

std::shared_ptr<const PlannedInstance> InstanceFinder::place_of(const InstanceRecord& record) {
  std::string reason = fmt::format("{}: the plan has no such instance", record.name);
  bool changed = false;
  for (const PlannedRun& run : plan_.runs)
    for (const std::string& name : run.instances) {
      if (problem_of_suite(name) != nullptr) continue;
      try {
        for (const auto& planned : planned_.find(name)) {
          if (planned->record.name != record.name) continue;
          if (planned->record.sha256 == record.sha256) return planned;
          changed = true;
          reason =
              fmt::format("{}: the instance has changed since the study began", planned->source);
        }
      } catch (const Error& error) {  // another name may lead to it
        if (!changed) reason = error.what();
      }
    }
  throw InvalidInstance(reason);
}

}  // namespace spinsack

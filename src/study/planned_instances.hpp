// SPDX-License-Identifier: Apache-2.0
// The instances that a plan names.
#pragma once

#include "problem/named_instances.hpp"
#include "record/record.hpp"
#include "record/recorded_facts.hpp"
#include "study/plan.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace spinsack {

// An instance with where it is found again.
struct PlannedInstance {
  InstanceRecord record;
  std::string source;  // a published name, or a file
  int number = 1;      // of the instance in that file, from 1
  ValueForm values = {};
};

[[nodiscard]] InstanceRecord instance_record(const Instance& instance);
// Of a published one, which need not be built if its problem knows enough of it.
[[nodiscard]] InstanceRecord published_record(const Problem& problem, const std::string& full_name);

// Reads or builds it. InvalidInstance if the file holds another one now; FileError, InputError, UsageError.
[[nodiscard]] Instance load_planned(const PlannedInstance& planned);

// Looks up each name of a plan once.
class PlannedInstances {
 public:
  using List = std::vector<std::shared_ptr<const PlannedInstance>>;

  explicit PlannedInstances(const Plan& plan) : folder_(plan.folder) {}

  // The instances behind a name or a pattern, in natural order. UsageError with the nearest name if there is
  // none; FileError, InputError, InvalidInstance.
  const List& find(const std::string& name);

 private:
  std::string folder_;  // that relative files start from
  std::map<std::string, List> found_;
};

}  // namespace spinsack

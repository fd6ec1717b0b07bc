// SPDX-License-Identifier: Apache-2.0
// Finds the instances of records again, by way of the plan of their study.
#pragma once

#include "study/planned_instances.hpp"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace spinsack {

class InstanceFinder {
 public:
  explicit InstanceFinder(Plan plan) : plan_(std::move(plan)), planned_(plan_) {}

  // Stays until some other instances have been asked for. Error if it is missing, or another one now.
  const Instance& find(const InstanceRecord& record);

 private:
  using Key = std::pair<std::string, std::string>;  // name and digest
  std::shared_ptr<const PlannedInstance> place_of(const InstanceRecord& record);
  Instance load(const InstanceRecord& record);

  Plan plan_;
  PlannedInstances planned_;
  std::deque<std::pair<Key, Instance>> kept_;  // the last ones, newest in front
  std::map<Key, std::string> missing_;         // why
};

}  // namespace spinsack

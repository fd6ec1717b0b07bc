// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/params.hpp"
#include "study/plan.hpp"

#include <map>
#include <string>
#include <utility>

namespace spinsack {

// Results are told apart by name and penalty strength; whatever else differs has to be in the name. Reads of
// one name have to come in the same blocks, or some would count twice.
class NameCheck {
 public:
  // UsageError for a name that another setting has.
  void add(const std::string& name, const PlannedRun& run, ParameterValues parameters);

 private:
  void check_strength(const std::string& name, const ParameterValues& parameters);

  std::map<std::string, ParameterValues> seen_;
  std::map<std::pair<std::string, std::string>, std::string> strengths_;  // name and strength
};

}  // namespace spinsack

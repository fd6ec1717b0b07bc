// SPDX-License-Identifier: Apache-2.0
#include "study/study_folder.hpp"

#include "core/error.hpp"
#include "problem/named_instances.hpp"
#include "study/cell.hpp"
#include "study/on_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace spinsack {
namespace {

// Published instances are the same wherever the plan is.
bool names_files(const Plan& plan) {
  return std::ranges::any_of(plan.runs, [](const PlannedRun& run) {
    return std::ranges::any_of(run.instances,
                               [](const auto& name) { return problem_of_suite(name) == nullptr; });
  });
}

std::vector<CellId> order_of_plan(const std::string& folder, const Remark& remark) {
  std::vector<CellId> order;
  try {
    for (const Cell& cell : cells_of(plan_of_folder(folder))) order.push_back(cell.id);
  } catch (const Error& error) {
    if (remark)
      remark(fmt::format("{}; cells are merged in the order of their names", error.what()));
    order.clear();
  }
  return order;
}

}  // namespace

StudyOrigin origin_of(const Plan& plan) {
  return {.name = plan.name,
          .form = plan.form,
          .folder = plan.folder,
          .text = plan.text,
          .names_files = names_files(plan),
          .machine = plan.machine};
}

Plan plan_of_folder(const std::string& folder) {
  StudyOrigin origin = read_study_origin(folder);
  Plan plan = parse_plan((std::filesystem::path(folder) / "plan.toml").string(),
                         std::move(origin.text), origin.form == "quick");
  plan.name = origin.name;
  plan.folder = origin.folder;
  return on_machine(std::move(plan), origin.machine);
}

MergeSummary merge_studies(const std::vector<std::string>& folders, const std::string& path,
                           const Remark& remark) {
  return merge_records(
      folders, path, [&](const std::string& folder) { return order_of_plan(folder, remark); },
      remark);
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "sampler/machine_facts.hpp"

#include "sampler/ladder.hpp"
#include "sampler/machine_model.hpp"

#include <type_traits>

namespace spinsack {
namespace {

template <class T>
constexpr std::string_view name_of_type() {
  if constexpr (std::is_same_v<T, double>) return "float64";
  if constexpr (sizeof(T) == 1) return std::is_signed_v<T> ? "int8" : "uint8";
  if constexpr (sizeof(T) == 2) return "int16";
  if constexpr (sizeof(T) == 4) return std::is_integral_v<T> ? "int32" : "float32";
  return "int64";
}

std::string_view lane_number(const LaneModel& lanes) {
  if (lanes.rounded) return "fixed point";
  return std::visit([]<class T>(const LaneValues<T>& /*values*/) { return name_of_type<T>(); },
                    lanes.values);
}

}  // namespace

std::string_view number_name(const SymmetricRows& rows) {
  std::string_view name;
  rows.visit(
      [&]<class Rows>(const Rows& /*rows*/) { name = name_of_type<typename Rows::Value>(); });
  return name;
}

MachineFacts machine_facts(const QuboModel& model) {
  const WorkingModel machine(model);
  const KernelModel& kernel = machine.kernel();
  MachineFacts facts;
  facts.automatic = Ladder::way(kernel);
  facts.penalties = static_cast<std::int64_t>(kernel.penalties().size());
  if (const LaneModel* const lanes = kernel.lanes()) {
    facts.kernel = "lanes";
    facts.number = lane_number(*lanes);
  } else {
    facts.kernel = "groups";
    facts.number =
        kernel.sign_rows() != nullptr ? "1 bit" : number_name(kernel.model().objective().pairs);
  }
  return facts;
}

}  // namespace spinsack

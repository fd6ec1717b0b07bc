// SPDX-License-Identifier: Apache-2.0
#include "machine/machine_error.hpp"

#include <array>
#include <utility>

namespace spinsack {
namespace {

constexpr std::array<std::pair<MachineFault, std::string_view>, 12> fault_names{{
    {MachineFault::auth, "auth"},
    {MachineFault::quota, "quota"},
    {MachineFault::budget, "budget"},
    {MachineFault::busy, "busy"},
    {MachineFault::network, "network"},
    {MachineFault::timeout, "timeout"},
    {MachineFault::size, "size"},
    {MachineFault::precision, "precision"},
    {MachineFault::parameter, "parameter"},
    {MachineFault::machine, "machine"},
    {MachineFault::protocol, "protocol"},
    {MachineFault::cancelled, "cancelled"},
}};

}  // namespace

std::string_view name_of(MachineFault fault) {
  for (const auto& [each, name] : fault_names)
    if (each == fault) return name;
  return {};
}

std::optional<MachineFault> machine_fault_of(std::string_view name) {
  for (const auto& [fault, each] : fault_names)
    if (each == name) return fault;
  return std::nullopt;
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "instance/qkp.hpp"

#include <string>

namespace spinsack {

// What tells instances apart by their numbers, whatever their names: the SHA-256 of the instance as an edge
// list. Records of studies and decode maps keep it, so it must never change.
[[nodiscard]] std::string instance_digest(const QkpInstance& instance);

}  // namespace spinsack

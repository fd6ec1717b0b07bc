// SPDX-License-Identifier: Apache-2.0
// Local search without a random choice.
#pragma once

#include "core/stop.hpp"
#include "problem/kcut/partition.hpp"

namespace spinsack::kcut {

// Passes over the vertices, each of which goes to its best part if that gains, until a pass changes nothing. watch, if
// given, may end it early. True if anything changed.
bool descend(Partition& partition, StopCheck* watch = nullptr);

// Passes over the edges whose ends change parts with each other if that gains, each followed by descend(), until
// nothing changes. Two moves that each cost may gain together only if an edge joins their vertices, so no exchange of
// the parts of any two vertices is better than none afterwards.
bool exchange_ends(Partition& partition, StopCheck* watch = nullptr);

}  // namespace spinsack::kcut

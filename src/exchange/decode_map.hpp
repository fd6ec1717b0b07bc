// SPDX-License-Identifier: Apache-2.0
// From the variables of a model back to the items, as the map beside the model says it. A model with an
// anchor spin means every spin relative to that one.
#pragma once

#include "core/file.hpp"
#include "core/types.hpp"

#include <string>
#include <vector>

namespace spinsack {

struct DecodeMap {
  std::vector<Index> column;    // of each item
  Index variables = 0;          // of the model
  Index anchor = -1;            // column of the anchor spin, or -1
  std::string instance;         // its name; empty if the map does not say
  std::string instance_sha256;  // of its edge list; likewise

  Index items() const { return static_cast<Index>(column.size()); }
  // sample has one bit per variable.
  [[nodiscard]] Bits items_of(BitView sample) const;
};

// Reads what `spinsack formulate` writes. Throws InputError unless every item has one variable.
[[nodiscard]] DecodeMap read_decode_map(const InputFile& file);

// Without a map: the first n variables are the items.
[[nodiscard]] DecodeMap items_first(Index n, Index variables);

}  // namespace spinsack

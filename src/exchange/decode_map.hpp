// SPDX-License-Identifier: Apache-2.0
// The map beside a model: everything that turns the bits of a foreign machine back into items, and its energies
// back into profits. In a model with an anchor spin every spin is meant relative to that one.
#pragma once

#include "core/file.hpp"
#include "core/types.hpp"
#include "formulation/formulation.hpp"
#include "instance/qkp.hpp"
#include "qubo/quadratic_form.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

struct DecodeMap {
  std::vector<Index> column;    // of each item
  Index variables = 0;          // of the model
  Index anchor = -1;            // column of the anchor spin, or -1
  std::string instance;         // its name; empty if the map does not say
  std::string instance_sha256;  // instance_digest(); likewise

  Index items() const { return static_cast<Index>(column.size()); }
  // sample has one bit per variable.
  [[nodiscard]] Bits items_of(BitView sample) const;
};

// The file that holds the model.
struct MappedModel {
  std::string_view path;
  std::string_view format;
  bool holds_constant = true;
};

// JSON, a line per key. form is the model as written, perhaps with an anchor spin at its end.
void write_decode_map(const QkpInstance& instance, const Formulation& formulation,
                      const QuadraticForm& form, const MappedModel& file, TextWriter& out);

// Reads what write_decode_map writes. Throws InputError unless every item has one variable.
[[nodiscard]] DecodeMap read_decode_map(const InputFile& file);

// Without a map: the first n variables are the items.
[[nodiscard]] DecodeMap items_first(Index n, Index variables);

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// The map beside a model of a problem that is no knapsack: the instance, and the settings by which it became the model.
// Whoever has both makes the same model again, and with it the way back from samples.
#pragma once

#include "core/file.hpp"
#include "core/group.hpp"
#include "core/params.hpp"
#include "core/types.hpp"
#include "exchange/decode_map.hpp"
#include "problem/instance.hpp"
#include "qubo/quadratic_form.hpp"

#include <span>
#include <string>
#include <vector>

namespace spinsack {

struct ProgramMap {
  std::string problem;
  std::string instance;         // its name
  std::string instance_sha256;  // Instance::digest()
  ParameterValues settings;     // of the models, all of them
  Index variables = 0;          // of the model, without an anchor
  bool anchored =
      false;  // the last spin of the model as written is the one that all others are relative to
  std::vector<Group> groups = {};  // of variables of which exactly one is set

  // The bits of a sample of the model as written, which may have the anchor.
  [[nodiscard]] Bits bits_of(BitView sample) const;
};

// JSON, a line per key. form is the model as written; groups are those that a machine may keep.
void write_program_map(const Instance& instance, const ParameterValues& settings, Index variables,
                       std::span<const Group> groups, const QuadraticForm& form,
                       const MappedModel& file, TextWriter& out);

// Throws InputError for anything else than what write_program_map writes.
[[nodiscard]] ProgramMap read_program_map(const InputFile& file);

}  // namespace spinsack

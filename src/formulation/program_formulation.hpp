// SPDX-License-Identifier: Apache-2.0
// Program -> QUBO, and back to the columns of the program. One rule for each kind of row and group:
//
//   energy = -objective
//          + strength (row + slack - rhs)^2   for a capacity, its slack by an encoding (encoding.hpp)
//          + strength (row - rhs)^2           for an equation
//          + strength x_i x_j                 for a conflict
//          + the penalty of the group encoding (group_encoding.hpp) for a group
//
// Variables stand in the order of the columns, a group with as many bits as its encoding has; then come the slack bits,
// row by row. So where all groups have a bit per label, or there are none, column c is variable c, and the model shares
// its couplings with the program unless there are conflicts.
#pragma once

#include "formulation/column_layout.hpp"
#include "formulation/encoding.hpp"
#include "formulation/group_encoding.hpp"
#include "formulation/request.hpp"
#include "program/program.hpp"
#include "qubo/model.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace spinsack {

// What only the owner of a program knows of it; each may be missing.
struct ProgramHints {
  std::function<double()> critical_price = {};  // of a unit of its only row
  std::function<HyperplanePrices(const HyperplaneWish&)> hyperplane_prices = {};
  std::optional<std::int64_t> total_objective =
      {};  // sizes of all terms, to spare a walk over them
};

struct RowSlack {
  std::size_t row = 0;
  Index first = 0;  // of its bits
  Slack slack;
};

struct ProgramFormulation {
  QuboModel model;
  Index columns = 0;
  std::vector<RowSlack> slacks;      // of the capacities, in their order
  std::vector<EncodedGroup> groups;  // as the program has them
  const GroupEncoding* group_encoding = nullptr;
  FormulationRequest request;  // as used: every parameter filled in

  // The columns that the sample names, slack bits dropped. A group may come out with none, one or several set.
  [[nodiscard]] Bits decode(BitView sample) const;
};

// Throws InvalidInstance where doubles could not hold the numbers exactly or a row can never be met, UsageError for a
// request out of range or an encoding that the program has too many rows for.
[[nodiscard]] ProgramFormulation formulate(const Program& program,
                                           const FormulationRequest& request,
                                           const ProgramHints& hints = {});

}  // namespace spinsack

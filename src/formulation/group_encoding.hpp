// SPDX-License-Identifier: Apache-2.0
// Group encodings: how k columns of which exactly one is set become bits and a penalty.
//
//   onehot   k bits, the columns themselves, and strength (sum - 1)^2
//   reduced  k - 1 bits, the columns but the last, which means that none is set; strength times the pairs of set bits
//   wall     k - 1 bits d_1 >= d_2 >= .. >= d_{k-1}, label c where they fall from 1 to 0; strength for each rise
//   native   k bits, the columns themselves, and no penalty: the machine keeps the group
//
// A column is a sum of its group's bits and a constant: x_c = y_c or 1 - sum y (reduced), and d_c - d_{c+1} with
// d_0 = 1 and d_k = 0 (wall). Where the bits are in order it is 0 or 1; elsewhere the penalty pays for what is not.
//
// A new one is a function or two in group_encoding.cpp and a line in its catalog.
#pragma once

#include "core/types.hpp"
#include "qubo/model.hpp"

#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace spinsack {

// constant + sum coefficient * variable
struct AffineColumn {
  double constant = 0;
  std::vector<std::pair<Index, double>> parts;
};

// What the penalty of a group is made of.
struct GroupPenalty {
  double strength = 0;
  double constant = 0;
  std::vector<std::pair<Index, double>> linear = {};
  std::vector<std::tuple<Index, Index, double>> pairs = {};
  std::vector<SquaredTerm> squares = {};
};

// What a group has at stake: sums over the couplings of one of its columns, in the signs of energies.
struct GroupStakes {
  Index labels = 0;
  double positive = 0;  // P: of those that cost where both columns are set
  double negative = 0;  // N: sizes of those that earn
  bool of_cut =
      false;  // couplings join equal labels of groups alike: a k-cut, for which strengths are proven tight
  // Otherwise: no choice of the group's columns moves the energy by more, whatever the others are.
  double reach = 0;
  double reduced_reach = 0;  // likewise, with the last column between 2 - k and 1
};

struct GroupEncoding {
  std::string_view name;
  std::string_view help;
  bool of_columns;   // its bits are the columns of the group
  double automatic;  // the strength of `auto`, in safe ones
  Index (*bits)(Index labels);
  AffineColumn (*column)(Index label, Index labels, Index first_bit);
  void (*penalise)(Index labels, Index first_bit, GroupPenalty& penalty);
  // A strength that keeps the minimum of the model where it should be; 0 if any does.
  double (*safe)(const GroupStakes& stakes);
  // Whether the group's bits name the label. They may name none or several.
  bool (*names)(BitView bits, Index label, Index labels);
};

[[nodiscard]] std::span<const GroupEncoding> group_encodings();
[[nodiscard]] const GroupEncoding& find_group_encoding(std::string_view name);

}  // namespace spinsack

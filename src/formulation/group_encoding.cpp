// SPDX-License-Identifier: Apache-2.0
// Safe strengths of a k-cut, P and N the sums of the positive and negative weights at the vertex:
//
//   onehot   max(N / 2, P / k). Take any bits, S_v the set of parts that they give v. Draw a random order of the parts
//            and let every v with S_v not empty take the first of S_v: two vertices agree with probability
//            |S_u and S_v| / |S_u or S_v|. A positive edge costs no more in expectation than before. A negative one loses
//            at most |w| a (1 - 1 / U), a = |S_u and S_v|, U = |S_u or S_v|, and a (1 - 1 / U) <= ((s_u - 1)^2 +
//            (s_v - 1)^2) / 2, which the penalties that become free pay. Then give each v with S_v empty its best part:
//            on average over k parts that costs at most P / k, which its own penalty pays. So some valid bits have no
//            more energy. It is tight: at 0.98 of it some small graphs lose their optimum.
//   reduced  P + (k - 1) N, wall 2 (P + N): above them every bit that is wrong can be flipped at a gain.
//
// For other programs the penalty of one violation has to be as large as all that the group can move.
#include "formulation/group_encoding.hpp"

#include "core/catalog.hpp"

#include <algorithm>
#include <array>

namespace spinsack {
namespace {

Index bits_as_labels(Index labels) { return labels; }
Index one_bit_less(Index labels) { return labels - 1; }

AffineColumn own_bit(Index label, Index /*labels*/, Index first_bit) {
  return {0, {{first_bit + label, 1.0}}};
}

AffineColumn reduced_column(Index label, Index labels, Index first_bit) {
  if (label < labels - 1) return own_bit(label, labels, first_bit);
  AffineColumn none{1, {}};
  for (Index c = 0; c < labels - 1; ++c) none.parts.emplace_back(first_bit + c, -1.0);
  return none;
}

// Bit d_c stands at first_bit + c - 1.
AffineColumn wall_column(Index label, Index labels, Index first_bit) {
  AffineColumn column;
  if (label == 0)
    column.constant = 1;
  else
    column.parts.emplace_back(first_bit + label - 1, 1.0);
  if (label < labels - 1) column.parts.emplace_back(first_bit + label, -1.0);
  return column;
}

void exactly_one(Index labels, Index first_bit, GroupPenalty& penalty) {
  SquaredTerm& square = penalty.squares.emplace_back();
  square.strength = penalty.strength;
  square.b = -1;
  square.a.assign(at(labels), 1.0);
  for (Index c = 0; c < labels; ++c) square.variables.push_back(first_bit + c);
}

void at_most_one(Index labels, Index first_bit, GroupPenalty& penalty) {
  for (Index c = 0; c < labels - 1; ++c)
    for (Index d = c + 1; d < labels - 1; ++d)
      penalty.pairs.emplace_back(first_bit + c, first_bit + d, penalty.strength);
}

void no_rise(Index labels, Index first_bit, GroupPenalty& penalty) {
  for (Index c = 0; c + 1 < labels - 1; ++c) {
    penalty.linear.emplace_back(first_bit + c + 1, penalty.strength);
    penalty.pairs.emplace_back(first_bit + c, first_bit + c + 1, -penalty.strength);
  }
}

void no_penalty(Index /*labels*/, Index /*first_bit*/, GroupPenalty& /*penalty*/) {}

double safe_onehot(const GroupStakes& stakes) {
  return stakes.of_cut ? std::max(stakes.negative / 2, stakes.positive / stakes.labels)
                       : stakes.reach;
}
double safe_reduced(const GroupStakes& stakes) {
  return stakes.of_cut ? stakes.positive + (stakes.labels - 1) * stakes.negative
                       : stakes.reduced_reach;
}
double safe_wall(const GroupStakes& stakes) {
  return 2 * (stakes.of_cut ? stakes.positive + stakes.negative : stakes.reach);
}
double safe_without(const GroupStakes& /*stakes*/) { return 0; }

bool own_bit_set(BitView bits, Index label, Index /*labels*/) { return bits[at(label)] != 0; }
bool reduced_names(BitView bits, Index label, Index labels) {
  return label < labels - 1 ? bits[at(label)] != 0
                            : std::ranges::all_of(bits, [](std::uint8_t bit) { return bit == 0; });
}
bool wall_names(BitView bits, Index label, Index labels) {
  const bool up = label == 0 || bits[at(label) - 1] != 0;
  const bool falls = label == labels - 1 || bits[at(label)] == 0;
  return up && falls;
}

constexpr std::array group_catalog{
    GroupEncoding{"onehot", "a bit per label, and a penalty unless exactly one is set", true, 0.75,
                  bits_as_labels, own_bit, exactly_one, safe_onehot, own_bit_set},
    GroupEncoding{"reduced", "a bit per label except the last, which no bit stands for", false, 1,
                  one_bit_less, reduced_column, at_most_one, safe_reduced, reduced_names},
    GroupEncoding{"wall", "domain wall: one bit less than labels, which fall from 1 to 0 once",
                  false, 1, one_bit_less, wall_column, no_rise, safe_wall, wall_names},
    GroupEncoding{"native", "a bit per label and no penalty, for machines that keep groups", true,
                  1, bits_as_labels, own_bit, no_penalty, safe_without, own_bit_set},
};

}  // namespace

std::span<const GroupEncoding> group_encodings() { return group_catalog; }

const GroupEncoding& find_group_encoding(std::string_view name) {
  return find_entry(group_encodings(), "group encoding", name);
}

}  // namespace spinsack

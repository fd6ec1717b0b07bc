// SPDX-License-Identifier: Apache-2.0
// Why an answer to a knapsack is worth what it is: what each item brings alone and with others, what an item that is out
// would bring, and for which one it would have to go.
#pragma once

#include "core/types.hpp"
#include "instance/qkp.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace spinsack {

struct ItemPart {
  Profit alone = 0;  // p_i
  Profit pairs = 0;  // with the items that are in, itself left out

  // Lost without an item that is in; won with one that is out, if it fitted.
  Profit gain() const { return alone + pairs; }
};

struct AnswerParts {
  std::vector<ItemPart> items;  // all, whether in or out
  Profit singles = 0;           // of the items that are in, without their pairs
  Profit pairs = 0;             // each pair once
  Weight load = 0;
};
[[nodiscard]] AnswerParts answer_parts(const QkpInstance& instance, BitView bits);

// An item that is out in place of one that is in.
struct Replacement {
  Index leaves = 0;
  Profit change = 0;  // of the value
};
// The best one for an item that is out, among those that keep the capacity; the first on a tie. Nothing if no single item
// makes enough room. O(n).
[[nodiscard]] std::optional<Replacement> best_replacement(const QkpInstance& instance,
                                                          const AnswerParts& parts, BitView bits,
                                                          Index enters);

struct PairPart {
  Index first = 0;
  Index second = 0;
  Profit profit = 0;
};
// Of the pairs that are in, those with the largest profit above 0, or with the smallest below; at most so many, the
// strongest first.
enum class PairSign { gain, loss };
[[nodiscard]] std::vector<PairPart> strongest_pairs(const QkpInstance& instance, BitView bits,
                                                    PairSign sign, std::size_t most);

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "instance/answer_parts.hpp"

#include "instance/knapsack_state.hpp"

#include <algorithm>
#include <cstdlib>
#include <queue>
#include <tuple>

namespace spinsack {
namespace {

// The strongest first; on a tie that of the first items.
bool is_stronger(const PairPart& a, const PairPart& b) {
  const Profit x = std::abs(a.profit);
  const Profit y = std::abs(b.profit);
  return x != y ? x > y : std::tie(a.first, a.second) < std::tie(b.first, b.second);
}

}  // namespace

AnswerParts answer_parts(const QkpInstance& instance, BitView bits) {
  const KnapsackState state(instance, bits, KnapsackState::Efficiencies::left_out);
  AnswerParts parts;
  parts.load = state.load();
  parts.items.reserve(at(instance.size()));
  for (Index i = 0; i < instance.size(); ++i) {
    const Profit alone = instance.profits()[at(i)];
    parts.items.push_back({.alone = alone, .pairs = state.gain(i) - alone});
    if (state.holds(i)) parts.singles += alone;
  }
  parts.pairs = state.profit() - parts.singles;
  return parts;
}

std::optional<Replacement> best_replacement(const QkpInstance& instance, const AnswerParts& parts,
                                            BitView bits, Index enters) {
  std::vector<Profit> with_it(at(instance.size()), 0);
  instance.pair_profits().for_each_in_row(
      enters, [&](Index j, auto profit) { with_it[at(j)] = static_cast<Profit>(profit); });
  const Weight room = instance.capacity() - parts.load;
  const Weight weight = instance.weights()[at(enters)];
  std::optional<Replacement> best;
  for (Index j = 0; j < instance.size(); ++j) {
    if (bits[at(j)] == 0 || weight - instance.weights()[at(j)] > room) continue;
    const Profit change =
        parts.items[at(enters)].gain() - with_it[at(j)] - parts.items[at(j)].gain();
    if (!best || change > best->change) best = Replacement{.leaves = j, .change = change};
  }
  return best;
}

std::vector<PairPart> strongest_pairs(const QkpInstance& instance, BitView bits, PairSign sign,
                                      std::size_t most) {
  // The weakest of those kept on top.
  std::priority_queue<PairPart, std::vector<PairPart>, decltype(&is_stronger)> kept(is_stronger);
  for (Index i = 0; i < instance.size(); ++i) {
    if (bits[at(i)] == 0) continue;
    instance.pair_profits().for_each_in_row(i, [&](Index j, auto value) {
      const auto profit = static_cast<Profit>(value);
      if (j < i || bits[at(j)] == 0 || (profit > 0) != (sign == PairSign::gain)) return;
      const PairPart pair{.first = i, .second = j, .profit = profit};
      if (kept.size() == most && (most == 0 || !is_stronger(pair, kept.top()))) return;
      if (kept.size() == most) kept.pop();
      kept.push(pair);
    });
  }
  std::vector<PairPart> pairs;
  for (; !kept.empty(); kept.pop()) pairs.push_back(kept.top());
  std::ranges::reverse(pairs);
  return pairs;
}

}  // namespace spinsack

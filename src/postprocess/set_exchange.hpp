// SPDX-License-Identifier: Apache-2.0
// Exchanges of one or two held items for one or two others, where swaps of single items are stuck because
// no weight fits the room that is left. Moves are sought among the candidates of candidates.hpp, at the
// critical price of the instance:
//
//   repeat: of all moves within the lists that fit and gain, make the one that gains most
//
// until none is left; the lists are drawn up anew after every move. For leaving set A and entering set B the
// gain is exact: sum g_B + P within B - sum g_A + P within A - P between A and B. O(n) for the lists, then
// O(k^(|A| + |B|)) for lists of k at worst; with profits that are not negative most of that is cut off.
#pragma once

#include "core/stop.hpp"
#include "instance/knapsack_state.hpp"

namespace spinsack::post {

inline constexpr std::size_t exchange_candidates = 32;  // of each kind

struct ExchangeSize {
  std::size_t leave = 1;  // 1 or 2
  std::size_t enter = 1;
};

// The state is feasible, and stays so.

// Makes the one move that gains most among `count` candidates of each kind at a price; false if none gains.
bool best_exchange(KnapsackState& state, double price, std::size_t count, ExchangeSize size);

// End early if watch, which may be null, says so.
void exchange_1_2(KnapsackState& state, StopCheck* watch = nullptr);  // one out, two in
void exchange_2_1(KnapsackState& state, StopCheck* watch = nullptr);  // two out, one in
void exchange_2_2(KnapsackState& state, StopCheck* watch = nullptr);  // two out, two in

}  // namespace spinsack::post

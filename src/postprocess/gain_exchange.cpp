// SPDX-License-Identifier: Apache-2.0
#include "postprocess/gain_exchange.hpp"

#include "instance/quick_removal.hpp"
#include "local_search/best_swap.hpp"

namespace spinsack::post {

void gain_exchange(KnapsackState& state, StopCheck* watch) {
  swap_to_local_optimum(state, marginal_price(state), smallest_pair_profit(state.instance()),
                        SwapRule::gain, watch);
}

}  // namespace spinsack::post

// SPDX-License-Identifier: Apache-2.0
#include "instance/critical_price.hpp"

#include "instance/quick_removal.hpp"

namespace spinsack {

double critical_price(const QkpInstance& instance, StopCheck* watch) {
  KnapsackState state(instance, Bits(at(instance.size()), 1),
                      KnapsackState::Efficiencies::left_out);
  if (!quick_removal(state, 16, watch)) return 0;
  return marginal_price(state);
}

}  // namespace spinsack

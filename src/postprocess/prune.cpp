// SPDX-License-Identifier: Apache-2.0
#include "postprocess/prune.hpp"

namespace spinsack::post {

void prune(KnapsackState& state, StopCheck* watch) {
  if (state.instance().nonnegative()) return;
  for (;;) {
    Index worst = -1;
    for (Index i = 0; i < state.instance().size(); ++i)
      if (state.holds(i) && state.gain(i) < 0 && (worst < 0 || state.gain(i) < state.gain(worst)))
        worst = i;
    if (worst < 0 || (watch != nullptr && watch->stop_after(state.size()))) return;
    state.remove(worst);
  }
}

}  // namespace spinsack::post

// SPDX-License-Identifier: Apache-2.0
// The part of the pair profits that bends L of margin.hpp the right way by itself: where profits are distances, or depend
// smoothly on something else, -E has few large eigenvalues, and they are positive. Taking them out changes nothing about
// what is concave, but what is left is small, so that far_norm.hpp, which looks at sizes and not at signs, can bound it.
#pragma once

#include "proof/margin.hpp"

namespace spinsack::proof {

// Sets margin.smooth and margin.spread, if that makes what is left much smaller; otherwise leaves them as they are.
void take_smooth_part(Margin& margin);

}  // namespace spinsack::proof

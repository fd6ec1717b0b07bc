// SPDX-License-Identifier: Apache-2.0
// The two programs that drew the published instances, recovered from the files they left behind.
// Each runs one C-style rand() stream per instance, so a seed is all it takes to rebuild a file.
//
//   medium  Billionnet & Soutif 2004. The sample rand() of the C standard on a signed state. Upper
//           triangle by rows with the diagonal as linear profit, then weights, then the capacity.
//   large   Yang, Wang & Chu 2013. The rand() of Microsoft's C library. Weights first, then the
//           lower triangle by rows with the diagonal, then the capacity.
//
// Both draw C as 50 + rand() mod (sum w - 50). rand() ends at 32767, so C never exceeds 32817.
#pragma once

#include "instance/qkp.hpp"

#include <cstdint>

namespace spinsack {

// density is the nominal one in percent, 1..100. The result has no name yet. n >= 64 is assumed:
// the published sets start at 100, and fewer items might weigh too little to draw a capacity.
[[nodiscard]] QkpInstance::Data draw_medium(Index n, int density, std::uint32_t seed);
[[nodiscard]] QkpInstance::Data draw_large(Index n, int density, std::uint32_t seed);

}  // namespace spinsack

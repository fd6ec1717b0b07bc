// SPDX-License-Identifier: Apache-2.0
// Checks a certificate of optimality (docs/formats-certificates.md) with code of its own: profits and loads in
// integers, and that matrices are positive semidefinite by a theorem about rounding (definite.hpp). What holds is then
// known whatever program wrote the file.
//
// For a region of the search space - some items in, some out, perhaps a range for the number of items - a step says
// that every set of it has a profit of at most
//
//   L(x) = p.x + sum_{i<j} p_ij x_i x_j + sum_k s_k a_k(x) b_k(x) + sum_i d_i (x_i - x_i^2)
//
// with factors that are not negative there. If the second derivatives make L concave, its values over the box are at
// most those of its tangent at the given point, and for x_i = v at most that less t_i (v - point_i)^2. The regions
// have to cover everything.
#pragma once

#include "core/file.hpp"
#include "core/types.hpp"
#include "instance/qkp.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace spinsack {

// Whether a file begins as certificates do.
[[nodiscard]] bool looks_like_certificate(std::string_view text);

struct CertificateVerdict {
  bool holds = false;
  std::string fault;  // file, line and what is wrong, if it does not hold
  Profit value = 0;   // proven to be the largest
  std::int64_t regions = 0;
  std::int64_t bounds = 0;
  std::int64_t fixings = 0;  // of items, by bounds and by the capacity
};

// digest: of the instance, as certificates name it. InputError if the file is no certificate at all.
[[nodiscard]] CertificateVerdict verify_certificate(const QkpInstance& instance,
                                                    std::string_view digest, const InputFile& file);

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// Better multipliers. The least bound over all multipliers is the dual of a semidefinite program; a Newton step goes
// towards the minimum of
//
//   top - barrier (log det S + sum_k log strength_k)      in top, curvatures and strengths,
//
// primal-dual in the strengths. With Y = [1 y'; y  barrier S^-1 + y y'] and constraint matrices of rank two the
// entries of the system are 1/2 [(a'Yc)(b'Yd) + (a'Yd)(b'Yc)], so that it costs one factorisation of order m + K + 1.
#pragma once

#include "proof/majorant.hpp"

namespace spinsack::proof {

struct Step {
  bool taken = false;
  double length = 0;     // share of the Newton step
  double decrement = 0;  // how far from the minimum it was
};

// From multipliers for which find_top and find_stiffness have just succeeded. If a step is taken, the multipliers are
// new and rounded, and work holds S, its root, point and top for them. Otherwise they are as before.
[[nodiscard]] Step newton_step(Region& region, const Ground& ground, Workspace& work,
                               const linear::Impatient& impatient);

}  // namespace spinsack::proof

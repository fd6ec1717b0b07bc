// SPDX-License-Identifier: Apache-2.0
// Factors and inverses of symmetric positive definite matrices. Only the lower triangle is read and written.
#pragma once

#include "linear/matrix.hpp"

#include <functional>

namespace spinsack::linear {

// Asked now and then while there is much to do; true ends the work early.
using Impatient = std::function<bool()>;

enum class Factored { whole, not_definite, interrupted };

// a = L L', with L in the place of a. Left-looking, by blocks of columns. Each entry is the sum of inner
// products of the definition in some order, which is all that error bounds ask for (Higham 2002, theorem 10.3).
[[nodiscard]] Factored factor(View a, const Impatient& impatient = {});

// l := its inverse, by forward substitution for the columns of the identity, in blocks. Each column w solves
// (L + E) w = e with |E| <= gamma |L| entry by entry (Higham 2002, theorem 8.5, in any order of the sums).
// False if interrupted.
bool invert_lower(View l, const Impatient& impatient = {});

// result := w' w for a lower triangular w, the lower triangle of it. False if interrupted.
bool gram(View w, View result, const Impatient& impatient = {});

// x := L^-1 x, and x := L'^-1 x.
void solve_lower(View l, double* x);
void solve_lower_transposed(View l, double* x);

}  // namespace spinsack::linear

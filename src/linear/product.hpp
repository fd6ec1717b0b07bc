// SPDX-License-Identifier: Apache-2.0
// Products of dense matrices, the work behind every factorisation here.
//
// Each entry of a result is a sum over the inner dimension in ascending order, cut into pieces of fixed length,
// every product rounded before it is added. So the bytes are the same on every processor, whatever the width of
// its vectors and whether it has a fused multiply-add.
#pragma once

#include "linear/matrix.hpp"

namespace spinsack::linear {

enum class As { it_is, transposed };

// c += factor a b, where a and b are taken as they are or transposed. c overlaps neither.
void add_product(double factor, View a, As as_a, View b, As as_b, View c);

// y += factor x, for vectors of this length.
void add_multiple(double factor, const double* x, double* y, std::size_t length);

// y += sum_k factors[k] column k of x, one after the other.
void add_columns(View x, const double* factors, double* y);

// The sum of x_i y_i, in eight partial sums whatever the processor.
[[nodiscard]] double dot(const double* x, const double* y, std::size_t length);

}  // namespace spinsack::linear

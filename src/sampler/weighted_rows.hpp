// SPDX-License-Identifier: Apache-2.0
// Products of the coupling matrix with a real vector, for samplers whose variables are not bits all the way.
#pragma once

#include "sampler/kernel_model.hpp"

#include <span>

namespace spinsack {

// sum_j q_ij x_j for real x, one entry per variable with couplings, in units of model.unit(). The terms of
// every sum are added in the order of j.
void weighted_rows(const KernelModel& model, std::span<const double> x, std::span<double> out);

}  // namespace spinsack

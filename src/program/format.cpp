// SPDX-License-Identifier: Apache-2.0
#include "program/format.hpp"

#include "program/lp_writer.hpp"
#include "program/mps_writer.hpp"

#include <array>

namespace spinsack {
namespace {

constexpr std::array formats{
    ProgramFormat{"lp", "LP of CPLEX: maximises, quadratic terms in [ ] / 2", ".lp", write_lp},
    ProgramFormat{"mps", "free MPS: minimises minus the profit, quadratic terms in QUADOBJ", ".mps",
                  write_mps},
};

}  // namespace

std::span<const ProgramFormat> program_formats() { return formats; }

}  // namespace spinsack

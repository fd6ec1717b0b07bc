// SPDX-License-Identifier: Apache-2.0
#include "engine/engine.hpp"

#include <array>

namespace spinsack::cli {

std::span<const Engine> engines() {
  static const std::array all{slurm_engine, mpi_engine};
  return all;
}

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
// Which optima of the published instances have been proven: the table data/proofs.csv, which tools/prove_published.sh
// makes of certificates that `spinsack verify` has accepted.
#pragma once

#include "core/types.hpp"
#include "instance/published.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace spinsack {

struct ProvenOptimum {
  std::string_view instance;  // full name
  Profit value = 0;
  double seconds = 0;        // of one core, for the whole command
  std::int64_t regions = 0;  // of the certificate
  std::string_view sha256;   // of the certificate, uncompressed
  std::int64_t bytes = 0;    // likewise
};

// In the order of published_instances(); instances without a proof are not in it.
[[nodiscard]] std::span<const ProvenOptimum> proven_optima();

// Nullptr if no proof is in the table.
[[nodiscard]] const ProvenOptimum* find_proven_optimum(const PublishedInstance& published);

}  // namespace spinsack

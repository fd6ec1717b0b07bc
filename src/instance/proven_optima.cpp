// SPDX-License-Identifier: Apache-2.0
#include "instance/proven_optima.hpp"

#include "core/fact_table.hpp"
#include "data/embedded.hpp"

#include <algorithm>
#include <vector>

namespace spinsack {
namespace {

ProvenOptimum read_proof(const FactRow& row) {
  return {.instance = row.text(0),
          .value = row.number<Profit>(1),
          .seconds = row.number<double>(2),
          .regions = row.number<std::int64_t>(3),
          .sha256 = row.text(4),
          .bytes = row.number<std::int64_t>(5)};
}

}  // namespace

std::span<const ProvenOptimum> proven_optima() {
  static const std::vector<ProvenOptimum> proofs = read_facts("proofs", data::proofs, read_proof);
  return proofs;
}

const ProvenOptimum* find_proven_optimum(const PublishedInstance& published) {
  const auto proofs = proven_optima();
  const auto found = std::ranges::find(proofs, published.full_name(), &ProvenOptimum::instance);
  return found == proofs.end() ? nullptr : &*found;
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "instance/proven_optima.hpp"

#include "core/split.hpp"
#include "data/embedded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <vector>

namespace spinsack {
namespace {

ProvenOptimum read_proof(std::string_view row) {
  const auto broken = [&] {
    return std::logic_error(fmt::format("data/proofs.csv: cannot use the row '{}'", row));
  };
  const auto read = [&](std::string_view cell, auto& value) {
    const char* const end = cell.data() + cell.size();
    const auto [after, status] = std::from_chars(cell.data(), end, value);
    if (status != std::errc{} || after != end) throw broken();
  };
  const auto cells = text::split(row, ',');
  if (cells.size() != 6) throw broken();
  ProvenOptimum proof{.instance = cells[0], .sha256 = cells[4]};
  read(cells[1], proof.value);
  read(cells[2], proof.seconds);
  read(cells[3], proof.regions);
  read(cells[5], proof.bytes);
  return proof;
}

std::vector<ProvenOptimum> read_proofs(std::string_view csv) {
  std::vector<ProvenOptimum> proofs;
  const auto rows = text::split(csv, '\n');
  for (const std::string_view row : std::span(rows).subspan(1))  // below the header
    if (!row.empty()) proofs.push_back(read_proof(row));
  return proofs;
}

}  // namespace

std::span<const ProvenOptimum> proven_optima() {
  static const std::vector<ProvenOptimum> proofs = read_proofs(data::proofs);
  return proofs;
}

const ProvenOptimum* find_proven_optimum(const PublishedInstance& published) {
  const auto proofs = proven_optima();
  const auto found = std::ranges::find(proofs, published.full_name(), &ProvenOptimum::instance);
  return found == proofs.end() ? nullptr : &*found;
}

}  // namespace spinsack

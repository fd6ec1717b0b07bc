// SPDX-License-Identifier: Apache-2.0
// Couplings that all have one size c, as +-1 models do: a bit for each, set where the coupling is +c. That is an
// eighth of the memory of bytes, so rows come from a nearer cache; the diagonal and the padding read as -c, which
// who adds rows has to make good or to ignore.
#pragma once

#include "core/symmetric_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace spinsack {

class SignRows {
 public:
  // Of couplings held as signed bytes, if every pair has one and all are of one size; nothing otherwise.
  static std::optional<SignRows> of(const SymmetricRows& pairs);

  std::int32_t size() const { return size_; }  // c
  std::size_t columns() const { return 8 * stride_; }
  const std::uint8_t* row_data(Index i) const { return bits_.data() + at(i) * stride_; }

 private:
  SignRows(Index n, std::int32_t size)
      : size_(size), stride_((at(n) + 63) / 64 * 8), bits_(at(n) * stride_) {}

  std::int32_t size_;
  std::size_t stride_;  // bytes from one row to the next, for a multiple of 64 columns
  AlignedVector<std::uint8_t> bits_;
};

}  // namespace spinsack

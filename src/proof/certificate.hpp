// SPDX-License-Identifier: Apache-2.0
// The written proof: every region in the order in which it was looked at, with the multipliers and the point of each
// bound that something rests on. docs/formats-certificates.md describes the lines; src/verify/certificate.cpp checks
// them with code of its own.
#pragma once

#include "core/types.hpp"
#include "proof/close.hpp"
#include "proof/ground.hpp"
#include "proof/region.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spinsack::proof {

// What one region adds to the certificate.
class RegionLines {
 public:
  // How the region differs from what was left of its parent: nothing for the first one, a range, or a decided item.
  struct Origin {
    std::optional<std::int64_t> parent = {};
    std::optional<Range> range = {};
    std::optional<Index> item = {};
    bool in = false;  // the item
  };

  explicit RegionLines(const Origin& origin);
  void add(const Finding& finding, const Ground& ground);
  [[nodiscard]] std::string finish(bool closed) &&;  // one line

 private:
  std::string text_;
  bool first_ = true;
};

// The line that comes first. digest names the instance.
[[nodiscard]] std::string certificate_head(const Ground& ground, BitView items, Profit value,
                                           std::string_view digest, std::int64_t regions);

}  // namespace spinsack::proof

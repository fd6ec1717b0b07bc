// SPDX-License-Identifier: Apache-2.0
// A certificate of optimality as it stands in a file, line by line. docs/formats-certificates.md describes it.
#pragma once

#include "core/file.hpp"
#include "core/json_reader.hpp"
#include "core/types.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack::certificate {

struct Head {
  std::string sha256;
  Index n = 0;
  Profit value = 0;
  std::vector<Index> items;
  int strength_bits = 0;
  int point_bits = 0;
  std::vector<std::vector<Index>> groups;
  std::int64_t regions = 0;
};

enum class FactorKind : std::uint8_t { one, slack, chosen, left, above, below };

struct FactorName {
  FactorKind kind = FactorKind::one;
  std::size_t group = 0;

  friend auto operator<=>(const FactorName&, const FactorName&) = default;
};

struct ProductLine {
  FactorName first;
  FactorName second;
  std::int64_t strength = 0;  // in units of 2^-strength_bits
};

// One use of a bound. Without a point the items are out because they do not fit.
struct StepLine {
  bool by_bound = false;
  std::vector<ProductLine> products;
  std::vector<std::int64_t> curvature;  // of the items that are open before the step, by number
  std::vector<std::int64_t> point;
  std::vector<Index> in;
  std::vector<Index> out;
};

struct RegionLine {
  std::optional<std::int64_t> parent;
  std::optional<std::pair<Index, Index>> range;
  std::optional<Index> item;
  bool in = false;
  std::vector<StepLine> steps;
  bool closed = false;
};

// InputError with file, line and column for anything that is not as it should be.
class Reader {
 public:
  explicit Reader(const InputFile& file);
  const Head& head() const { return head_; }
  [[nodiscard]] std::optional<RegionLine> next();
  std::int64_t line() const { return line_; }  // number of the line that next() gave

 private:
  [[nodiscard]] std::optional<std::size_t> next_line();
  // After the object of the line: nothing but its end follows.
  void require_whole_line(JsonReader& json) const;

  const InputFile* file_;
  std::size_t offset_ = 0;
  std::int64_t line_ = 0;
  Head head_;
};

}  // namespace spinsack::certificate

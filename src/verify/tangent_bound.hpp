// SPDX-License-Identifier: Apache-2.0
// One bound of a certificate, recomputed: values in integers of 128 bits with every overflow noticed, concavity by
// definite.hpp.
#pragma once

#include "core/types.hpp"
#include "instance/qkp.hpp"
#include "verify/certificate_file.hpp"
#include "verify/definite.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spinsack::certificate {

enum class State : std::uint8_t { open, in, out };

// The sets that hold all items that are in and none that are out, of a number of items in the range.
struct OpenSet {
  std::vector<State> state;
  std::optional<std::pair<Index, Index>> range;
};

// Two triangles of numbers take 0.8 GB then. Whoever finds such a bound needs more.
inline constexpr std::size_t most_open_items = 10'000;

class TangentBound {
 public:
  TangentBound(const QkpInstance& instance, const Head& head, const OpenSet& set,
               const StepLine& step);

  // What is wrong with the step; empty if the bound holds.
  const std::string& fault() const { return fault_; }
  // Whether no set of the region has this value.
  [[nodiscard]] bool below(Profit value) const;
  // For excludes(): costs as much as all the rest.
  [[nodiscard]] std::vector<double> stiffness() const { return stiffness_of(*root_); }
  // Whether no set of the region with x_i = bit has this value.
  [[nodiscard]] bool excludes(Index item, int bit, Profit value,
                              const std::vector<double>& stiffness) const;

 private:
  // A factor: constant + coefficient.x over the open items.
  struct Linear {
    std::int64_t constant = 0;
    std::vector<std::int64_t> coefficient;
  };

  [[nodiscard]] Weight usable_capacity() const;
  [[nodiscard]] Linear linear_of(const FactorName& name) const;
  [[nodiscard]] bool vanishes(const FactorName& name) const;
  [[nodiscard]] bool check_products();
  [[nodiscard]] bool compute_bound();
  [[nodiscard]] bool factor();

  const QkpInstance& instance_;
  const Head& head_;
  const OpenSet& set_;
  const StepLine& step_;
  std::vector<Index> open_;
  std::vector<std::vector<std::int64_t>> pair_;  // profits of open items with those before them
  std::vector<std::int64_t> gain_;               // of open items next to those that are in
  std::int64_t constant_ = 0;                    // profit of the items that are in
  int bits_ = 0;                                 // binary places of the bound
  Wide bound_ = 0;
  std::optional<LowerTriangle> root_;
  std::string fault_;
};

}  // namespace spinsack::certificate

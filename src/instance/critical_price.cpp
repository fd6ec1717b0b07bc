// SPDX-License-Identifier: Apache-2.0
#include "instance/critical_price.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace spinsack {

double critical_price(const QkpInstance& instance) {
  const auto weights = instance.weights();
  const SymmetricRows& pairs = instance.pair_profits();
  std::vector<Profit> gain(instance.profits().begin(), instance.profits().end());
  const auto shift = [&](Index i, int sign) {
    pairs.scan_row(
        i, [=, g = gain.data()](Index j, auto p) { g[j] += sign * static_cast<Profit>(p); });
  };
  const auto efficiency = [&](Index i) {
    return static_cast<double>(gain[at(i)]) / static_cast<double>(weights[at(i)]);
  };

  // 1. Everything in, then the least efficient out, a sixteenth of the excess at a time: the price does
  //    not depend on the last item, and sorting out single ones would cost more than the rows.
  std::vector<Index> in(at(instance.size()));
  std::iota(in.begin(), in.end(), 0);
  for (const Index i : in) shift(i, +1);
  std::vector<Index> out;
  Weight load = instance.total_weight();
  while (load > instance.capacity()) {
    const Weight share = std::max<Weight>(1, (load - instance.capacity()) / 16);
    const auto typical = static_cast<std::size_t>(
        share / std::max<Weight>(1, load / static_cast<Weight>(in.size())) + 1);
    const auto batch = std::min(typical, in.size());
    std::vector<std::pair<double, Index>> ranked;
    for (const Index i : in) ranked.emplace_back(efficiency(i), i);
    std::nth_element(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(batch - 1),
                     ranked.end());
    in.clear();
    for (std::size_t r = 0; r < ranked.size(); ++r) {
      const Index i = ranked[r].second;
      if (r >= batch || load <= instance.capacity()) {
        in.push_back(i);
        continue;
      }
      load -= weights[at(i)];
      shift(i, -1);
      out.push_back(i);
    }
  }

  // 2. Halfway across the margin.
  const auto less_efficient = [&](Index a, Index b) { return efficiency(a) < efficiency(b); };
  if (out.empty()) return 0;
  const double best_out = std::max(0.0, efficiency(*std::ranges::max_element(out, less_efficient)));
  if (in.empty()) return best_out;
  const double worst_in = efficiency(*std::ranges::min_element(in, less_efficient));
  return std::max(0.0, (worst_in + best_out) / 2);
}

}  // namespace spinsack

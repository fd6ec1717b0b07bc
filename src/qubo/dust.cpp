// SPDX-License-Identifier: Apache-2.0
#include "qubo/dust.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace spinsack {

std::optional<DustFree> without_dust(const QuboModel& model) {
  const QuadraticForm& objective = model.objective();
  // 1. What is nothing for each variable.
  std::vector<double> limit(objective.linear.size());
  const auto raise = [&](Index v, double size) { limit[at(v)] = std::max(limit[at(v)], size); };
  for (Index v = 0; v < objective.size(); ++v) raise(v, std::fabs(objective.linear[at(v)]));
  objective.pairs.for_each_pair([&](Index i, Index j, auto q) {
    const double size = std::fabs(objective.unit * static_cast<double>(q));
    raise(i, size);
    raise(j, size);
  });
  for (double& size : limit) size *= dust_share;
  // 2. The rest.
  QuadraticForm kept;
  kept.constant = objective.constant;
  kept.linear = objective.linear;
  kept.unit = objective.unit;
  std::int64_t dropped = 0;
  for (std::size_t v = 0; v < limit.size(); ++v)
    if (kept.linear[v] != 0 && std::fabs(kept.linear[v]) < limit[v]) {
      kept.linear[v] = 0;
      ++dropped;
    }
  SymmetricRowsBuilder pairs(objective.size());
  objective.pairs.for_each_pair([&](Index i, Index j, auto q) {
    const double size = std::fabs(objective.unit * static_cast<double>(q));
    if (size < limit[at(i)] && size < limit[at(j)])
      ++dropped;
    else if constexpr (std::is_integral_v<decltype(q)>)
      pairs.add(i, j, static_cast<std::int64_t>(q));
    else
      pairs.add(i, j, static_cast<double>(q));
  });
  if (dropped == 0) return std::nullopt;
  kept.pairs = std::move(pairs).finish();
  return DustFree{{std::move(kept), model.size(),
                   std::vector<SquaredTerm>(model.penalties().begin(), model.penalties().end()),
                   std::vector<Group>(model.groups().begin(), model.groups().end())},
                  dropped};
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// Maximum dispersion: points in a box, of which the chosen ones should lie far apart. The profit of
// a pair grows linearly with its distance, from profit-min for the same place to profit-max for
// opposite corners; single points have none.
#pragma once

#include "instance/families/common.hpp"
#include "instance/qkp.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace spinsack {

struct DispersionFamily : FamilyBasics {
  static constexpr std::string_view name = "dispersion";
  static constexpr std::string_view help = "points in a box: pair profits are distances";
  static constexpr std::array<std::string_view, 2> in_name{"n", "dimensions"};
  std::int64_t dimensions = 2;
  DispersionFamily() { profit_min = 0; }
  static constexpr auto fields() {
    return std::tuple_cat(
        size_field(largest_dense),
        std::tuple{Field{"dimensions", &DispersionFamily::dimensions, std::int64_t{1},
                         std::int64_t{16}, "dimensions of the box"}},
        seed_field(), weight_fields(), profit_fields());
  }

  QkpInstance::Data draw() const {
    const auto axes = static_cast<std::size_t>(dimensions);
    std::vector<double> points(at(size()) * axes);
    Rng places = rng("dispersion points");
    for (double& coordinate : points) coordinate = places.real();

    const double diagonal = std::sqrt(static_cast<double>(dimensions));
    const auto width = static_cast<double>(profit_max - profit_min);
    SymmetricRowsBuilder pairs(size());
    std::vector<Profit> row;
    for (Index i = 0; i < size(); ++i) {
      const double* const here = points.data() + at(i) * axes;
      row.clear();
      for (Index j = i + 1; j < size(); ++j) {
        const double* const there = points.data() + at(j) * axes;
        double square = 0;
        for (std::size_t axis = 0; axis < axes; ++axis) {
          const double side = here[axis] - there[axis];
          square += side * side;
        }
        const double share = std::sqrt(square) / diagonal;
        row.push_back(profit_min + std::llround(width * share));
      }
      pairs.add_run(i, i + 1, row);
    }
    QkpInstance::Data data;
    data.profit.assign(at(size()), 0);
    data.pair_profit = std::move(pairs).finish();
    data.weight = uniform_weights(rng("dispersion weights"));
    data.capacity = capacity(data.weight, rng("dispersion capacity"));
    return data;
  }
};

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// What the annealers minimise, in the units of a Landscape:
//
//   E = -profit + price (load - capacity) + stiffness (load - capacity)^2
//
// The price carries the load, so that the squared penalty may be soft. If capacity is worth nothing, the
// square counts above the capacity only.
#pragma once

#include "local_search/landscape.hpp"

namespace spinsack {

struct PricedEnergy {
  PricedEnergy(const Landscape& land, double the_price, double the_stiffness)
      : price(the_price),
        stiffness(the_stiffness),
        per_energy(1 / land.energy),
        per_weight(1 / land.weight),
        both_sides(the_price > 0) {}

  // Integral control: too heavy makes dearer. The load aimed at lies margin mean weights below the capacity.
  void adapt(Weight excess, double rate, double margin) {
    if (both_sides) price += rate * stiffness * (static_cast<double>(excess) * per_weight + margin);
  }

  double price;
  double stiffness;
  double per_energy;  // 1 / unit
  double per_weight;
  bool both_sides;
};

}  // namespace spinsack

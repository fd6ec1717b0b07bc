// SPDX-License-Identifier: Apache-2.0
// What any instance can be turned into, whichever family drew it: another tightness, unit weights,
// negative profits. A family knows nothing of them; they are laid over what it has drawn.
//
// Each changes its own part only. So the same seed with unit weights has the same profits, and with
// another tightness the same weights and profits.
#pragma once

#include "core/params.hpp"
#include "instance/qkp.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace spinsack {

struct FamilyVariations {
  std::optional<double> tightness;
  std::string weights = "drawn";
  double negative = 0;
  static constexpr std::string_view weight_kinds[] = {"drawn", "unit"};
  static constexpr auto fields() {
    using Self = FamilyVariations;
    return std::tuple{
        Field{"tightness", &Self::tightness, 0.0, 10.0,
              "capacity as a share of all weight; from 1 on everything fits; auto: as the family "
              "draws it"},
        Choice{"weights", &Self::weights, weight_kinds,
               "drawn: as the family draws them; unit: all 1, and the capacity in proportion"},
        Field{"negative", &Self::negative, 0.0, 100.0,
              "chance that a profit changes its sign, in percent"}};
  }

  void apply(QkpInstance::Data& data, std::uint64_t seed) const;
  // Whether a best choice of items of the family's own instance is still one.
  bool keep_optimum() const { return !tightness && negative == 0; }

 private:
  void change_signs(QkpInstance::Data& data, std::uint64_t seed) const;
};

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "instance/generator.hpp"

#include "core/catalog.hpp"
#include "instance/families/clique.hpp"
#include "instance/families/correlated.hpp"
#include "instance/families/dispersion.hpp"
#include "instance/families/gallo.hpp"
#include "instance/families/related.hpp"
#include "instance/families/sparse.hpp"
#include "instance/families/teams.hpp"
#include "instance/families/variations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace spinsack {
namespace {

// A family with the variations that all have.
template <class Family>
struct Varied : Family, FamilyVariations {
  static constexpr auto fields() {
    return std::tuple_cat(Family::fields(), FamilyVariations::fields());
  }
};

template <class Family>
Varied<Family> with_parameters(const ParameterValues& values) {
  auto family = parse_parameters<Varied<Family>>(fmt::format("family '{}'", Family::name), values);
  family.check();
  return family;
}

// gallo_100_25_s1, or gallo_100_25_s1_tightness=0.5 and the like.
template <class Family>
std::string instance_name(const Varied<Family>& family) {
  const ParameterValues values = parameter_values(family);
  const ParameterValues defaults = parameter_values(Varied<Family>{});
  std::string name(Family::name);
  for (const std::string_view key : Family::in_name)
    name += fmt::format("_{}", values.find(key)->second);
  name += fmt::format("_s{}", family.seed);
  for (const auto& [key, value] : values) {
    const bool said = key == "seed" || std::ranges::count(Family::in_name, key) > 0;
    if (!said && value != defaults.find(key)->second) name += fmt::format("_{}={}", key, value);
  }
  return name;
}

template <class Family>
constexpr GeneratorFamily entry() {
  return {Family::name,
          Family::help,
          describe_parameters<Varied<Family>>,
          [](const ParameterValues& values) {
            const auto family = with_parameters<Family>(values);
            QkpInstance::Data data = family.draw();
            family.apply(data, static_cast<std::uint64_t>(family.seed));
            data.name = instance_name(family);
            return QkpInstance(std::move(data));
          },
          [](const ParameterValues& values) {
            return parameter_values(with_parameters<Family>(values));
          },
          [](const ParameterValues& values) -> std::optional<Profit> {
            const auto family = with_parameters<Family>(values);
            if constexpr (requires { family.optimum(); })
              if (family.keep_optimum()) return family.optimum();
            return std::nullopt;
          }};
}

constexpr std::array catalog{
    entry<GalloFamily>(),      entry<SparseFamily>(), entry<TeamsFamily>(),
    entry<CorrelatedFamily>(), entry<CliqueFamily>(), entry<DispersionFamily>(),
    entry<RelatedFamily>(),
};

}  // namespace

std::span<const GeneratorFamily> generator_families() { return catalog; }

const GeneratorFamily& find_generator_family(std::string_view name) {
  return find_entry(generator_families(), "family", name);
}

QkpInstance generate(std::string_view family, const ParameterValues& values) {
  return find_generator_family(family).generate(values);
}

}  // namespace spinsack

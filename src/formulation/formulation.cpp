// SPDX-License-Identifier: Apache-2.0
#include "formulation/formulation.hpp"

#include "core/text_reader.hpp"
#include "formulation/program_formulation.hpp"
#include "formulation/strength.hpp"
#include "instance/critical_price.hpp"
#include "instance/quadratic_program.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spinsack {

Formulation formulate(const QkpInstance& instance, const FormulationRequest& request,
                      StopCheck* watch) {
  if (request.bound < 0)
    throw UsageError(fmt::format("--bound: expected an integer >= 0, found {}", request.bound));
  const ProgramHints hints{
      .critical_price = [&] { return critical_price(instance, watch); },
      .hyperplane_prices =
          [&](const HyperplaneWish& wish) { return hyperplane_prices(instance, wish, watch); },
      .total_objective = instance.total_profit()};
  ProgramFormulation made = formulate(quadratic_program(instance), request, hints);
  return {std::move(made.model), instance.size(), std::move(made.slacks.front().slack),
          std::move(made.request)};
}

Formulation formulate(const QkpInstance& instance, std::string_view encoding,
                      std::string_view strength, std::string_view bound,
                      const ParameterValues& parameters) {
  return formulate(instance,
                   {.encoding = std::string(encoding),
                    .strength = parse_strength(instance, strength, find_encoding(encoding)),
                    .bound = slack_bound(instance, bound),
                    .parameters = parameters});
}

Formulation formulate(const QkpInstance& instance) { return formulate(instance, "binary", "auto"); }

Bits Formulation::decode(BitView sample) const {
  const BitView part = sample.first(at(items));
  return {part.begin(), part.end()};
}

double Formulation::slack_value(BitView sample) const {
  double z = slack.constant;
  for (std::size_t l = 0; l < slack.coefficients.size(); ++l)
    if (sample[at(items) + l] != 0) z += static_cast<double>(slack.coefficients[l]);
  return z;
}

bool capacity_binds(const QkpInstance& instance) {
  return instance.nonnegative() && instance.total_weight() > instance.capacity();
}

Weight slack_bound(const QkpInstance& instance, std::string_view text) {
  if (text == "auto")
    return slack_bound(instance, capacity_binds(instance) ? "max-weight" : "capacity");
  if (text == "capacity") return instance.capacity();
  if (text == "max-weight") return std::ranges::max(instance.weights());
  const auto [value, fault] = parse_decimal(text);
  if (fault || value.digits != 0 || value.mantissa < 0 || value.mantissa > sum_limit)
    throw UsageError(fmt::format(
        "--bound: expected 'auto', 'capacity', 'max-weight' or an integer >= 0, found {}",
        quote(text)));
  return value.mantissa;
}

}  // namespace spinsack

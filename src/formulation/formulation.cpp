// SPDX-License-Identifier: Apache-2.0
#include "formulation/formulation.hpp"

#include "core/text_reader.hpp"
#include "formulation/strength.hpp"
#include "instance/critical_price.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace spinsack {
namespace {

void require_exact(const QkpInstance& instance, const Slack& slack) {
  Wide largest_load = Wide{instance.total_weight()} + instance.capacity();
  for (const Weight c : slack.coefficients) largest_load += c;
  if (instance.total_profit() > exact_double_limit || largest_load > exact_double_limit)
    throw InvalidInstance(fmt::format(
        "{}: {} beyond 2^53 cannot be held exactly in a QUBO; divide by a common factor",
        instance.name(), largest_load > exact_double_limit ? "loads" : "profits"));
}

// Minus the profit, plus what load and items cost.
QuadraticForm objective_of(const QkpInstance& instance, const Slack& slack) {
  const ItemCount count = slack.count.value_or(ItemCount{});
  QuadraticForm form;
  form.constant = slack.energy - slack.price * static_cast<double>(instance.capacity()) -
                  count.price * count.wanted;
  form.linear.reserve(at(instance.size()));
  for (std::size_t i = 0; i < at(instance.size()); ++i)
    form.linear.push_back(slack.price * static_cast<double>(instance.weights()[i]) + count.price -
                          static_cast<double>(instance.profits()[i]));
  form.unit = -1;
  form.pairs = instance.pair_profits();
  if (slack.native) {
    Inequality& limit = form.inequality.emplace();
    limit.weights.assign(instance.weights().begin(), instance.weights().end());
    limit.bound = static_cast<double>(instance.capacity());
  }
  return form;
}

// The penalties: capacity or number of items, and one-hot where it is needed.
std::vector<SquaredTerm> penalties_of(const QkpInstance& instance, const Slack& slack,
                                      double strength) {
  const auto items = instance.weights().size();
  const auto size = items + slack.coefficients.size();
  std::vector<SquaredTerm> penalties;
  if (slack.native) return penalties;
  SquaredTerm& square = penalties.emplace_back();
  square.strength = strength;
  if (slack.count) {
    square.b = -static_cast<double>(slack.count->wanted);
    square.a.assign(size, 1.0);
    return penalties;
  }
  square.b = slack.constant - static_cast<double>(instance.capacity());
  square.a.reserve(size);
  for (const Weight w : instance.weights()) square.a.push_back(static_cast<double>(w));
  for (const Weight c : slack.coefficients) square.a.push_back(static_cast<double>(c));
  if (slack.one_hot) {
    SquaredTerm& exactly_one = penalties.emplace_back();
    exactly_one.strength = strength;
    exactly_one.b = -1;
    exactly_one.a.assign(size, 1.0);
    std::fill_n(exactly_one.a.begin(), items, 0.0);
  }
  return penalties;
}

}  // namespace

Formulation formulate(const QkpInstance& instance, const FormulationRequest& request,
                      StopCheck* watch) {
  if (!(request.strength > 0) || !std::isfinite(request.strength))
    throw UsageError(fmt::format("--lambda: expected a number > 0, found {}", request.strength));
  if (request.bound < 0)
    throw UsageError(fmt::format("--bound: expected an integer >= 0, found {}", request.bound));
  const Encoding& encoding = find_encoding(request.encoding);
  // 1. Slack bits and prices.
  Slack slack = encoding.make(
      request.parameters,
      {.bound = request.bound,
       .strength = request.strength,
       .critical_price = [&] { return critical_price(instance, watch); },
       .hyperplane_prices =
           [&](const HyperplaneWish& wish) { return hyperplane_prices(instance, wish, watch); },
       .mean_weight = static_cast<double>(instance.total_weight()) / instance.size(),
       .turn = request.turn});
  require_exact(instance, slack);
  const auto size = at(instance.size()) + slack.coefficients.size();
  require_slack_bits(encoding.name, static_cast<Weight>(size));

  // 2. Objective and penalties.
  QuboModel model(objective_of(instance, slack), static_cast<Index>(size),
                  penalties_of(instance, slack, request.strength));
  FormulationRequest used = request;
  used.parameters = encoding.complete(request.parameters);
  return {std::move(model), instance.size(), std::move(slack), std::move(used)};
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

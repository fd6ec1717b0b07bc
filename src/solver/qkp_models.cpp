// SPDX-License-Identifier: Apache-2.0
#include "solver/qkp_models.hpp"

#include "core/error.hpp"
#include "formulation/binary.hpp"
#include "formulation/formulation.hpp"
#include "formulation/hyperplane.hpp"
#include "formulation/strength.hpp"
#include "instance/qkp.hpp"
#include "solver/encoding_settings.hpp"
#include "solver/machine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace spinsack {
namespace {

struct CapacitySettings {
  std::string encoding = "auto";
  std::string strength = "auto";
  std::string bound = "auto";
  static constexpr auto fields() {
    using Self = CapacitySettings;
    return std::tuple{
        Text{"encoding", &Self::encoding, "auto or see `list encodings`",
             "how the capacity becomes part of the model; auto: hyperplane if "
             "lambda is auto too and the capacity binds, else binary"},
        Text{"lambda", &Self::strength,
             "a number, 2^-3, 2^-6..2^7, scale:3, scale:1..20, regression, vlm, momc, "
             "moc, ub, auto",
             "strength of the penalty; auto: several, in turn from read to read"},
        Text{"bound", &Self::bound, "auto, max-weight, capacity or an integer",
             "largest slack that the bits must reach"}};
  }
};

// The encoding that was asked for. Left to us, it is the one made for varied strengths where these are left to
// us too, and the classic one for strengths that somebody chose.
std::string_view wanted_encoding(std::string_view encoding, std::string_view strength) {
  if (encoding != "auto") return encoding;
  return strength == "auto" ? HyperplaneEncoding::name : BinaryEncoding::name;
}

const Encoding& chosen_encoding(const ParameterValues& values) {
  const CapacitySettings defaults;
  const auto typed = [&](std::string_view name, const std::string& otherwise) {
    const auto found = values.find(name);
    return found == values.end() ? otherwise : found->second;
  };
  return find_encoding(
      wanted_encoding(typed("encoding", defaults.encoding), typed("lambda", defaults.strength)));
}

using CapacityValues = EncodingValues<CapacitySettings>;

CapacityValues split_capacity(const ParameterValues& values) {
  return split_values<CapacitySettings>("a knapsack as a model", values);
}

ParameterValues complete_capacity(const ParameterValues& values) {
  CapacityValues typed = split_capacity(values);
  const Encoding& encoding =
      find_encoding(wanted_encoding(typed.settings.encoding, typed.settings.strength));
  // With other strengths the instance decides.
  if (typed.settings.strength != "auto") typed.settings.encoding = encoding.name;
  ParameterValues all = parameter_values(typed.settings);
  all.merge(encoding.complete(typed.encoding));
  return all;
}

void require_penalty(const Encoding& encoding, const Sampler& sampler) {
  const auto needs_inequality = [](const Encoding& e) {
    return e.spread.unit == StrengthUnit::none;
  };
  if (!needs_inequality(encoding) || sampler.real_machine) return;
  std::vector<std::string_view> others;
  for (const Encoding& other : encodings())
    if (!needs_inequality(other)) others.push_back(other.name);
  throw UsageError(fmt::format(
      "method '{}': encoding '{}' states the capacity as an inequality, which this sampler does "
      "not take; expected one of {}",
      machine_name(sampler), encoding.name, fmt::join(others, ", ")));
}

// The items come first.
MachineModel model_of(const QkpInstance& knapsack, const FormulationRequest& request,
                      StopCheck* watch) {
  Formulation formulation = formulate(knapsack, request, watch);
  return {std::move(formulation.model), [items = at(formulation.items)](BitView sample) {
            return Bits(sample.begin(), sample.begin() + static_cast<std::ptrdiff_t>(items));
          }};
}

ModelPlan plan_capacity(const Instance& instance, const ParameterValues& values,
                        const Sampler& sampler) {
  const auto& knapsack = instance.as<QkpInstance>();
  CapacityValues typed = split_capacity(values);
  const CapacitySettings& settings = typed.settings;
  std::string name(wanted_encoding(settings.encoding, settings.strength));
  // Prices hold the load at the capacity, which is no use where an optimum may leave it free.
  if (settings.encoding == "auto" && typed.encoding.empty() && !capacity_binds(knapsack))
    name = BinaryEncoding::name;
  const Encoding& encoding = find_encoding(name);
  require_penalty(encoding, sampler);
  FormulationRequest request{.encoding = std::move(name),
                             .bound = slack_bound(knapsack, settings.bound),
                             .parameters = std::move(typed.encoding)};
  std::vector<double> strengths = parse_strengths(knapsack, settings.strength, encoding);
  const bool in_turn = settings.strength == "auto" && !strengths.empty();
  const auto make = [instance, request, strengths, in_turn](std::int64_t turn, StopCheck* watch) {
    FormulationRequest wanted = request;
    if (!strengths.empty())
      wanted.strength = strengths[static_cast<std::size_t>(turn) % strengths.size()];
    wanted.turn = in_turn ? turn : 0;
    return model_of(instance.as<QkpInstance>(), wanted, watch);
  };
  const auto everything_in = [instance] { return Bits(at(instance.elements()), 1); };
  return {
      .strengths = std::move(strengths), .in_turn = in_turn, .make = make, .unread = everything_in};
}

constexpr ModelMaker maker{
    .settings = describe_parameters<CapacitySettings>,
    .all_of_choices = parameters_of_encodings,
    .of_choice = [](const ParameterValues& values) { return chosen_encoding(values).parameters(); },
    .name_of_choice =
        [](const ParameterValues& values) {
          return fmt::format("encoding '{}'", chosen_encoding(values).name);
        },
    .complete = complete_capacity,
    .plan = plan_capacity,
};

}  // namespace

const ModelMaker* qkp_models() { return &maker; }

}  // namespace spinsack

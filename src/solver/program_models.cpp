// SPDX-License-Identifier: Apache-2.0
#include "solver/program_models.hpp"

#include "core/error.hpp"
#include "core/nearest.hpp"
#include "formulation/binary.hpp"
#include "formulation/encoding.hpp"
#include "formulation/group_encoding.hpp"
#include "formulation/program_formulation.hpp"
#include "formulation/strengths.hpp"
#include "program/program.hpp"
#include "solver/encoding_settings.hpp"
#include "solver/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>

namespace spinsack {
namespace {

struct ProgramSettings {
  std::string encoding = "auto";
  std::string strength = "auto";
  std::string bound = "auto";
  static constexpr auto fields() {
    using Self = ProgramSettings;
    return std::tuple{
        Text{"encoding", &Self::encoding,
             "auto, onehot, reduced, wall, native, or see `list encodings`",
             "how groups become bits or, without groups, the slack of a row; auto: native for "
             "machines that keep groups, else onehot, and binary for slack"},
        Text{"lambda", &Self::strength,
             "a number, 2^-3, 2^-6..2^7, safe, scale:0.5, scale:1..4, auto",
             "strength of the penalties; scale: a multiple of those that are safe"},
        Text{"bound", &Self::bound, "auto, capacity or an integer",
             "largest slack that the bits of a row must reach"}};
  }
};

bool is_group_encoding(std::string_view name) {
  return std::ranges::count(group_encodings(), name, &GroupEncoding::name) > 0;
}

bool is_slack_encoding(std::string_view name) {
  return std::ranges::count(encodings(), name, &Encoding::name) > 0;
}

std::string typed_encoding(const ParameterValues& values) {
  const auto found = values.find("encoding");
  return found == values.end() ? ProgramSettings().encoding : found->second;
}

// Those of the slack encoding that was named; groups have none.
std::vector<Parameter> of_named_encoding(const ParameterValues& values) {
  const std::string name = typed_encoding(values);
  if (name == "auto" || is_group_encoding(name)) return {};
  if (is_slack_encoding(name)) return find_encoding(name).parameters();
  std::vector<std::string_view> known{"auto"};
  for (const GroupEncoding& encoding : group_encodings()) known.push_back(encoding.name);
  for (const Encoding& encoding : encodings())
    if (!is_group_encoding(encoding.name)) known.push_back(encoding.name);
  throw UsageError(unknown_word("encoding", name, known));
}

using ProgramValues = EncodingValues<ProgramSettings>;

ProgramValues split_program(const ParameterValues& values) {
  return split_values<ProgramSettings>("a program as a model", values);
}

ParameterValues complete_program(const ParameterValues& values) {
  const ProgramValues typed = split_program(values);
  static_cast<void>(of_named_encoding(values));
  static_cast<void>(parse_program_strengths(typed.settings.strength));
  ParameterValues all = parameter_values(typed.settings);
  const std::string& name = typed.settings.encoding;
  if (name != "auto" && !is_group_encoding(name))
    all.merge(find_encoding(name).complete(typed.encoding));
  return all;
}

// The name is that of a group encoding where the program has groups, and of a slack encoding where it has none.
FormulationRequest request_for(const Program& program, const ProgramValues& typed,
                               const Sampler& sampler) {
  const std::string& name = typed.settings.encoding;
  FormulationRequest request{.encoding = std::string(BinaryEncoding::name),
                             .bound = parse_program_bound(typed.settings.bound),
                             .parameters = typed.encoding};
  const bool grouped = !program.groups.empty();
  request.group_encoding = sampler.keeps_groups ? "native" : "onehot";
  if (name == "auto") return request;
  if (grouped && is_group_encoding(name))
    request.group_encoding = name;
  else
    request.encoding = find_encoding(name).name;
  if (request.group_encoding == "native" && grouped && !sampler.keeps_groups &&
      !sampler.real_machine)
    throw UsageError(fmt::format(
        "method '{}': encoding 'native' leaves groups to the machine, and this one keeps none; "
        "expected onehot, reduced or wall",
        machine_name(sampler)));
  return request;
}

MachineModel program_model(const Program& program, const FormulationRequest& request,
                           const Sampler& sampler) {
  auto formulation = std::make_shared<ProgramFormulation>(formulate(program, request));
  QuboModel model = std::move(formulation->model);  // the way back does without
  // Who asks for penalties gets a machine that sees nothing else.
  if (sampler.keeps_groups && request.group_encoding != "native") model.set_groups({});
  return {std::move(model), [formulation](BitView sample) { return formulation->decode(sample); }};
}

ModelPlan plan_program(const Instance& instance, const ParameterValues& values,
                       const Sampler& sampler) {
  const ProgramValues typed = split_program(values);
  const FormulationRequest request = request_for(instance.program(), typed, sampler);
  const std::vector<StrengthChoice> choices = parse_program_strengths(typed.settings.strength);
  ModelPlan plan;
  for (const StrengthChoice& choice : choices) plan.strengths.push_back(choice.value);
  plan.make = [instance, request, choices, &sampler](std::int64_t turn, StopCheck*) {
    const StrengthChoice& choice = choices[static_cast<std::size_t>(turn) % choices.size()];
    FormulationRequest wanted = request;
    wanted.strength = choice.value;
    wanted.scale = choice.scale;
    return program_model(instance.program(), wanted, sampler);
  };
  return plan;
}

constexpr ModelMaker program_maker{
    .settings = describe_parameters<ProgramSettings>,
    .all_of_choices = parameters_of_encodings,
    .of_choice = of_named_encoding,
    .name_of_choice =
        [](const ParameterValues& values) {
          return fmt::format("encoding '{}'", typed_encoding(values));
        },
    .complete = complete_program,
    .plan = plan_program,
};

}  // namespace

const ModelMaker* program_models() { return &program_maker; }

}  // namespace spinsack

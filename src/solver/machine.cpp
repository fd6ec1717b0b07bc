// SPDX-License-Identifier: Apache-2.0
#include "solver/machine.hpp"

#include "core/catalog.hpp"
#include "core/error.hpp"
#include "formulation/strength.hpp"
#include "postprocess/step.hpp"
#include "solver/incumbent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <tuple>

namespace spinsack {
namespace {

// What the way around the machine needs to know; the sampler and the encoding have parameters of their own.
struct MachineSettings {
  std::int64_t reads = 10;
  std::string encoding = "binary";
  std::string strength = "auto";
  std::string bound = "auto";
  std::string post = "repair+fill+exchange";
  static constexpr auto fields() {
    using Self = MachineSettings;
    return std::tuple{Field{"reads", &Self::reads, std::int64_t{1}, std::int64_t{100'000'000},
                            "independent runs of the machine, at each penalty strength"},
                      Text{"encoding", &Self::encoding, "see `list encodings`",
                           "how the unused capacity becomes bits"},
                      Text{"lambda", &Self::strength,
                           "a number, 2^-3, 2^-6..2^7, scale:3, scale:1..20, regression, auto",
                           "strength of the capacity penalty"},
                      Text{"bound", &Self::bound, "auto, max-weight, capacity or an integer",
                           "largest slack that the bits must reach"},
                      Text{"post", &Self::post, "none or steps joined by '+', see `list steps`",
                           "what is done with every sample"}};
  }
};

// Parameters by whom they belong to.
struct SplitValues {
  ParameterValues settings;
  ParameterValues encoding;
  ParameterValues sampler;
};

bool has(const std::vector<Parameter>& parameters, std::string_view name) {
  return std::ranges::any_of(parameters, [&](const Parameter& p) { return p.name == name; });
}

SplitValues split(const Sampler& sampler, const ParameterValues& values) {
  SplitValues result;
  const auto chosen = values.find("encoding");
  const std::string encoding = chosen == values.end() ? MachineSettings().encoding : chosen->second;
  const std::vector<Parameter> of_settings = describe_parameters<MachineSettings>();
  const std::vector<Parameter> of_encoding = find_encoding(encoding).parameters();
  const std::vector<Parameter> of_sampler = sampler.parameters();
  for (const auto& [name, value] : values) {
    if (!has(of_settings, name) && !has(of_encoding, name) && !has(of_sampler, name)) {
      std::vector<std::string_view> known;
      for (const auto* const owner : {&of_settings, &of_sampler, &of_encoding})
        for (const Parameter& p : *owner) known.push_back(p.name);
      params::unknown_parameter(
          fmt::format("method '{}' with encoding '{}'", machine_name(sampler), encoding), name,
          known);
    }
    ParameterValues& owner = has(of_settings, name)   ? result.settings
                             : has(of_encoding, name) ? result.encoding
                                                      : result.sampler;
    owner[name] = value;
  }
  return result;
}

MachineSettings settings_of(const Sampler& sampler, const ParameterValues& values) {
  return parse_parameters<MachineSettings>(fmt::format("method '{}'", machine_name(sampler)),
                                           values);
}

std::vector<Parameter> parameters_of(const Sampler& sampler) {
  std::vector<Parameter> all = describe_parameters<MachineSettings>();
  for (const Parameter& p : sampler.parameters()) all.push_back(p);
  for (const Encoding& encoding : encodings())
    for (const Parameter& p : encoding.parameters())
      if (!has(all, p.name)) all.push_back(p);
  return all;
}

ParameterValues complete(const Sampler& sampler, const ParameterValues& values) {
  const SplitValues typed = split(sampler, values);
  const MachineSettings settings = settings_of(sampler, typed.settings);
  ParameterValues all = parameter_values(settings);
  all.merge(find_encoding(settings.encoding).complete(typed.encoding));
  all.merge(sampler.complete(typed.sampler));
  return all;
}

// Seconds spent in the stages, by all threads.
struct StageTimes {
  std::mutex mutex;
  double repair = 0;
  double improve = 0;
};

// Makes of a sample what the pipeline can, and offers it if that is feasible.
void finish_sample(const QkpInstance& instance, const Formulation& formulation,
                   const Pipeline& pipeline, const Sample& sample, Incumbent& incumbent,
                   StageTimes& clock) {
  KnapsackState state(instance, formulation.decode(sample.bits));
  double repair = 0;
  double improve = 0;
  for (const Step* const step : pipeline) {
    const double start = incumbent.stop().seconds();
    run_pipeline({step}, state);
    (step->needs_feasible ? improve : repair) += incumbent.stop().seconds() - start;
  }
  incumbent.count(sample.work, sample.read);
  if (state.feasible()) incumbent.offer(state.bits(), state.profit(), sample.read);
  const std::scoped_lock lock(clock.mutex);
  clock.repair += repair;
  clock.improve += improve;
}

SolveOutcome solve_with(const Sampler& sampler, const QkpInstance& instance,
                        const ParameterValues& values, const SolveRequest& request) {
  MachinePlan plan = plan_machine(sampler, instance, values);
  const Pipeline pipeline = parse_pipeline(plan.post);
  Incumbent incumbent(instance, request);
  StageTimes clock;
  double formulating = 0;
  double sampling = 0;
  std::int64_t first_read = 0;
  for (const double strength : plan.strengths) {
    if (incumbent.done(first_read) && first_read > 0) break;
    // 1. Formulate.
    const double start = incumbent.stop().seconds();
    plan.formulation.strength = strength;
    const Formulation formulation = formulate(instance, plan.formulation);
    formulating += incumbent.stop().seconds() - start;
    // 2. Sample, and post-process each sample on the thread that drew it.
    SampleRequest sampling_request{.seed = request.seed,
                                   .first_read = first_read,
                                   .reads = plan.reads,
                                   .threads = request.threads,
                                   .time_limit = incumbent.stop().remaining(),
                                   .interrupted = request.interrupted};
    sampling_request.wanted = [&](std::int64_t read) { return !incumbent.done(read); };
    sampling_request.finished = [&](const Sample& sample) {
      finish_sample(instance, formulation, pipeline, sample, incumbent, clock);
    };
    const SampleSet set =
        sampler.sample(formulation.model, plan.sampler_parameters, sampling_request);
    sampling += set.read_seconds;
    first_read += plan.reads;
  }
  static_cast<void>(incumbent.stop().requested());  // a clock that ended the reads ended the run
  incumbent.time(Stage::formulate, formulating);
  incumbent.time(Stage::machine, sampling);
  incumbent.time(Stage::repair, clock.repair);
  incumbent.time(Stage::improve, clock.improve);
  return std::move(incumbent).outcome();
}

// Models can be refused where instances are not: numbers that a double cannot hold.
SolveOutcome solve(const Sampler& sampler, const QkpInstance& instance,
                   const ParameterValues& values, const SolveRequest& request) {
  try {
    return solve_with(sampler, instance, values, request);
  } catch (const InvalidInstance& error) {
    throw InvalidInstance(fmt::format("{} as a model for '{}': {}", instance.name(),
                                      machine_name(sampler), error.what()));
  }
}

}  // namespace

MachinePlan plan_machine(const Sampler& sampler, const QkpInstance& instance,
                         const ParameterValues& values) {
  SplitValues typed = split(sampler, values);
  const MachineSettings settings = settings_of(sampler, typed.settings);
  return {.sampler = &sampler,
          .sampler_parameters = std::move(typed.sampler),
          .formulation = {.encoding = settings.encoding,
                          .bound = slack_bound(instance, settings.bound),
                          .parameters = std::move(typed.encoding)},
          .strengths = parse_strengths(instance, settings.strength),
          .reads = settings.reads,
          .post = settings.post};
}

std::string_view machine_name(const Sampler& sampler) {
  return sampler.name == "auto" ? "machine" : sampler.name;
}

const Sampler* find_machine(std::string_view method) {
  for (const Sampler& sampler : samplers())
    if (machine_name(sampler) == method) return &sampler;
  return nullptr;
}

Method machine_method(const Sampler& sampler) {
  return {machine_name(sampler), sampler.help, [&sampler] { return parameters_of(sampler); },
          [&sampler](const ParameterValues& values) { return complete(sampler, values); },
          [&sampler](const QkpInstance& instance, const ParameterValues& values,
                     const SolveRequest& request) {
            return solve(sampler, instance, values, request);
          }};
}

}  // namespace spinsack

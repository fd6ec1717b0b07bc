// SPDX-License-Identifier: Apache-2.0
#include "solver/machine.hpp"

#include "core/catalog.hpp"
#include "core/error.hpp"
#include "core/worker_pool.hpp"
#include "formulation/binary.hpp"
#include "formulation/hyperplane.hpp"
#include "formulation/strength.hpp"
#include "postprocess/step.hpp"
#include "solver/incumbent.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <tuple>

namespace spinsack {
namespace {

// What the way around the machine needs to know; the sampler and the encoding have parameters of their own.
struct MachineSettings {
  std::int64_t reads = 40;
  std::string encoding = "auto";
  std::string strength = "auto";
  std::string bound = "auto";
  std::string post = "repair+fill+exchange";
  static constexpr auto fields() {
    using Self = MachineSettings;
    return std::tuple{
        Field{"reads", &Self::reads, std::int64_t{1}, std::int64_t{100'000'000},
              "independent runs of the machine, at each penalty strength of a range; a time limit "
              "without a number of them is used up"},
        Text{"encoding", &Self::encoding, "auto or see `list encodings`",
             "how the capacity becomes part of the model; auto: hyperplane where "
             "lambda is auto too and the capacity binds, else binary"},
        Text{"lambda", &Self::strength,
             "a number, 2^-3, 2^-6..2^7, scale:3, scale:1..20, regression, vlm, momc, "
             "moc, ub, auto",
             "strength of the penalty; auto: several, one read after the other"},
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

// The encoding that was asked for. Left to us, it is the one made for varied strengths where these are left to
// us too, and the classic one for strengths that somebody chose.
std::string_view wanted_encoding(std::string_view encoding, std::string_view strength) {
  if (encoding != "auto") return encoding;
  return strength == "auto" ? HyperplaneEncoding::name : BinaryEncoding::name;
}

SplitValues split(const Sampler& sampler, const ParameterValues& values) {
  SplitValues result;
  const auto typed = [&](std::string_view name, const std::string& otherwise) {
    const auto found = values.find(name);
    return found == values.end() ? otherwise : found->second;
  };
  const MachineSettings defaults;
  const std::string encoding(
      wanted_encoding(typed("encoding", defaults.encoding), typed("lambda", defaults.strength)));
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
  MachineSettings settings = settings_of(sampler, typed.settings);
  const Encoding& encoding = find_encoding(wanted_encoding(settings.encoding, settings.strength));
  if (settings.strength != "auto") settings.encoding = encoding.name;  // else the instance decides
  ParameterValues all = parameter_values(settings);
  all.merge(encoding.complete(typed.encoding));
  all.merge(sampler.complete(typed.sampler));
  return all;
}

// Seconds spent in the stages, by all threads.
struct StageTimes {
  std::mutex mutex;
  double formulate = 0;
  double machine = 0;
  double repair = 0;
  double improve = 0;
  std::optional<RequestClock> requests = {};  // to a real machine
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

// The machine's way through one instance.
class MachineRun {
 public:
  // fill_time: reads go on until the clock ends them, whatever their number.
  MachineRun(const MachinePlan& plan, const QkpInstance& instance, const SolveRequest& request,
             bool fill_time)
      : plan_(&plan),
        fill_time_(fill_time),
        instance_(&instance),
        request_(&request),
        pipeline_(parse_pipeline(plan.post)),
        incumbent_(instance, request) {}

  SolveOutcome run() && {
    if (plan_->in_turn)
      run_jobs(request_->threads, fill_time_ ? most_reads : plan_->reads, [&](std::int64_t read) {
        if (read > 0 && incumbent_.done(read)) return false;
        return take_reads(plan_->formulation_of(read), read, 1, 1);
      });
    else
      all_reads_at_each_strength();
    if (failure_ && answered_ == 0) throw MachineError(*failure_);
    static_cast<void>(incumbent_.stop().requested());  // a clock that ended the reads ended the run
    incumbent_.time(Stage::formulate, clock_.formulate);
    incumbent_.time(Stage::machine, clock_.machine);
    incumbent_.time(Stage::repair, clock_.repair);
    incumbent_.time(Stage::improve, clock_.improve);
    SolveOutcome outcome = std::move(incumbent_).outcome();
    outcome.clock = clock_.requests;
    if (outcome.stopped_by != StopReason::interrupt) outcome.failure = failure_;
    return outcome;
  }

 private:
  void all_reads_at_each_strength() {
    FormulationRequest wanted = plan_->formulation;
    std::int64_t first_read = 0;
    do {
      for (const double strength : plan_->strengths) {
        if (first_read > 0 && incumbent_.done(first_read)) return;
        wanted.strength = strength;
        if (!take_reads(wanted, first_read, plan_->reads, request_->threads)) return;
        first_read += plan_->reads;
      }
    } while (fill_time_ && first_read < most_reads);
  }

  // Formulates, samples, and post-processes each sample on the thread that drew it. Whether there may be more.
  bool take_reads(const FormulationRequest& wanted, std::int64_t first_read, std::int64_t reads,
                  int threads) {
    const double start = incumbent_.stop().seconds();
    const Formulation formulation = formulate(*instance_, wanted);
    const double formulating = incumbent_.stop().seconds() - start;
    // Real machines take their time in whole steps, one of which the moment since the start would cost.
    const bool whole = plan_->sampler->real_machine && first_read == 0;
    SampleRequest sampling{
        .seed = request_->seed,
        .first_read = first_read,
        .reads = reads,
        .threads = threads,
        .time_limit = whole ? request_->time_limit : incumbent_.stop().remaining(),
        .interrupted = request_->interrupted,
        .reads_to_come = plan_->in_turn ? plan_->reads - first_read - reads : 0,
        .account = request_->account};
    sampling.wanted = [&](std::int64_t read) { return !incumbent_.done(read); };
    sampling.finished = [&](const Sample& sample) {
      finish_sample(*instance_, formulation, pipeline_, sample, incumbent_, clock_);
      ++answered_;
    };
    SampleSet set;
    try {
      set = plan_->sampler->sample(formulation.model, plan_->sampler_parameters, sampling);
    } catch (const MachineError& error) {
      set.failure = error;
    }
    const std::scoped_lock lock(clock_.mutex);
    clock_.formulate += formulating;
    clock_.machine += set.read_seconds;
    if (set.failure && !failure_) failure_ = set.failure;
    if (set.clock) {
      if (!clock_.requests) clock_.requests.emplace();
      *clock_.requests += *set.clock;
    }
    return !failure_;
  }

  static constexpr std::int64_t most_reads = 100'000'000;

  const MachinePlan* plan_;
  bool fill_time_;
  const QkpInstance* instance_;
  const SolveRequest* request_;
  Pipeline pipeline_;
  Incumbent incumbent_;
  StageTimes clock_;
  std::atomic<std::int64_t> answered_{0};  // reads
  std::optional<MachineError> failure_;    // of a real machine, guarded by the mutex of the clock
};

// Models can be refused where instances are not: energies out of the range of a double.
SolveOutcome solve(const Sampler& sampler, const QkpInstance& instance,
                   const ParameterValues& values, const SolveRequest& request) {
  try {
    const bool fill_time = request.time_limit && !values.contains("reads");
    return MachineRun(plan_machine(sampler, instance, values), instance, request, fill_time).run();
  } catch (const InvalidInstance& error) {
    throw InvalidInstance(fmt::format("{} as a model for '{}': {}", instance.name(),
                                      machine_name(sampler), error.what()));
  }
}

}  // namespace

FormulationRequest MachinePlan::formulation_of(std::int64_t read) const {
  FormulationRequest wanted = formulation;
  wanted.strength = strengths[static_cast<std::size_t>(read) % strengths.size()];
  wanted.turn = read;
  return wanted;
}

MachinePlan plan_machine(const Sampler& sampler, const QkpInstance& instance,
                         const ParameterValues& values) {
  SplitValues typed = split(sampler, values);
  const MachineSettings settings = settings_of(sampler, typed.settings);
  std::string encoding(wanted_encoding(settings.encoding, settings.strength));
  // Prices hold the load at the capacity, which is no use where an optimum may leave it free.
  if (settings.encoding == "auto" && typed.encoding.empty() && !capacity_binds(instance))
    encoding = BinaryEncoding::name;
  const auto needs_inequality = [](const Encoding& e) {
    return e.spread.unit == StrengthUnit::none;
  };
  if (needs_inequality(find_encoding(encoding)) && !sampler.real_machine) {
    std::vector<std::string_view> others;
    for (const Encoding& other : encodings())
      if (!needs_inequality(other)) others.push_back(other.name);
    throw UsageError(fmt::format(
        "method '{}': encoding '{}' hands over the capacity as an inequality, which this sampler "
        "does not take; expected one of {}",
        machine_name(sampler), encoding, fmt::join(others, ", ")));
  }
  return {.sampler = &sampler,
          .sampler_parameters = std::move(typed.sampler),
          .formulation = {.encoding = encoding,
                          .bound = slack_bound(instance, settings.bound),
                          .parameters = std::move(typed.encoding)},
          .strengths = parse_strengths(instance, settings.strength, find_encoding(encoding)),
          .in_turn = settings.strength == "auto",
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

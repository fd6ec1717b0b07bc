// SPDX-License-Identifier: Apache-2.0
#include "solver/machine.hpp"

#include "core/catalog.hpp"
#include "core/error.hpp"
#include "core/worker_pool.hpp"
#include "solver/incumbent.hpp"
#include "solver/program_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <initializer_list>
#include <mutex>
#include <tuple>
#include <utility>

namespace spinsack {
namespace {

// --- parameters ----------------------------------------------------------------------------------

// What the way around the machine needs to know besides the steps, whose default is the problem's.
struct MachineSettings {
  std::int64_t reads = 40;
  static constexpr auto fields() {
    using Self = MachineSettings;
    return std::tuple{Field{
        "reads", &Self::reads, std::int64_t{1}, std::int64_t{100'000'000},
        "independent runs of the machine, at each penalty strength of a range; without it, as "
        "many as fit into a time limit"}};
  }
};

Parameter steps_parameter(const Problem& problem) {
  return {.name = "post",
          .meaning = "post-processing of every sample",
          .default_value = std::string(problem.default_steps),
          .range = "none or steps joined by '+', see `list steps`"};
}

// Those that are always there.
std::vector<Parameter> settings_of(const Problem& problem) {
  std::vector<Parameter> all = describe_parameters<MachineSettings>();
  for (Parameter& p : models_of(problem).settings()) all.push_back(std::move(p));
  all.push_back(steps_parameter(problem));
  return all;
}

bool has(const std::vector<Parameter>& parameters, std::string_view name) {
  return std::ranges::any_of(parameters, [&](const Parameter& p) { return p.name == name; });
}

// Values by whom they belong to.
struct SplitValues {
  MachineSettings settings;
  std::string post;
  ParameterValues models;
  ParameterValues sampler;
};

SplitValues split(const Sampler& sampler, const Problem& problem, const ParameterValues& values) {
  const ModelMaker& models = models_of(problem);
  const std::vector<Parameter> of_settings = settings_of(problem);
  const std::vector<Parameter> of_sampler = sampler.parameters();
  const std::vector<Parameter> of_choice = models.of_choice(values);
  SplitValues result;
  result.post = problem.default_steps;
  ParameterValues own;
  for (const auto& [name, value] : values) {
    if (name == "post") {
      result.post = value;
    } else if (has(describe_parameters<MachineSettings>(), name)) {
      own[name] = value;
    } else if (has(of_settings, name) || has(of_choice, name)) {
      result.models[name] = value;
    } else if (has(of_sampler, name)) {
      result.sampler[name] = value;
    } else {
      std::vector<std::string_view> known;
      for (const auto* const owner : {&of_settings, &of_sampler, &of_choice})
        for (const Parameter& p : *owner) known.push_back(p.name);
      params::unknown_parameter(
          fmt::format("method '{}' with {}", machine_name(sampler), models.name_of_choice(values)),
          name, known);
    }
  }
  result.settings =
      parse_parameters<MachineSettings>(fmt::format("method '{}'", machine_name(sampler)), own);
  return result;
}

std::vector<Parameter> parameters_of(const Sampler& sampler, const Problem& problem) {
  std::vector<Parameter> all = settings_of(problem);
  for (const Parameter& p : sampler.parameters()) all.push_back(p);
  for (const Parameter& p : models_of(problem).all_of_choices())
    if (!has(all, p.name)) all.push_back(p);
  return all;
}

ParameterValues complete(const Sampler& sampler, const Problem& problem,
                         const ParameterValues& values) {
  const SplitValues typed = split(sampler, problem, values);
  ParameterValues all = parameter_values(typed.settings);
  all["post"] = typed.post;
  all.merge(models_of(problem).complete(typed.models));
  all.merge(sampler.complete(typed.sampler));
  return all;
}

// --- the way around the machine ------------------------------------------------------------------

// Seconds spent in the stages, by all threads.
struct StageTimes {
  std::mutex mutex;
  double formulate = 0;
  double machine = 0;
  double repair = 0;
  double improve = 0;
  std::optional<RequestClock> requests = {};  // to a real machine
};

// Until the end of the run. After that for a moment: the sample that the clock has ended may be the only one.
Stop time_to_finish(Incumbent& incumbent) {
  constexpr double moment = 0.02;
  if (incumbent.stop().requested()) return Stop(moment);
  std::optional<double> seconds = incumbent.stop().remaining();
  if (seconds) *seconds = std::max(*seconds, moment);
  return Stop(seconds, incumbent.request().interrupted);
}

// Makes of a sample what the steps can, and offers it if that is feasible.
void finish_sample(const Instance& instance, const MachineModel& model, const Steps& steps,
                   const Sample& sample, Incumbent& incumbent, StageTimes& clock) {
  Stop stop = time_to_finish(incumbent);
  StopCheck watch(stop);
  const Finished finished = instance.problem().run_steps(
      instance, model.columns(sample.bits), steps,
      {.seed = incumbent.request().seed, .read = sample.read, .watch = &watch});
  double repair = 0;
  double improve = 0;
  for (std::size_t s = 0; s < steps.size(); ++s)  // the first report is of the sample itself
    (steps[s]->needs_feasible ? improve : repair) += finished.reports[s + 1].seconds;
  incumbent.count(sample.work, sample.read);
  if (finished.labels) incumbent.offer(*finished.labels, finished.value, sample.read);
  const std::scoped_lock lock(clock.mutex);
  clock.repair += repair;
  clock.improve += improve;
}

// The machine's way through one instance.
class MachineRun {
 public:
  // fill_time: reads go on until the clock ends them, whatever their number.
  MachineRun(const MachinePlan& plan, const Instance& instance, const SolveRequest& request,
             bool fill_time)
      : plan_(&plan),
        fill_time_(fill_time),
        instance_(&instance),
        request_(&request),
        incumbent_(instance, request) {}

  SolveOutcome run() && {
    if (request_->time_limit && hurried() && plan_->models.unread) answer_at_once();
    if (plan_->models.in_turn)
      run_jobs(request_->threads, fill_time_ ? most_reads : plan_->reads, [&](std::int64_t read) {
        if (read > 0 && incumbent_.done(read)) return false;
        return take_reads(read, read, 1, 1);
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
  // From here on the model alone can take longer than a time limit. Below, any limit leaves time for a first read.
  bool hurried() const { return instance_->elements() >= many_elements; }

  // What the steps make of it without any machine, in a small part of the time.
  void answer_at_once() {
    constexpr double share = 0.1;
    Stop stop(share * *request_->time_limit, request_->interrupted);
    StopCheck watch(stop);
    const Finished finished =
        instance_->problem().run_steps(*instance_, plan_->models.unread(), plan_->post,
                                       {.seed = request_->seed, .read = -1, .watch = &watch});
    if (finished.labels) incumbent_.offer(*finished.labels, finished.value, -1);
    clock_.repair += incumbent_.stop().seconds();
  }

  void all_reads_at_each_strength() {
    std::int64_t first_read = 0;
    do {
      for (std::int64_t turn = 0; turn < number_of_models(); ++turn) {
        if (first_read > 0 && incumbent_.done(first_read)) return;
        if (!take_reads(turn, first_read, plan_->reads, request_->threads)) return;
        first_read += plan_->reads;
      }
    } while (fill_time_ && first_read < most_reads);
  }

  std::int64_t planned_reads() const {
    return plan_->models.in_turn ? plan_->reads : plan_->reads * number_of_models();
  }

  std::int64_t number_of_models() const {
    return std::max<std::int64_t>(1, std::ssize(plan_->models.strengths));
  }

  // Formulates, samples, and post-processes each sample on the thread that drew it. Whether there may be more.
  bool take_reads(std::int64_t turn, std::int64_t first_read, std::int64_t reads, int threads) {
    const double start = incumbent_.stop().seconds();
    StopCheck watch = incumbent_.watch(first_read);
    const MachineModel model = plan_->models.make(turn, hurried() ? &watch : nullptr);
    if (hurried() && watch.stop_after(many_elements)) return false;
    const double formulating = incumbent_.stop().seconds() - start;
    // Real machines take times of certain lengths only, and are paid for them. So every read has the same share of the
    // whole limit: one that is too short is refused before the first read, not after others have been paid for.
    const bool real = plan_->sampler->real_machine;
    SampleRequest sampling{
        .seed = request_->seed,
        .first_read = first_read,
        .reads = reads,
        .threads = threads,
        .time_limit = real ? request_->time_limit : incumbent_.stop().remaining(),
        .interrupted = request_->interrupted,
        .reads_to_come = real ? planned_reads() - reads : 0,
        .account = request_->account};
    sampling.wanted = [&](std::int64_t read) { return !incumbent_.done(read); };
    sampling.finished = [&](const Sample& sample) {
      finish_sample(*instance_, model, plan_->post, sample, incumbent_, clock_);
      ++answered_;
    };
    SampleSet set;
    try {
      set = plan_->sampler->sample(model.model, plan_->sampler_parameters, sampling);
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
  static constexpr Index many_elements = 50'000;

  const MachinePlan* plan_;
  bool fill_time_;
  const Instance* instance_;
  const SolveRequest* request_;
  Incumbent incumbent_;
  StageTimes clock_;
  std::atomic<std::int64_t> answered_{0};  // reads
  std::optional<MachineError> failure_;    // of a real machine, guarded by the mutex of the clock
};

// Models can be refused where instances are not: energies out of the range of a double.
SolveOutcome solve_by(const Sampler& sampler, const Instance& instance,
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

const ModelMaker& models_of(const Problem& problem) {
  return problem.models != nullptr ? *problem.models() : *program_models();
}

MachinePlan plan_machine(const Sampler& sampler, const Instance& instance,
                         const ParameterValues& values) {
  const Problem& problem = instance.problem();
  SplitValues typed = split(sampler, problem, values);
  return {.sampler = &sampler,
          .sampler_parameters = std::move(typed.sampler),
          .models = models_of(problem).plan(instance, typed.models, sampler),
          .reads = typed.settings.reads,
          .post = parse_steps(problem, typed.post)};
}

std::string_view machine_name(const Sampler& sampler) {
  // Names that problems give to methods of their own.
  if (sampler.name == "auto") return "machine";
  return sampler.name == "potts" ? "potts-machine" : sampler.name;
}

const Sampler* find_machine(std::string_view method) {
  for (const Sampler& sampler : samplers())
    if (machine_name(sampler) == method) return &sampler;
  return nullptr;
}

Method machine_method(const Sampler& sampler, const Problem& problem) {
  return {
      machine_name(sampler), sampler.help, [&] { return parameters_of(sampler, problem); },
      [&](const ParameterValues& values) { return complete(sampler, problem, values); },
      [&](const Instance& instance, const ParameterValues& values, const SolveRequest& request) {
        return solve_by(sampler, instance, values, request);
      }};
}

}  // namespace spinsack

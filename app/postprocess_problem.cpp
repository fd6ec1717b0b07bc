// SPDX-License-Identifier: Apache-2.0
#include "postprocess_problem.hpp"

#include "command.hpp"
#include "core/error.hpp"
#include "core/json_text.hpp"
#include "exchange/answer_file.hpp"
#include "exchange/program_map.hpp"
#include "problem/problem.hpp"
#include "program/program.hpp"
#include "sampler/sampler.hpp"
#include "solver/machine.hpp"
#include "spinsack_version.hpp"
#include "terminal/output.hpp"
#include "terminal/percent.hpp"
#include "terminal/seconds_text.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace spinsack::cli {
namespace {

using ColumnsOf = std::function<Bits(BitView sample)>;

// The way from samples to columns, once it is clear that map, samples and instance belong together.
ColumnsOf columns_by_map(const Instance& instance, const ProblemSamples& samples) {
  const InputFile file = read_file(samples.map);
  const ProgramMap map = read_program_map(file);
  if (map.instance_sha256 != instance.digest() || map.problem != instance.problem().name)
    throw InputError(
        fmt::format("{}: expected the map of an instance with the numbers of '{}', found that of "
                    "'{}'",
                    file.name, instance.name(), map.instance));
  const Index expected = map.variables + (map.anchored ? 1 : 0);
  if (samples.rows.variables != expected)
    throw InputError(fmt::format("{}: expected samples of {} variables as in {}, found {}",
                                 samples.file, expected, file.name, samples.rows.variables));
  const ModelMaker& models = models_of(instance.problem());
  MachineModel model =
      models.plan(instance, map.settings, find_sampler("external")).make(0, nullptr);
  if (model.model.size() != map.variables)
    throw InputError(fmt::format("{}: expected the map of a model of {} variables, found {}",
                                 file.name, model.model.size(), map.variables));
  return
      [map, back = std::move(model.columns)](BitView sample) { return back(map.bits_of(sample)); };
}

ColumnsOf columns_of_samples(const Instance& instance, const ProblemSamples& samples) {
  if (!samples.map.empty()) return columns_by_map(instance, samples);
  const Index columns = instance.program().size();
  if (samples.rows.variables < columns)
    throw InputError(fmt::format(
        "{}: expected samples of at least {} variables, one per column of the program, found {}",
        samples.file, columns, samples.rows.variables));
  return [columns](BitView sample) {
    return Bits(sample.begin(), sample.begin() + static_cast<std::ptrdiff_t>(columns));
  };
}

std::string step_json(const Instance& instance, const StepReport& report) {
  JsonObject step;
  step.text("step", report.step).add("value", instance.value_text(report.after.value));
  step.integer("violation", report.after.violation).boolean("feasible", report.after.feasible);
  if (report.skipped) step.boolean("skipped", true);
  return step.real("seconds", report.seconds).line();
}

// What became of all samples at one step.
struct StageSum {
  std::string_view step;
  std::int64_t feasible = 0;  // occurrences
  std::optional<std::int64_t> best = {};
  double sum = 0;
  double seconds = 0;

  void add(const StepReport& report, std::int64_t occurrences) {
    seconds += report.seconds;
    if (!report.after.feasible) return;
    feasible += occurrences;
    sum += static_cast<double>(report.after.value) * static_cast<double>(occurrences);
    best = std::max(best.value_or(report.after.value), report.after.value);
  }
};

class ProblemReport {
 public:
  ProblemReport(const Instance& instance, const ProblemSamples& samples, std::string post)
      : instance_(&instance), samples_(&samples), post_(std::move(post)) {}

  void add(std::size_t row, const Finished& finished) {
    const std::int64_t occurrences = samples_->rows.occurrences[row];
    reads_ += occurrences;
    for (std::size_t s = 0; s < finished.reports.size(); ++s) {
      if (s == stages_.size()) stages_.push_back({.step = finished.reports[s].step});
      stages_[s].add(finished.reports[s], occurrences);
    }
    if (finished.labels && (!best_ || finished.value > best_value_)) {
      best_ = finished.labels;
      best_value_ = finished.value;
    }
  }

  std::string json_line(std::size_t row, const Finished& finished) const {
    const Instance& instance = *instance_;
    JsonObject line;
    line.text("spinsack", version).text("instance", instance.name());
    line.text("problem", instance.problem().name).integer("n", instance.elements());
    line.text("post", post_).integer("sample", static_cast<std::int64_t>(row));
    line.integer("occurrences", samples_->rows.occurrences[row]);
    if (!samples_->rows.energies.empty()) line.real("energy", samples_->rows.energies[row]);
    const Judgement& last = finished.reports.back().after;
    line.add("value", instance.value_text(last.value)).integer("violation", last.violation);
    line.boolean("feasible", last.feasible);
    if (const auto best = instance.best_known()) line.add("best_known", instance.value_text(*best));
    std::vector<std::string> steps;
    for (const StepReport& report : finished.reports) steps.push_back(step_json(instance, report));
    line.add("steps", json_array(steps));
    if (!finished.labels) return line.line();
    std::vector<std::string> labels;
    for (const std::uint8_t label : *finished.labels) labels.push_back(std::to_string(label));
    return line.add("labels", json_array(labels)).line();
  }

  std::string text() const {
    const double unit =
        std::pow(10.0, instance_->value_digits()) * (instance_->goal() == Goal::minimise ? -1 : 1);
    std::vector<std::vector<std::string>> rows{{"step", "feasible", "best", "mean", "time"}};
    for (const StageSum& stage : stages_) {
      const auto feasible = static_cast<double>(stage.feasible);
      rows.push_back({std::string(stage.step), percent(feasible / static_cast<double>(reads_)),
                      stage.best ? instance_->value_text(*stage.best) : "-",
                      stage.best ? fmt::format("{:.2f}", stage.sum / feasible / unit) : "-",
                      seconds_text(stage.seconds)});
    }
    return fmt::format("{}\n  {} samples, {} reads, {} variables for {} {}\n\n{}",
                       instance_->name(), samples_->rows.rows(), reads_, samples_->rows.variables,
                       instance_->elements(), instance_->problem().nouns.elements,
                       table(rows, {1, 2, 3, 4}, 2));
  }

  void write_best() const {
    if (!best_)
      throw UsageError(fmt::format("--solution: no sample is feasible after --post {}", post_));
    const std::array<std::string, 1> notes{fmt::format("spinsack {}: {}, value {}, after --post {}",
                                                       version, instance_->name(),
                                                       instance_->value_text(best_value_), post_)};
    write_file(samples_->solution,
               [&](TextWriter& out) { write_answer(*instance_, *best_, notes, out); });
  }

 private:
  const Instance* instance_;
  const ProblemSamples* samples_;
  std::string post_;
  std::int64_t reads_ = 0;
  std::vector<StageSum> stages_;
  std::optional<Labels> best_;
  std::int64_t best_value_ = 0;
};

}  // namespace

int postprocess_problem(const Instance& instance, const ProblemSamples& samples) {
  const Problem& problem = instance.problem();
  const std::string post = samples.post.empty() ? std::string(problem.default_steps) : samples.post;
  const Steps steps = parse_steps(problem, post);
  const ColumnsOf columns = columns_of_samples(instance, samples);
  ProblemReport report(instance, samples, post);
  const auto process = [&](TextWriter* lines) {
    for (std::size_t row = 0; row < samples.rows.rows(); ++row) {
      const Finished finished =
          problem.run_steps(instance, columns(samples.rows.row(row)), steps,
                            {.read = static_cast<std::int64_t>(row), .judged = true});
      if (lines != nullptr) lines->text(report.json_line(row, finished) + '\n');
      report.add(row, finished);
    }
  };
  if (samples.json.empty())
    process(nullptr);
  else
    write_file(samples.json, [&](TextWriter& out) { process(&out); });
  if (!samples.quiet && samples.json != "-" && samples.solution != "-") print(report.text());
  if (!samples.solution.empty()) report.write_best();
  return success;
}

}  // namespace spinsack::cli

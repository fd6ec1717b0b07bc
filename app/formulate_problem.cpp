// SPDX-License-Identifier: Apache-2.0
#include "formulate_problem.hpp"

#include "command.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "exchange/program_map.hpp"
#include "qubo/anchor_spin.hpp"
#include "sampler/sampler.hpp"
#include "solver/machine.hpp"
#include "spinsack_version.hpp"
#include "terminal/output.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <vector>

namespace spinsack::cli {
namespace {

QuadraticForm written_form(const QuboModel& model, const ProblemFormulation& wanted) {
  QuadraticForm form = model.expand();
  if (wanted.ising || !wanted.format->holds_binary) form = to_spin(form);
  return wanted.format->holds_binary ? form : with_anchor_spin(form);
}

std::string settings_text(const ParameterValues& settings) {
  std::string text;
  for (const auto& [name, value] : settings) text += fmt::format(" --{} {}", name, value);
  return text;
}

}  // namespace

int formulate_problem(const Instance& instance, const ProblemFormulation& wanted) {
  const ModelMaker& models = models_of(instance.problem());
  const ParameterValues settings = models.complete(wanted.settings);
  // A model for whatever machine there is: what it keeps by itself is for its owner to know.
  const ModelPlan plan = models.plan(instance, settings, find_sampler("external"));
  if (plan.strengths.size() != 1)
    throw UsageError(
        fmt::format("--lambda: expected one strength, found {}", plan.strengths.size()));
  const QuboModel model = plan.make(0).model;
  const QuadraticForm form = written_form(model, wanted);
  const QuboFormat& format = *wanted.format;
  const FileNotes notes{fmt::format("Written by spinsack {} ({})", version, revision),
                        fmt::format("Instance {}: {} {}", instance.name(), instance.elements(),
                                    instance.problem().nouns.elements),
                        fmt::format("Formulation:{}", settings_text(settings))};
  std::vector<FileToWrite> files{
      {wanted.output, [&](TextWriter& out) { format.write(form, notes, out); }}};
  if (!wanted.map.empty())
    files.push_back({wanted.map, [&](TextWriter& out) {
                       write_program_map(instance, settings, model.size(), model.groups(), form,
                                         {wanted.output, format.name, format.holds_constant}, out);
                     }});
  write_files(files);
  if (wanted.quiet) return success;
  note(instance.name() + "\n" +
       table({{"model", fmt::format("{}, {} variables {}", format.name, form.size(),
                                    form.vartype == Vartype::binary ? "0/1" : "-1/+1")},
              {"terms", fmt::format("{} pairs, constant {}", form.pairs.pairs(), form.constant)},
              {"settings", settings_text(settings)},
              {"map", wanted.map.empty() ? "not written; --map FILE asks for it" : wanted.map}},
             {}, 2));
  return success;
}

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
#include "problem/program01/program_problem.hpp"

#include "core/file.hpp"
#include "core/file_name.hpp"
#include "core/json_text.hpp"
#include "core/sha256.hpp"
#include "core/stopwatch.hpp"
#include "problem/program01/held_program.hpp"
#include "problem/program01/program_search.hpp"
#include "problem/program01/program_steps.hpp"
#include "program/evaluate.hpp"
#include "program/format.hpp"
#include "program/writing.hpp"
#include "solver/method_entry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace spinsack {
namespace {

const Program& program_of(const Instance& instance) { return instance.as<HeldProgram>().program(); }

Program copy_of_program(const Instance& instance) { return program_of(instance); }

// --- formats -------------------------------------------------------------------------------------

FormatRow row_of(const ProgramFormat& format) {
  return {.name = format.name,
          .help = format.help,
          .endings = {format.extension},
          .detect = format.detect,
          .read =
              [&format](const InputFile& file, const ReadSettings& /*settings*/) {
                Program program = format.read(file);
                // Its name is part of its identity in studies, wherever the file lies.
                if (program.name == file.name) program.name = name_from_path(file.name);
                return std::vector<Instance>{instance_of(std::move(program))};
              },
          .write =
              [&format](std::span<const Instance> instances, TextWriter& out) {
                for (const Instance& instance : instances)
                  format.write(program_of(instance), {}, out);
              }};
}

std::span<const FormatRow> formats_of_programs() {
  static const std::vector<FormatRow> rows = [] {
    std::vector<FormatRow> all;
    for (const ProgramFormat& format : program_formats()) all.push_back(row_of(format));
    return all;
  }();
  return rows;
}

std::span<const SuiteRow> no_suites() { return {}; }
std::span<const FamilyRow> no_families() { return {}; }

std::span<const Method> methods_of_programs() {
  static const std::array catalog{method_entry<ProgramSearch, HeldProgram>()};
  return catalog;
}

// --- instances -----------------------------------------------------------------------------------

// All numbers in their order; names and notes tell nothing.
std::string numbers_of(const Program& program) {
  std::string text = fmt::format("program {} {} {}\n", program.minimised ? "min" : "max",
                                 program.objective_digits, program.objective_constant);
  for (const Column& column : program.columns) text += fmt::format("{} ", column.objective);
  program.pairs.for_each_pair([&](Index i, Index j, auto q) {
    text += fmt::format("\n{} {} {}", i, j, static_cast<std::int64_t>(q));
  });
  for (const Row& row : program.rows) {
    text += fmt::format("\nrow {} {} {}", static_cast<int>(row.sense), row.rhs, row.digits);
    for (const Entry& entry : program.entries_of(row))
      text += fmt::format(" {} {}", entry.column, entry.value);
  }
  for (const Group& group : program.groups)
    text += fmt::format("\ngroup {} {}", group.first, group.size);
  return text;
}

std::string digest_of_program(const Instance& instance) {
  return sha256(numbers_of(program_of(instance)));
}

Judgement judge_program(const Instance& instance, LabelView labels) {
  const Program& program = program_of(instance);
  const ProgramValue value = evaluate_program(program, columns_of(program, labels));
  return {.value = value.value, .violation = value.violation, .feasible = value.feasible()};
}

// Everything that can earn does, whatever the rows say; of a group the best column.
std::optional<std::int64_t> bound_of_terms(const Instance& instance,
                                           const BoundRequest& /*request*/) {
  const Program& program = program_of(instance);
  const ProgramTables& tables = instance.as<HeldProgram>().tables();
  std::int64_t bound = program.objective_constant;
  for (const Group& group : program.groups) {
    std::int64_t best = program.columns[at(group.first)].objective;
    for (Index c = group.first; c < group.end(); ++c)
      best = std::max(best, program.columns[at(c)].objective);
    bound += best;
  }
  for (Index c = 0; c < program.size(); ++c)
    if (tables.group_of(c) < 0)
      bound += std::max<std::int64_t>(0, program.columns[at(c)].objective);
  program.pairs.for_each_pair([&](Index i, Index j, auto q) {
    const bool apart = tables.group_of(i) < 0 || tables.group_of(i) != tables.group_of(j);
    if (apart) bound += std::max<std::int64_t>(0, static_cast<std::int64_t>(q));
  });
  return bound;
}

// One row and a choice between two columns.
Instance two_columns() {
  Program program;
  program.name = "example";
  for (Index c = 0; c < 2; ++c) program.add_column({.name = {"x", c}, .objective = 1 + c});
  program.pairs = SymmetricRowsBuilder(2).finish();
  program.add_row({"one"}, RowSense::at_most, 2);
  program.add_entry(0, 1);
  program.add_entry(1, 2);
  return instance_of(std::move(program));
}

// --- steps ---------------------------------------------------------------------------------------

struct ProgramStep {
  StepRow row;
  void (*run)(ProgramState& state, StopCheck* watch) = nullptr;
};
constexpr std::int64_t looks_at_pairs = 4'000'000;
constexpr std::array program_steps_catalog{
    ProgramStep{{"repair", "drop or set columns by efficiency until every row holds", false},
                repair_program},
    ProgramStep{{"flip", "flip single columns while one improves", true}, improve_by_flips},
    ProgramStep{{"swap", "flip two columns at once while two improve", true},
                [](ProgramState& state, StopCheck* watch) {
                  improve_by_swaps(state, looks_at_pairs, watch);
                }},
};

std::span<const StepRow> rows_of_steps() {
  static const std::vector<StepRow> rows = [] {
    std::vector<StepRow> all;
    for (const ProgramStep& step : program_steps_catalog) all.push_back(step.row);
    return all;
  }();
  return rows;
}

Finished finish_columns(const Instance& instance, BitView columns, const Steps& pipeline,
                        const StepRequest& request) {
  const auto& held = instance.as<HeldProgram>();
  Finished finished;
  Stopwatch watch;
  ProgramState state(held.tables(), Bits(columns.begin(), columns.end()));
  const auto report = [&](std::string_view step, bool skipped) {
    StepReport& row = finished.reports.emplace_back(
        StepReport{.step = step, .skipped = skipped, .seconds = watch.seconds()});
    if (request.judged) {
      const ProgramValue value = evaluate_program(held.program(), state.columns());
      row.after = {
          .value = value.value, .violation = value.violation, .feasible = value.feasible()};
    }
    watch.lap();
  };
  report("raw", false);
  for (const StepRow* const row : pipeline) {
    const bool skipped = row->needs_feasible && !is_feasible(state);
    const auto place = static_cast<std::size_t>(row - rows_of_steps().data());
    if (!skipped) program_steps_catalog[place].run(state, request.watch);
    report(row->name, skipped);
  }
  finished.value = state.value();
  Labels labels = labels_of(held.program(), state.columns());
  (is_feasible(state) ? finished.labels.emplace() : finished.candidate) = std::move(labels);
  return finished;
}

// --- answers -------------------------------------------------------------------------------------

std::vector<std::pair<std::string, std::string>> names_of_set_columns(const Instance& instance,
                                                                      LabelView labels) {
  const Program& program = program_of(instance);
  const Bits columns = columns_of(program, labels);
  std::vector<std::string> names;
  for (Index c = 0; c < program.size(); ++c) {
    if (columns[at(c)] == 0) continue;
    std::string name;
    append_label(name, program.columns[at(c)].name);
    names.push_back(json_string(name));
  }
  return {{"columns_set", json_array(names)}};
}

std::string number_of_set_columns(const Instance& instance, LabelView labels) {
  const Program& program = program_of(instance);
  const Bits columns = columns_of(program, labels);
  return fmt::format("{} of {} set, {} rows hold", std::ranges::count(columns, 1), columns.size(),
                     program.rows.size() + program.groups.size());
}

}  // namespace

const Problem& program_problem() {
  static const Problem row{
      .name = "program",
      .help = "any 0/1 program: linear rows, a linear or quadratic objective, binary columns",
      .nouns = {.instance = "program",
                .element = "column",
                .elements = "columns",
                .label = "value",
                .limits = "all rows",
                .value = "objective"},
      .formats = formats_of_programs,
      .suites = no_suites,
      .families = no_families,
      .example = two_columns,
      .digest = digest_of_program,
      .program = copy_of_program,
      .evaluate = judge_program,
      .bound = bound_of_terms,
      .steps = rows_of_steps,
      .default_steps = "repair+flip+swap",
      .run_steps = finish_columns,
      .methods = methods_of_programs,
      .answer_facts = names_of_set_columns,
      .answer_text = number_of_set_columns,
  };
  return row;
}

Instance instance_of(Program program) {
  check_program(program);
  Instance::Data data{.problem = &program_problem(),
                      .name = program.name,
                      .elements = number_of_elements(program),
                      .value_digits = program.objective_digits,
                      .goal = program.minimised ? Goal::minimise : Goal::maximise,
                      .facts = {{"n", std::int64_t{program.size()}},
                                {"rows", static_cast<std::int64_t>(program.rows.size())},
                                {"groups", static_cast<std::int64_t>(program.groups.size())},
                                {"pairs", program.pairs.pairs()}}};
  return {std::move(data), std::make_shared<const HeldProgram>(std::move(program))};
}

}  // namespace spinsack

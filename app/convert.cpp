// SPDX-License-Identifier: Apache-2.0
// spinsack convert: the same instance in another file format.
#include "command.hpp"
#include "core/catalog.hpp"
#include "core/file.hpp"
#include "file_names.hpp"
#include "formulation/linearise.hpp"
#include "instance/qkp.hpp"
#include "instances.hpp"
#include "problem/problem.hpp"
#include "problem_catalogs.hpp"
#include "program/format.hpp"
#include "spinsack_version.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {
namespace {

std::vector<FormatOfEnding> endings() {
  std::vector<FormatOfEnding> all(instance_endings.begin(), instance_endings.end());
  for (const Problem* const problem : problems())
    for (const FormatRow& format : problem->formats())
      for (const std::string_view ending : format.endings) all.push_back({ending, format.name});
  return all;
}

template <class Entry>
const Entry* find_or_null(std::span<const Entry> catalog, std::string_view name) {
  for (const Entry& entry : catalog)
    if (entry.name == name) return &entry;
  return nullptr;
}

struct Convert {
  OneInstance input;
  std::string output;
  std::string to;
  std::string linearise;

  void declare(Flags& flags);
  int run() const;

 private:
  void write_instances(const SharedEntry& format) const;
  void write_program(const ProgramFormat& format) const;
  void write_other_program(const Instance& instance, const ProgramFormat& format,
                           const Linearisation& form, std::span<const std::string> notes) const;
};

ValueKind target_formats() { return catalog_value("FORMAT", all_formats()); }

void Convert::declare(Flags& flags) {
  ValueKind in = instance_value();
  in.name = "IN";
  flags.argument(input.spec, std::move(in),
                 "a file (plain, .gz or .xz), '-' for standard input, or a published instance");
  flags.argument(output, output_value("OUT"),
                 "the file to write, compressed if it ends in .gz or .xz; '-' for standard output");
  flags.group("Input");
  input.reading.declare(flags);
  flags.group("Output");
  flags.value("--to", to, target_formats(),
              "the format to write; without it the ending of OUT decides");
  flags.value("--linearise", linearise, catalog_value("NAME", linearisations()), R"(
      how lp and mps files write products: quadratic keeps them, the others replace them by
      linear rows
    )");
}

int Convert::run() const {
  const std::string name = to.empty() ? format_from_ending(output, endings()) : to;
  if (const auto* program = find_or_null(program_formats(), name)) {
    write_program(*program);
  } else if (const auto* format = find_or_null(all_formats(), name)) {
    write_instances(*format);
  } else {
    const std::vector<std::string> words = target_formats().words;
    throw UsageError(
        unknown_word("format", name, std::vector<std::string_view>(words.begin(), words.end())));
  }
  return success;
}

// The format among those of the instance's problem.
const FormatRow& format_of(const Instance& instance, std::string_view name) {
  const Problem& problem = instance.problem();
  for (const FormatRow& format : problem.formats())
    if (format.name == name && format.write) return format;
  std::vector<std::string_view> others;
  for (const FormatRow& format : problem.formats())
    if (format.write) others.push_back(format.name);
  throw UsageError(fmt::format("format '{}' cannot hold {}, a {}; expected one of {}", name,
                               instance.name(), problem.nouns.instance, fmt::join(others, ", ")));
}

void Convert::write_instances(const SharedEntry& format) const {
  if (!linearise.empty())
    throw UsageError(
        fmt::format("--linearise: format '{}' holds the instance as it is", format.name));
  const bool several = std::ranges::any_of(format.of, [&](const Problem* problem) {
    return std::ranges::any_of(problem->formats(), [&](const FormatRow& row) {
      return row.name == format.name && row.holds_several;
    });
  });
  const std::vector<Instance> instances =
      several ? input.load() : std::vector<Instance>{input.load_one()};
  const FormatRow& row = format_of(instances.front(), format.name);
  write_file(output, [&](TextWriter& out) { row.write(instances, out); });
}

void Convert::write_program(const ProgramFormat& format) const {
  const std::string_view name = linearise.empty() ? linearisations().front().name : linearise;
  const Linearisation& form = find_entry(linearisations(), "linearisation", name);
  std::vector<std::string> notes{
      fmt::format("Written by spinsack {} ({}): convert --to {} --linearise {}", version, revision,
                  format.name, form.name)};
  const Instance loaded = input.load_one();
  if (!loaded.is<QkpInstance>()) return write_other_program(loaded, format, form, notes);
  const auto& instance = loaded.as<QkpInstance>();
  const Program program = form.build(instance);
  for (std::size_t i = 0; i < instance.item_names().size(); ++i)
    notes.push_back(fmt::format("x_{}: {}", i, instance.item_names()[i]));
  write_file(output, [&](TextWriter& out) { format.write(program, notes, out); });
}

void Convert::write_other_program(const Instance& instance, const ProgramFormat& format,
                                  const Linearisation& form,
                                  std::span<const std::string> notes) const {
  if (form.name != linearisations().front().name)
    throw UsageError(fmt::format("--linearise {}: only for knapsacks, and {} is a {}", form.name,
                                 instance.name(), instance.problem().nouns.instance));
  write_file(output, [&](TextWriter& out) { format.write(instance.program(), notes, out); });
}

constexpr std::array<Example, 5> convert_examples{{
    {"spinsack convert medium:100_25_1 small.edges", "as an edge list"},
    {"spinsack convert small.edges small.txt.xz", "back again, compressed"},
    {"spinsack convert small.edges small.json", "as JSON, to read and edit by hand"},
    {"spinsack convert medium:100_25_1 small.lp", "as a quadratic program in LP format"},
    {"spinsack convert medium:100_25_1 - --to mps --linearise glover",
     "as a linear program, for solvers such as CBC and GLPK"},
}};

constexpr std::string_view about_convert = R"(
Reads an instance in any format and writes it in another: a common instance format, JSON or CSV
(which keep the names of items), or LP or MPS for mixed-integer solvers. Numbers are exact: decimals
stay decimals, digit for digit.

Most free solvers refuse a quadratic objective, and some misread it. --linearise replaces each
product of two items by linear rows that have the same optimum. A file with several capacities holds
several instances; if the output can hold only one, name it: budgets.edges#2 is the second.
)";

}  // namespace

extern const Command convert_command;
const Command convert_command{"convert", "translate instances between formats, and to LP and MPS",
                              about_convert, convert_examples, declare<Convert>};

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
// spinsack model: what a QUBO or Ising file holds, and the same model in another format.
#include "command.hpp"
#include "core/catalog.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/stopwatch.hpp"
#include "core/text_reader.hpp"
#include "file_names.hpp"
#include "model_facts.hpp"
#include "models.hpp"
#include "qubo/anchor_spin.hpp"
#include "spinsack_version.hpp"
#include "terminal/output.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {
namespace {

struct ModelCommand;
struct ModelAction {
  std::string_view name;
  std::string_view help;
  int (*run)(const ModelCommand& command);
};
std::span<const ModelAction> model_actions();

struct ModelCommand {
  std::string action;
  std::vector<std::string> files;
  std::string format = "auto";
  std::string to;
  std::string vartype;
  std::string json;
  bool quiet = false;

  void declare(Flags& flags);
  int run() const { return find_entry(model_actions(), "action", action).run(*this); }

  void refuse(std::string_view flag, const std::string& value, std::string_view taker) const {
    if (!value.empty())
      throw UsageError(fmt::format("{}: unexpected flag {}, which is for {}", action, flag, taker));
  }
};

void ModelCommand::declare(Flags& flags) {
  flags.argument(action, catalog_value("ACTION", model_actions()), "what to do");
  flags.arguments(files, model_value("FILE"), R"(
      info: models, which are files (plain, .gz or .xz), '-' for standard input, published ones such
      as gset:G1 or a pattern such as 'gset:*'; convert: one model, and the file to write, '-' for
      standard output
    )");
  flags.group("Input");
  flags.value("--format", format, catalog_value("FORMAT", qubo_formats(), {"auto"}),
              "the format of the input; auto looks at the content");
  flags.group("Output");
  flags.value("--to", to, catalog_value("FORMAT", qubo_formats()),
              "convert: the format to write; without it the ending of the output decides");
  flags.value("--vartype", vartype, {"KIND", ValueKind::Completion::words, {"bits", "spins"}},
              "convert: write bits 0/1 or spins -1/+1; without it, those of the input");
  flags.value(
      "--json", json, output_value(),
      "info: write one JSON object per model and line; '-' prints them instead of the text");
  flags.toggle("-q,--quiet", quiet, "convert: do not say what the format cannot hold");
}

int show_models(const ModelCommand& command) {
  command.refuse("--to", command.to, "convert");
  command.refuse("--vartype", command.vartype, "convert");
  std::vector<std::vector<std::string>> rows{model_heading()};
  std::string lines;
  std::string page;  // of the latest model, held back until it is known to be the only one
  for (const std::string& file : command.files)
    for (const std::string& name : model_names(file)) {
      Stopwatch watch;
      const LoadedModel model = load_model_argument(name, command.format);
      const ModelFacts facts = model_facts(model, watch.lap());
      lines += model_json(facts) + '\n';
      rows.push_back(model_row(facts));
      page = model_page(facts);
    }
  if (!command.json.empty()) write_file(command.json, [&](TextWriter& out) { out.text(lines); });
  if (command.json != "-") print(rows.size() == 2 ? page : table(rows, {2, 3, 4, 5, 6}));
  return success;
}

// The form as the format holds it, and in losses what others will not find in the file.
QuadraticForm form_for(const QuboFormat& format, const ModelCommand& command, QuadraticForm form,
                       std::vector<std::string>& losses) {
  const bool spins = form.vartype == Vartype::spin;
  const bool wanted = command.vartype.empty() ? spins : command.vartype == "spins";
  if (!command.vartype.empty() && !(wanted ? format.holds_spin : format.holds_binary))
    throw UsageError(fmt::format("--vartype: format '{}' holds {} only", format.name,
                                 wanted ? "bits" : "spins"));
  const bool as_spins = wanted ? format.holds_spin : !format.holds_binary;
  form = as_spins ? to_spin(std::move(form)) : to_binary(std::move(form));
  if (as_spins != spins && command.vartype.empty())
    losses.emplace_back(spins ? "spins became bits, x = (1 + s) / 2"
                              : "bits became spins, s = 2 x - 1");
  // Formats that hold no bits are graphs, which have no linear terms either.
  const bool linear = std::ranges::any_of(form.linear, [](double value) { return value != 0; });
  if (!format.holds_binary && linear) {
    form = with_anchor_spin(form);
    losses.push_back(
        fmt::format("linear terms became couplings to variable {}, which is new", form.size() - 1));
  }
  return form;
}

int convert_model(const ModelCommand& command) {
  command.refuse("--json", command.json, "info");
  if (command.files.size() != 2)
    throw UsageError(fmt::format("convert: expected IN and OUT, found {} name{}",
                                 command.files.size(), command.files.size() == 1 ? "" : "s"));
  if (!command.vartype.empty() && command.vartype != "bits" && command.vartype != "spins")
    throw UsageError(
        fmt::format("--vartype: expected bits or spins, found {}", quote(command.vartype)));
  const std::string& output = command.files[1];
  const std::string name =
      command.to.empty() ? format_from_ending(output, model_endings()) : command.to;
  const QuboFormat& format = find_entry(qubo_formats(), "format", name);
  check_outputs(std::array{FileUse{"IN", command.files[0]}}, std::array{FileUse{"OUT", output}});

  const LoadedModel model = load_model_argument(command.files[0], command.format);
  std::vector<std::string> losses;
  if (model.labels_dropped)
    losses.push_back(fmt::format(
        "the labels of the variables in {} are dropped; variables are numbered from 0, in the "
        "order of that file",
        model.name));
  const QuadraticForm form = form_for(format, command, model.form, losses);
  const FileNotes notes{
      fmt::format("Written by spinsack {} ({}): model convert", version, revision),
      fmt::format("Model {}", model.name)};
  write_file(output, [&](TextWriter& out) { format.write(form, notes, out); });
  if (!format.holds_constant && format.maximised != "cut" && form.constant != 0)
    losses.push_back(
        fmt::format("the constant {} is in a comment, which other programs skip", form.constant));
  if (!command.quiet)
    for (const std::string& loss : losses)
      note(fmt::format("spinsack model: format '{}': {}", format.name, loss));
  return success;
}

constexpr std::array<ModelAction, 2> all_model_actions{{
    {"info", "size, couplings, numbers and components of models", show_models},
    {"convert", "write a model in another format", convert_model},
}};
std::span<const ModelAction> model_actions() { return all_model_actions; }

constexpr std::array<Example, 5> model_examples{{
    {"spinsack model info gset:G1", "describe one model"},
    {"spinsack model info 'gset:*'", "a table of many models"},
    {"spinsack model info --json - gset:G11 gset:G12", "for programs"},
    {"spinsack model convert gset:G1 g1.bqm", "a published graph as a file of dimod"},
    {"spinsack model convert g1.bqm - --to amplify | gzip > body.json.gz",
     "the body of a request to a machine"},
}};

constexpr std::string_view about_model = R"(
info describes a model: its variables and couplings, how dense and how connected it is, the range of
its coefficients and whether they are integers, how the program stores it, and how 'spinsack sample'
would sample it. Several models give a table.

convert reads a model in any format and writes it in another. Numbers are exact. A message names
what the new format cannot hold: a constant goes into a comment, spins become bits, linear terms
become couplings to a new spin in a graph, labels of variables become numbers.
)";

}  // namespace

extern const Command model_command;
const Command model_command{"model", "describe a model file, or translate it", about_model,
                            model_examples, declare<ModelCommand>};

}  // namespace spinsack::cli

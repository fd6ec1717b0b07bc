// SPDX-License-Identifier: Apache-2.0
// spinsack formulate: instance -> QUBO or Ising model in an exchange format, with a decode map.
#include "command.hpp"
#include "core/catalog.hpp"
#include "core/file.hpp"
#include "core/stopwatch.hpp"
#include "exchange/decode_map.hpp"
#include "file_names.hpp"
#include "formulate_problem.hpp"
#include "formulation/formulation.hpp"
#include "instances.hpp"
#include "models.hpp"
#include "parameter_flags.hpp"
#include "qubo/anchor_spin.hpp"
#include "qubo/format.hpp"
#include "spinsack_version.hpp"
#include "terminal/output.hpp"
#include "terminal/seconds_text.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {
namespace {

std::string parameters_text(const ParameterValues& values) {
  std::string text;
  for (const auto& [name, value] : values) text += fmt::format(" --{} {}", name, value);
  return text;
}

struct Formulate {
  OneInstance input;
  std::string output = "-";
  std::string to;
  std::string encoding = "binary";
  std::string lambda = "auto";
  std::string bound = "auto";
  ParameterValues parameters;
  std::string map;
  bool ising = false;
  bool quiet = false;

  void declare(Flags& flags);
  int run() const;

 private:
  std::vector<FileUse> inputs() const;
  ParameterValues settings() const;
  const QuboFormat& chosen_format() const;
  QuadraticForm expanded(const QuboModel& model, const QuboFormat& format) const;
  FileNotes notes(const QkpInstance& instance, const Formulation& formulation) const;
  std::string map_path() const;
  std::string summary(const QkpInstance& instance, const Formulation& formulation,
                      const QuadraticForm& form, const QuboFormat& format) const;
};

void Formulate::declare(Flags& flags) {
  flags.argument(input.spec, instance_value(),
                 "a file (plain, .gz or .xz), '-' for standard input, or a published instance");
  flags.group("Model");
  flags.value("-e,--encoding", encoding, catalog_value("ENCODING", encodings()),
              "how the unused capacity becomes bits: one of the encodings below");
  flags.value("-l,--lambda", lambda, {"X", ValueKind::Completion::words, {"auto"}, true}, R"(
      strength of the penalty: a number, auto, or a power of two such as 2^-3, which keeps energies
      exact
    )");
  flags.value("-b,--bound", bound,
              {"D", ValueKind::Completion::words, {"auto", "max-weight", "capacity"}, true}, R"(
      the largest slack that the bits can hold: capacity, max-weight or an integer. auto is
      max-weight, which is enough for an optimum, or capacity if profits are negative or everything
      fits
    )");
  flags.toggle("--ising", ising, "spins -1 and +1 instead of bits 0 and 1");
  flags.group("Encodings");
  declare_parameters(flags, {"encoding", "-e,--encoding"}, encodings(), parameters);
  flags.group("Input");
  input.reading.declare(flags);
  flags.group("Output");
  flags.value("-o,--output", output, output_value(),
              "the model, compressed if the name ends in .gz or .xz");
  flags.value("--to", to, catalog_value("FORMAT", qubo_formats()),
              "the format of the model; without it the ending of the output decides");
  flags.value("--map", map, output_value(),
              "the decode map; without it, the output's name with .map.json");
  flags.toggle("-q,--quiet", quiet, "no summary on standard error");
}

const QuboFormat& Formulate::chosen_format() const {
  const std::string name = to.empty() ? format_from_ending(output, model_endings()) : to;
  const QuboFormat& format = find_entry(qubo_formats(), "format", name);
  if (ising && !format.holds_spin)
    throw UsageError(fmt::format("--ising: format '{}' holds bits only", format.name));
  return format;
}

// Formats that hold no bits are graphs, which have no linear terms either.
QuadraticForm Formulate::expanded(const QuboModel& model, const QuboFormat& format) const {
  QuadraticForm form = model.expand();
  if (ising || !format.holds_binary) form = to_spin(form);
  return format.holds_binary ? form : with_anchor_spin(form);
}

std::vector<FileUse> Formulate::inputs() const {
  std::vector<FileUse> files = input.reading.files();
  files.insert(files.begin(), {"FILE", input.spec});
  return files;
}

// For other problems, whose own default is auto.
ParameterValues Formulate::settings() const {
  ParameterValues values = parameters;
  if (encoding != Formulate().encoding) values["encoding"] = encoding;
  values["lambda"] = lambda;
  values["bound"] = bound;
  return values;
}

std::string Formulate::map_path() const {
  return !map.empty() || output == "-" ? map : output + ".map.json";
}

FileNotes Formulate::notes(const QkpInstance& instance, const Formulation& formulation) const {
  const FormulationRequest& used = formulation.request;
  return {fmt::format("Written by spinsack {} ({})", version, revision),
          fmt::format("Instance {}: {} items, capacity {}", instance.name(), instance.size(),
                      instance.weight_text(instance.capacity())),
          fmt::format("Formulation: --encoding {} --lambda {} --bound {}{}", used.encoding,
                      used.strength, used.bound, parameters_text(used.parameters)),
          fmt::format("Variables: {} items, then {} slack bits", formulation.items,
                      formulation.slack.coefficients.size())};
}

int Formulate::run() const {
  const QuboFormat& format = chosen_format();
  const std::string beside = map_path();
  if (map.empty() && !beside.empty())
    check_outputs(inputs(), std::array{FileUse{"--output", output}, FileUse{"--map", beside}});

  // 1. Formulate.
  Stopwatch watch;
  const Instance loaded = input.load_one();
  if (!loaded.is<QkpInstance>())
    return formulate_problem(loaded, {.settings = settings(),
                                      .format = &format,
                                      .output = output,
                                      .map = beside,
                                      .ising = ising,
                                      .quiet = quiet});
  const auto& instance = loaded.as<QkpInstance>();
  const double read = watch.lap();
  const Formulation formulation = formulate(instance, encoding, lambda, bound, parameters);
  const double formulated = watch.lap();
  const QuadraticForm form = expanded(formulation.model, format);
  const double written_out = watch.lap();

  // 2. Write model and map; one without the other would be a half-finished job.
  std::vector<FileToWrite> files{
      {output, [&](TextWriter& out) { format.write(form, notes(instance, formulation), out); }}};
  if (!beside.empty())
    files.push_back({beside, [&](TextWriter& out) {
                       write_decode_map(instance, formulation, form,
                                        {output, format.name, format.holds_constant}, out);
                     }});
  write_files(files);

  // 3. Tell.
  if (!format.holds_constant && form.constant != 0)
    note(fmt::format("spinsack: warning: format '{}' has no place for the constant {}; {}",
                     format.name, form.constant,
                     beside.empty() ? "--map FILE keeps it" : "the decode map keeps it"));
  if (!quiet)
    note(summary(instance, formulation, form, format) +
         fmt::format("  time       read {}, formulate {}, expand {}, write {}", seconds_text(read),
                     seconds_text(formulated), seconds_text(written_out),
                     seconds_text(watch.lap())));
  return success;
}

std::string Formulate::summary(const QkpInstance& instance, const Formulation& formulation,
                               const QuadraticForm& form, const QuboFormat& format) const {
  const FormulationRequest& used = formulation.request;
  const std::optional<double> strength = formulation.strength();
  const std::string beside = map_path();
  const bool anchored =
      at(form.size()) > at(formulation.items) + formulation.slack.coefficients.size();
  const std::vector<std::vector<std::string>> rows{
      {"model", fmt::format("{}, {} variables {}", format.name, form.size(),
                            form.vartype == Vartype::binary ? "0/1" : "-1/+1")},
      {"variables", fmt::format("{} items, {} slack bits{}", formulation.items,
                                formulation.slack.coefficients.size(),
                                anchored ? ", an anchor for the linear terms" : "")},
      {"terms", fmt::format("{} pairs, constant {}", form.pairs.pairs(), form.constant)},
      {"encoding",
       fmt::format(
           "{}{}{}", used.encoding,
           find_encoding(used.encoding).uses_bound ? fmt::format(", bound {}", used.bound) : "",
           parameters_text(used.parameters))},
      {"lambda", strength ? fmt::format("{}{}", *strength, lambda == "auto" ? " (auto)" : "")
                          : "none: the capacity is an inequality of the model"},
      {"map", beside.empty() ? "not written; --map FILE asks for it" : beside},
  };
  return instance.name() + "\n" + table(rows, {}, 2);
}

constexpr std::array<Example, 4> formulate_examples{{
    {"spinsack formulate medium:100_25_1 -o model.coo", "a QUBO with default settings"},
    {"spinsack formulate medium:100_25_1 -o model.bqm --encoding unary --lambda 2^3",
     "another encoding, another strength"},
    {"spinsack formulate medium:100_25_1 -o model.json --ising --encoding lagrange",
     "an Ising model without slack"},
    {"spinsack formulate medium:100_25_1 --to qbsolv --map model.map.json | gzip > model.qubo.gz",
     "through a pipe, the map in a file"},
}};

constexpr std::string_view about_formulate = R"(
Writes the model that an Ising machine minimises: minus the profit, plus lambda times the square of
(load + slack - capacity). The slack is the unused capacity, written in extra bits after those of
the items; the encoding says how many there are and what they are worth.

The square is multiplied out, because machines need that. A decode map in JSON is written beside the
model. It says what every variable means and keeps what the format cannot hold, so that 'spinsack
postprocess' can turn samples back into items. Numbers in the model are integers: decimal data are
scaled, and the map says by how much.
)";

}  // namespace

extern const Command formulate_command;
const Command formulate_command{"formulate", "turn an instance into a QUBO or Ising model",
                                about_formulate, formulate_examples, declare<Formulate>};

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
// spinsack generate: published instances byte for byte, and new ones.
#include "command.hpp"
#include "core/catalog.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/nearest.hpp"
#include "file_names.hpp"
#include "instance/format.hpp"
#include "instance/published.hpp"
#include "parameter_flags.hpp"
#include "problem/problem.hpp"
#include "problem_catalogs.hpp"
#include "qubo/published_graph.hpp"
#include "terminal/output.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {
namespace {

struct Generate {
  std::string name;
  ParameterValues parameters;
  std::string output;
  std::string directory;
  std::string format;

  void declare(Flags& flags);
  int run() const;

 private:
  int run_family() const;
  std::string format_for(const Instance& any) const;
  void write_one(const std::string& path, const PublishedInstance& published) const;
  void write_one(const std::string& path, const PublishedGraph& published) const;
  template <class Published>
  int write_all(const std::vector<const Published*>& matches) const;
};

ValueKind names_value() {
  ValueKind value = catalog_value("NAME", all_families());
  value.completion = ValueKind::Completion::instance;
  value.open = true;
  return value;
}

void Generate::declare(Flags& flags) {
  ValueKind names = names_value();
  flags.argument(name, std::move(names), R"(
      a family of random instances (below), a published instance such as large:2000_100_10, a
      published graph such as gset:G1, or a pattern such as 'medium:100_*'
    )");
  flags.group("Families of random instances");
  declare_parameters(flags, {"family", ""}, all_families(), parameters);
  flags.group("Output");
  flags.value(
      "-o,--output", output, output_value(),
      "the file to write, compressed if it ends in .gz or .xz; without it, standard output");
  flags.value("--out-dir", directory, {"DIR", ValueKind::Completion::directory},
              "write published instances here, each under the name of its file");
  flags.value("--format", format, catalog_value("FORMAT", all_formats()),
              "the format to write; without it the ending of the file decides, or billionnet");
}

// A mistyped suite is taken for that of the nearest name, whose message says the rest.
bool means_graphs(std::string_view name) {
  if (names_published_graph(name) || names_published(name)) return names_published_graph(name);
  std::vector<std::string> known;
  for (const PublishedInstance& each : published_instances()) known.push_back(each.full_name());
  for (const PublishedGraph& each : published_graphs()) known.push_back(each.full_name());
  return names_published_graph(
      nearest_word(name, std::vector<std::string_view>(known.begin(), known.end())));
}

int Generate::run() const {
  if (!output.empty() && !directory.empty())
    throw UsageError("--output and --out-dir exclude each other");
  // No family has a colon in its name, so a mistyped suite gets its message here too.
  if (name.find(':') == std::string::npos) return run_family();
  if (!parameters.empty())
    throw UsageError(
        fmt::format("--{}: published instances have no parameters", parameters.begin()->first));
  return means_graphs(name) ? write_all(match_published_graphs(name))
                            : write_all(match_published(name));
}

// The name under which the file circulates.
std::string published_file(const PublishedInstance& published) {
  return fmt::format("{}{}.txt", published.suite == "medium" ? "jeu_" : "", published.name);
}

std::string published_file(const PublishedGraph& published) {
  return published.suite == "wk" ? fmt::format("WK{}.rud", published.name)
                                 : std::string(published.name);
}

// Without --format the bytes are those of the authors; with it the numbers are.
void Generate::write_one(const std::string& path, const PublishedInstance& published) const {
  write_file(path, [&](TextWriter& out) {
    if (format.empty()) return write_published(published, out);
    const QkpInstance instance = build_published(published);
    find_entry(instance_formats(), "instance format", format).write({&instance, 1}, out);
  });
}

void Generate::write_one(const std::string& path, const PublishedGraph& published) const {
  if (!format.empty())
    throw UsageError(
        fmt::format("--format: {} is a model, written as published; 'spinsack model convert' "
                    "writes it in another format",
                    published.full_name()));
  write_file(path, [&](TextWriter& out) { out.text(published_graph_text(published)); });
}

template <class Published>
int Generate::write_all(const std::vector<const Published*>& matches) const {
  if (directory.empty()) {
    if (matches.size() > 1)
      throw UsageError(
          fmt::format("'{}' stands for {} instances; --out-dir DIR writes a file for each", name,
                      matches.size()));
    write_one(output.empty() ? "-" : output, *matches.front());
    return success;
  }
  std::error_code fault;
  std::filesystem::create_directories(directory, fault);
  if (fault) throw FileError(fmt::format("{}: cannot create: {}", directory, fault.message()));
  for (const Published* published : matches)
    write_one((std::filesystem::path(directory) / published_file(*published)).string(), *published);
  return success;
}

// All pairs of a large sparse instance, zeros included, would fill a disk before anybody asks why.
std::string Generate::format_for(const Instance& any) const {
  if (!format.empty()) return format;
  if (!any.is<QkpInstance>()) return std::string(any.problem().formats().front().name);
  if (const auto by_name = format_of_ending(output, instance_endings);
      by_name && *by_name != "billionnet")
    return std::string(*by_name);
  const auto& instance = any.as<QkpInstance>();
  constexpr std::int64_t most_numbers = 2'000'000'000;
  const std::int64_t numbers =
      static_cast<std::int64_t>(instance.size()) * (instance.size() - 1) / 2;
  const std::int64_t pairs = instance.pair_profits().pairs();
  if (numbers > most_numbers && pairs < numbers / 10)
    throw UsageError(
        fmt::format("--format: billionnet would write {} numbers, most of them zero; expected one "
                    "for {} pairs, such as edges",
                    numbers, pairs));
  return "billionnet";
}

int Generate::run_family() const {
  if (!directory.empty())
    throw UsageError("--out-dir: for published instances; a random one goes where --output says");
  const SharedEntry& entry = find_entry(all_families(), "family", name);
  const Problem& problem = *entry.of.front();
  const Instance instance = find_entry(problem.families(), "family", name).generate(parameters);
  const FormatRow& target = find_entry(problem.formats(), "instance format", format_for(instance));
  if (!target.write)
    throw UsageError(fmt::format("--format: '{}' is only read, not written", target.name));
  write_file(output.empty() ? "-" : output, [&](TextWriter& out) {
    target.write({&instance, 1}, out);
  });
  if (const auto optimum = instance.proven_optimum())
    note(fmt::format("{}: optimal value {}, by construction", instance.name(),
                     instance.value_text(*optimum)));
  return success;
}

constexpr std::array<Example, 6> generate_examples{{
    {"spinsack generate large:2000_100_10 | sha256sum", "a published instance, byte for byte"},
    {"spinsack generate 'medium:100_*' --out-dir instances", "forty published instances"},
    {"spinsack generate 'gset:*' --out-dir gset", "the 71 graphs of the Gset"},
    {"spinsack generate gallo --n 50 --density 40 --seed 7 -o new.txt", "a random instance"},
    {"spinsack generate sparse --n 500 --seed 3 --format edges -o net.edges.gz",
     "a sparse one, as an edge list, which is shorter"},
    {"spinsack generate dispersion --n 60 --weights unit --tightness 0.1 -o six.txt",
     "the six points farthest apart"},
}};

constexpr std::string_view about_generate = R"(
Published instances are the 180 of the literature, medium:100_25_1 to medium:300_50_10 and
large:1000_25_1 to large:2000_100_10. They are rebuilt from their seeds and checked against the
SHA-256 of the published files; no download is needed. So are the 71 graphs of the Gset, gset:G1 to
gset:G81, and K2000, wk:2000_1, which are models for 'spinsack sample'.

New instances come from a family with parameters. The same family, parameters and seed give the same
instance on every computer. Any family can have unit weights (--weights unit), room for all items
(--tightness 1) and negative profits (--negative 20).
)";

}  // namespace

extern const Command generate_command;
const Command generate_command{"generate",
                               "write published instances byte for byte, or new random ones",
                               about_generate, generate_examples, declare<Generate>};

}  // namespace spinsack::cli

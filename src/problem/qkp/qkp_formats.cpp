// SPDX-License-Identifier: Apache-2.0
#include "problem/qkp/qkp_formats.hpp"

#include "core/decimal.hpp"
#include "core/error.hpp"
#include "core/text_reader.hpp"
#include "instance/format.hpp"
#include "instance/generator.hpp"
#include "problem/qkp/qkp_problem.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

namespace spinsack {
namespace {

Decimal capacity_of(std::string_view text) {
  const auto [value, fault] = parse_decimal(text);
  if (fault || value.mantissa < 0)
    throw UsageError(fmt::format("--capacity: expected a number of at least 0{}, found {}",
                                 fault == DecimalFault::too_large ? " with at most 18 digits" : "",
                                 quote(text)));
  return value;
}

ReadOptions options_of(const ReadSettings& settings, std::string_view format) {
  ReadOptions options{.format = std::string(format)};
  if (const auto pairs = settings.values.find("pairs"); pairs != settings.values.end())
    options.pairs = pairs->second;
  if (const auto capacity = settings.values.find("capacity"); capacity != settings.values.end())
    options.capacity = capacity_of(capacity->second);
  return options;
}

FormatRow row_of(const InstanceFormat& format) {
  return {
      .name = format.name,
      .help = format.help,
      .detect = format.detect,
      .read =
          [&format](const InputFile& file, const ReadSettings& settings) {
            std::vector<Instance> instances;
            for (QkpInstance& knapsack : read_instances(file, options_of(settings, format.name)))
              instances.push_back(instance_of(std::move(knapsack)));
            return instances;
          },
      .write =
          [&format](std::span<const Instance> instances, TextWriter& out) {
            InstanceList knapsacks;
            for (const Instance& instance : instances) knapsacks.add(instance.as<QkpInstance>());
            format.write(knapsacks, out);
          },
      .holds_several = format.name == "edges"};  // it alone has room for several capacities
}

FamilyRow row_of(const GeneratorFamily& family) {
  return {.name = family.name,
          .help = family.help,
          .parameters = family.parameters,
          .complete = family.complete,
          .generate = [&family](const ParameterValues& values) {
            return drawn_instance(family.generate(values), family.known_optimum(values));
          }};
}

template <class Row, class Entry>
std::vector<Row> rows_of(std::span<const Entry> entries) {
  std::vector<Row> rows;
  for (const Entry& entry : entries) rows.push_back(row_of(entry));
  return rows;
}

}  // namespace

std::span<const ReadingFlag> qkp_reading() {
  static constexpr std::array flags{
      ReadingFlag{
          .name = "pairs",
          .value = "FILE",
          .help = "the table of pairs (a,b,profit), where the instance is a table of items"},
      ReadingFlag{.name = "capacity",
                  .value = "N",
                  .help = "a capacity that replaces the one in the file",
                  .check = [](std::string_view text) { static_cast<void>(capacity_of(text)); },
                  .differ_in = "capacity"},
  };
  return flags;
}

std::span<const FormatRow> qkp_formats() {
  static const std::vector<FormatRow> rows = rows_of<FormatRow>(instance_formats());
  return rows;
}

std::span<const SuiteRow> qkp_suites() {
  static const std::vector<SuiteRow> rows = [] {
    std::vector<SuiteRow> all;
    for (const PublishedSuite& suite : published_suites()) all.push_back({suite.name, suite.help});
    return all;
  }();
  return rows;
}

std::span<const FamilyRow> qkp_families() {
  static const std::vector<FamilyRow> rows = rows_of<FamilyRow>(generator_families());
  return rows;
}

std::vector<std::string> match_published_qkp(std::string_view text) {
  std::vector<std::string> names;
  for (const PublishedInstance* const published : match_published(text))
    names.push_back(published->full_name());
  return names;
}

Instance build_published_qkp(std::string_view full_name, const ReadSettings& settings) {
  const PublishedInstance& known = *match_published(full_name).front();
  const ReadOptions options = options_of(settings, settings.format);
  if (!options.pairs.empty())
    throw UsageError(fmt::format("--pairs: {} is published, with its pairs", full_name));
  QkpInstance knapsack = build_published(known);
  if (!options.capacity) return instance_of(std::move(knapsack), &known);
  return instance_of(with_capacity(std::move(knapsack), *options.capacity));
}

PublishedFacts facts_of_published_qkp(std::string_view full_name) {
  const PublishedInstance& known = *match_published(full_name).front();
  return {.sha256 = std::string(known.sha256),
          .elements = known.n,
          .facts = {{"n", std::int64_t{known.n}},
                    {"density", known.density / 100.0},
                    {"tightness",
                     static_cast<double>(known.capacity) / static_cast<double>(known.sum_weights)},
                    {"capacity", known.capacity}},
          .best_known = known.best_known};
}

}  // namespace spinsack

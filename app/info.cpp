// SPDX-License-Identifier: Apache-2.0
// spinsack info: what an instance looks like before anybody solves it.
#include "command.hpp"
#include "core/file.hpp"
#include "instance_facts.hpp"
#include "instances.hpp"
#include "problem_facts.hpp"
#include "terminal/output.hpp"
#include "terminal/picture.hpp"
#include "terminal/text_layout.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {
namespace {

struct Info {
  std::vector<std::string> specs;
  ReadingFlags reading;
  std::string json;
  bool verbose = false;
  bool quiet = false;

  void declare(Flags& flags) {
    flags.arguments(specs, instance_value(), R"(
      a file (plain, .gz or .xz), '-' for standard input, a published instance such as
      large:1000_75_5, or a pattern such as 'medium:*'
    )");
    flags.group("Input");
    reading.declare(flags);
    flags.group("Output");
    flags.value("--json", json, output_value(),
                "write one JSON object per instance and line; '-' prints them instead of the text");
    flags.toggle("-q,--quiet", quiet, "leave out the picture");
    flags.toggle("-v,--verbose", verbose, "the full page for each of several instances");
  }

  int run() const;
};

// Lines of a table for several instances: the knapsacks, then those of other problems, whose facts differ.
struct Tables {
  std::vector<std::vector<std::string>> knapsacks{facts_heading()};
  std::vector<std::vector<std::string>> others{problem_facts_heading()};

  std::size_t count() const { return knapsacks.size() + others.size() - 2; }
  std::string text() const {
    std::string all;
    if (knapsacks.size() > 1) all = table(knapsacks, {1, 2, 3, 4, 5, 6, 7, 8});
    if (others.size() > 1) all += (all.empty() ? "" : "\n") + table(others, {2, 4, 5});
    return all;
  }
};

int Info::run() const {
  const Look look = look_of_output();
  Tables tables;
  std::string json_lines;
  std::string page;  // of the latest instance, held back until it is known to be the only one
  const auto take_knapsack = [&](const Instance& any, double seconds) {
    const auto& instance = any.as<QkpInstance>();
    const Facts facts = facts_of(any, seconds);
    json_lines += facts_json(instance, facts) + '\n';
    if (json == "-") return;
    tables.knapsacks.push_back(facts_row(instance, facts));
    page = facts_page(instance, facts, look);
    if (!quiet) page += "\n" + picture(instance, facts.greedy_load, look);
  };
  const auto take_other = [&](const Instance& instance, double seconds) {
    const ProblemFacts facts = problem_facts_of(instance, seconds);
    json_lines += problem_facts_json(instance, facts) + '\n';
    tables.others.push_back(problem_facts_row(instance, facts));
    page = problem_facts_page(instance, facts, look);
  };
  const ReadSettings settings = reading.settings(specs);
  for (const std::string& spec : specs)
    for_each_instance(spec, settings, [&](const Instance& instance, double seconds) {
      instance.is<QkpInstance>() ? take_knapsack(instance, seconds) : take_other(instance, seconds);
      if (verbose && json != "-") print((tables.count() > 1 ? "\n" : "") + page);
    });
  if (!json.empty()) write_file(json, [&](TextWriter& out) { out.text(json_lines); });
  if (json == "-" || verbose) return success;
  print(tables.count() == 1 ? page : tables.text());
  return success;
}

constexpr std::array<Example, 4> info_examples{{
    {"spinsack info large:1000_75_5", "a page with a picture"},
    {"spinsack info 'medium:100_25_*'", "several instances, a line each"},
    {"spinsack generate gallo --n 30 --seed 7 | spinsack info -q -", "from a pipe, no picture"},
    {"spinsack info --json - 'medium:*'", "JSON Lines for further processing"},
}};

constexpr std::string_view about_info = R"(
Describes an instance: how many items and pairs it has, how tight the capacity is, what a simple
greedy method reaches and what no method can exceed. The best value lies between these two.

For one instance a picture shows the greedy load against the capacity, histograms of weights and of
profit per weight, and a map of the pair profits. Several instances give a table. A published
instance is recognised by its numbers, whatever the file is called, and its best known value is
shown. All numbers are in the units of the file.
)";

}  // namespace

extern const Command info_command;
const Command info_command{"info", "show size, density, weights, a greedy value and an upper bound",
                           about_info, info_examples, declare<Info>};

}  // namespace spinsack::cli

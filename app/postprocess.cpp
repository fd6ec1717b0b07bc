// SPDX-License-Identifier: Apache-2.0
// spinsack postprocess: samples of any machine -> feasible solutions, step by step.
#include "command.hpp"
#include "core/file.hpp"
#include "core/json_text.hpp"
#include "core/relative_gap.hpp"
#include "core/stopwatch.hpp"
#include "exchange/decode_map.hpp"
#include "exchange/solution_file.hpp"
#include "instance/chosen_items.hpp"
#include "instance/digest.hpp"
#include "instance/item_names.hpp"
#include "instances.hpp"
#include "item_list.hpp"
#include "machine/sample_file.hpp"
#include "postprocess/step.hpp"
#include "postprocess/trace.hpp"
#include "postprocess_problem.hpp"
#include "problem_catalogs.hpp"
#include "sample_report.hpp"
#include "spinsack_version.hpp"
#include "terminal/output.hpp"
#include "terminal/seconds_text.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace spinsack::cli {
namespace {

std::string counted(std::int64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// Value, weight and feasibility, as results of all kinds carry them.
void add_evaluation(JsonObject& json, const QkpInstance& instance, const Evaluation& e) {
  json.add("value", instance.profit_text(e.profit)).add("weight", instance.weight_text(e.load));
  json.add("violation", instance.weight_text(std::max<Weight>(0, e.load - instance.capacity())));
  json.boolean("feasible", e.feasible);
}

std::string steps_json(const QkpInstance& instance, const StepTrace& trace) {
  std::vector<std::string> steps;
  for (const TraceRow& row : trace.rows) {
    JsonObject step;
    step.text("step", row.step);
    add_evaluation(step, instance, row.after);
    if (row.skipped) step.boolean("skipped", true);
    steps.push_back(step.real("seconds", row.seconds).line());
  }
  return json_array(steps);
}

// The items of the best feasible sample, if they have names.
std::string names_of_best(const QkpInstance& instance, const SampleReport& report) {
  const TracedSample* const best = report.best();
  if (best == nullptr || instance.item_names().empty()) return {};
  return table(name_rows("best", instance, chosen_items(best->trace.bits)), {}, 2) + "\n";
}

struct Postprocess {
  OneInstance input;
  std::string samples;
  std::string post = "repair+fill+exchange";
  std::string map;
  std::string json;
  std::string solution;
  bool quiet = false;

  void declare(Flags& flags);
  int run() const;

 private:
  DecodeMap decoding(const QkpInstance& instance, const InputFile& file,
                     const SampleRows& rows) const;
  std::string json_line(const QkpInstance& instance, std::optional<Profit> best_known,
                        const SampleRows& rows, const TracedSample& sample) const;
  void write_best(const QkpInstance& instance, const SampleReport& report) const;
};

void Postprocess::declare(Flags& flags) {
  flags.argument(input.spec, instance_value(),
                 "the instance: a file, '-' for standard input, or a published instance");
  flags.argument(samples, input_value("SAMPLES"), R"(
      samples in JSON (of spinsack or of dimod), as a table of 0 and 1, or as rows of digits;
      '-' for standard input
    )");
  flags.group("Steps");
  ValueKind value = catalog_value("STEPS", all_steps(), {"none"});
  value.open = true;
  flags.value("-p,--post", post, std::move(value),
              "steps joined by '+', or none; 'spinsack list steps' explains each");
  flags.group("Input");
  flags.value("--map", map, input_value("FILE"), R"(
      the decode map that formulate wrote beside the model; without it the first variables are
      the items
    )");
  input.reading.declare(flags);
  flags.group("Output");
  flags.value("--json", json, output_value(),
              "write one JSON object per sample and line; '-' prints them instead of the text");
  flags.value("--solution", solution, output_value(),
              "write the items of the best feasible solution, one per line");
  flags.toggle("-q,--quiet", quiet, "no text on standard output");
}

// Which variables are the items, once it is clear that map, samples and instance belong together.
DecodeMap Postprocess::decoding(const QkpInstance& instance, const InputFile& file,
                                const SampleRows& rows) const {
  if (map.empty()) {
    if (rows.variables < instance.size())
      throw InputError(
          fmt::format("{}: expected samples of at least {} variables, one per item, "
                      "found {}",
                      file.name, instance.size(), rows.variables));
    return items_first(instance.size(), rows.variables);
  }
  const InputFile map_file = read_file(map);
  DecodeMap decode = read_decode_map(map_file);
  const bool other =
      !decode.instance_sha256.empty() && decode.instance_sha256 != instance_digest(instance);
  if (other || decode.items() != instance.size())
    throw InputError(
        fmt::format("{}: expected the map of an instance with the numbers of '{}', "
                    "found that of '{}' with {} items",
                    map_file.name, instance.name(), decode.instance, decode.items()));
  if (decode.variables != rows.variables)
    throw InputError(fmt::format("{}: expected samples of {} variables as in {}, found {}",
                                 file.name, decode.variables, map_file.name, rows.variables));
  return decode;
}

std::string Postprocess::json_line(const QkpInstance& instance, std::optional<Profit> best_known,
                                   const SampleRows& rows, const TracedSample& sample) const {
  JsonObject line;
  line.text("spinsack", version).text("instance", instance.name()).integer("n", instance.size());
  line.add("capacity", instance.weight_text(instance.capacity())).text("post", post);
  line.integer("sample", static_cast<std::int64_t>(sample.number));
  line.integer("occurrences", sample.occurrences);
  if (!rows.energies.empty()) line.real("energy", rows.energies[sample.number]);
  add_evaluation(line, instance, sample.final());
  if (best_known) {
    line.add("best_known", instance.profit_text(*best_known));
    if (sample.final().feasible)
      line.real("gap_to_best_known", relative_gap(*best_known, sample.final().profit));
  }
  line.add("steps", steps_json(instance, sample.trace));
  std::vector<std::string> items;
  const std::vector<Index> chosen = chosen_items(sample.trace.bits);
  for (const Index i : chosen) items.push_back(std::to_string(i));
  line.add("items", json_array(items));
  if (!instance.item_names().empty())
    line.add("item_names", names_json(instance.item_names(), chosen));
  return line.line();
}

void Postprocess::write_best(const QkpInstance& instance, const SampleReport& report) const {
  const TracedSample* const best = report.best();
  if (best == nullptr)
    throw UsageError(fmt::format(
        "--solution: no sample is feasible after --post {}; the step repair makes all feasible",
        post));
  const std::array<std::string, 2> notes{
      fmt::format("spinsack {}: {}, value {}, weight {} of {}", version, instance.name(),
                  instance.profit_text(best->final().profit),
                  instance.weight_text(best->final().load),
                  instance.weight_text(instance.capacity())),
      fmt::format("sample {} after --post {}", best->number, post)};
  write_file(solution, [&](TextWriter& out) {
    write_solution(instance, chosen_items(best->trace.bits), notes, out);
  });
}

int Postprocess::run() const {
  require_steps(post);
  input.refuse_same_standard_input(samples);
  input.refuse_same_standard_input(map);
  refuse_two_standard_inputs(samples, map);

  // 1. Read.
  Stopwatch watch;
  const Instance loaded = input.load_one();
  if (!loaded.is<QkpInstance>()) {
    const InputFile other = read_file(samples);
    return postprocess_problem(loaded, {.file = other.name,
                                        .rows = read_samples(other),
                                        .map = map,
                                        .post = post == Postprocess().post ? "" : post,
                                        .json = json,
                                        .solution = solution,
                                        .quiet = quiet});
  }
  const Pipeline pipeline = parse_pipeline(post);
  const auto& instance = loaded.as<QkpInstance>();
  const InputFile file = read_file(samples);
  const SampleRows rows = read_samples(file);
  const DecodeMap decode = decoding(instance, file, rows);
  const std::optional<Profit> best_known = loaded.best_known();
  const double read = watch.lap();

  // 2. Process one sample after the other; their lines go out as they come.
  SampleReport report(instance, best_known);
  const auto process = [&](TextWriter* lines) {
    for (std::size_t r = 0; r < rows.rows(); ++r) {
      TracedSample sample{r, rows.occurrences[r],
                          run_traced(pipeline, instance, decode.items_of(rows.row(r)))};
      if (lines != nullptr) lines->text(json_line(instance, best_known, rows, sample) + '\n');
      report.add(std::move(sample));
    }
  };
  if (json.empty())
    process(nullptr);
  else
    write_file(json, [&](TextWriter& out) { process(&out); });

  // 3. Tell.
  if (!quiet && json != "-" && solution != "-") {
    const std::int64_t reads =
        std::accumulate(rows.occurrences.begin(), rows.occurrences.end(), std::int64_t{0});
    print(fmt::format("{}\n  {}, {}, {} variables for {}\n\n{}\n{}  time  read {}, {}\n",
                      instance.name(), counted(static_cast<std::int64_t>(rows.rows()), "sample"),
                      counted(reads, "read"), rows.variables, counted(instance.size(), "item"),
                      report.text(), names_of_best(instance, report), seconds_text(read),
                      report.times()));
  }
  if (!solution.empty()) write_best(instance, report);
  return success;
}

constexpr std::array<Example, 3> postprocess_examples{{
    {"spinsack generate gallo --n 4 -o four.txt && printf '1111\\n0000\\n' > samples.txt && "
     "spinsack postprocess four.txt samples.txt",
     "rows of digits, from any source"},
    {"printf '1,0,1,1\\n' | spinsack postprocess four.txt - --post repair+fill --json -",
     "a table from a pipe, every step in JSON"},
    {"spinsack postprocess four.txt samples.txt -q --solution best.txt && spinsack verify four.txt "
     "best.txt",
     "keep the best, and check it"},
}};

constexpr std::string_view about_postprocess = R"(
Takes the samples that an Ising machine returned for a model of the instance and applies the same
steps to each: repair what exceeds the capacity, fill what is left of it, exchange items for better
ones. Value, load and feasibility are shown for the raw sample and after every step, each recomputed
from the items alone.

Samples may come from any source: JSON of spinsack or of dimod, a table of 0 and 1 (or -1 and 1)
with or without a line of names, or rows of digits. The first variables are the items, unless a
decode map says otherwise; slack bits are ignored. The table of steps counts a sample as often as it
occurred. Best and mean are over feasible samples. A step that needs a feasible sample leaves others
unchanged.
)";

}  // namespace

extern const Command postprocess_command;
const Command postprocess_command{"postprocess",
                                  "turn samples of any machine into feasible solutions",
                                  about_postprocess, postprocess_examples, declare<Postprocess>};

}  // namespace spinsack::cli

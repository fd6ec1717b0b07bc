// SPDX-License-Identifier: Apache-2.0
// spinsack sample: the Ising machine alone, any QUBO or Ising file -> samples.
#include "command.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/simd_target.hpp"
#include "core/stopwatch.hpp"
#include "exchange/program_map.hpp"
#include "exchange/sample_json.hpp"
#include "exchange/sample_run.hpp"
#include "exchange/sample_table.hpp"
#include "instances.hpp"
#include "machine/sample_file.hpp"
#include "machine_flags.hpp"
#include "models.hpp"
#include "parameter_flags.hpp"
#include "qubo/format.hpp"
#include "qubo/squares_file.hpp"
#include "run_flags.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/live_line.hpp"
#include "terminal/output.hpp"
#include "terminal/seconds_text.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {
namespace {

constexpr std::size_t rows_shown = 10;
constexpr std::size_t bits_shown = 40;

// Large counts to three digits: 10.7 million.
std::string rounded(std::int64_t count) {
  const auto value = static_cast<double>(count);
  if (value < 1e6) return fmt::format("{}", count);
  return value < 1e9 ? fmt::format("{:.3g} million", value / 1e6)
                     : fmt::format("{:.4g} billion", value / 1e9);
}

std::string shown_bits(const Bits& bits) {
  std::string text;
  for (std::size_t v = 0; v < std::min(bits.size(), bits_shown); ++v)
    text += bits[v] != 0 ? '1' : '0';
  return bits.size() > bits_shown ? text + "..." : text;
}

std::string given_parameters(const ParameterValues& values) {
  std::string text;
  for (const auto& [name, value] : values) text += fmt::format(" --{} {}", name, value);
  return text;
}

struct SampleCommand {
  std::string path;
  std::string format = "auto";
  std::string squares;
  std::string map;
  std::string method = "auto";
  std::string reads;
  std::string start;
  std::string target;
  std::string simd = "auto";
  std::string first_read;
  RunFlags run_flags;
  MachineFlags machines;
  ParameterValues parameters;
  std::string json;
  std::string dimod;
  std::string csv;
  bool quiet = false;

  void declare(Flags& flags);
  int run() const;

 private:
  SampleRequest request() const;
  void take_groups(const Sampler& sampler, QuboModel& model) const;
  std::vector<Bits> starts(const SampleRun& of) const;
  void write(const SampleRun& done) const;
  std::string summary(const SampleRun& done, const LoadedModel& loaded,
                      const QuboModel& model) const;
};

void SampleCommand::declare(Flags& flags) {
  flags.argument(
      path, model_value(),
      "a QUBO or Ising model (plain, .gz or .xz), '-' for standard input, or a published "
      "one such as gset:G1");
  flags.group("Machine");
  flags.value("-m,--method", method, catalog_value("SAMPLER", samplers()),
              "the simulated machine: one of the samplers below");
  flags.value("--reads", reads, {"N"}, R"(
      independent runs, 1..100000000; without it 10, or as many as fit into a time limit
    )");
  flags.value("--first-read", first_read, {"N"}, R"(
      number of the first read: reads 0..9 and 10..19 together are those of 0..19
    )");
  flags.value("--start", start, input_value("FILE"), R"(
      samples to begin at, in any format that 'postprocess' reads: read k begins at sample k; after
      the last sample comes the first again
    )");
  flags.value("--target", target, {"ENERGY"}, "stop at this energy or below");
  run_flags.declare(flags);
  flags.value(
      "--simd", simd, {"SET", ValueKind::Completion::words, {"auto"}, true},
      "instruction set of the kernels, auto for the best; the samples are the same for all");
  flags.group("Samplers");
  declare_parameters(flags, {"sampler", "-m,--method"}, samplers(), parameters);
  flags.group("Real machines");
  machines.declare(flags);
  machines.declare_log(flags);
  flags.group("Input");
  flags.value("--format", format, catalog_value("FORMAT", qubo_formats(), {"auto"}),
              "the format of the model; auto looks at the content");
  flags.value("--squares", squares, input_value("FILE"), R"(
      squared penalties to add to the model:
      {"squares": [{"strength": s, "b": b, "a": [...]}]} for s (a . x + b)^2
    )");
  flags.value("--map", map, input_value("FILE"), R"(
      the decode map that 'formulate' wrote beside the model: samplers that keep groups (pt, potts)
      set exactly one variable of each group that it lists
    )");
  flags.group("Output");
  flags.value("--json", json, output_value(), "samples and how they were made, as one JSON object");
  flags.value("--dimod", dimod, output_value(), "a sample set as dimod writes it, in JSON");
  flags.value("--csv", csv, output_value(), "one column per variable, then energy and occurrences");
  flags.toggle("-q,--quiet", quiet, "no summary, no progress");
}

SampleRequest SampleCommand::request() const {
  SampleRequest request;
  request.seed = run_flags.seed();
  request.threads = run_flags.threads();
  request.time_limit = run_flags.time_limit();
  if (!reads.empty())
    request.reads = params::parse_integer("reads", reads, 1, 100'000'000);
  else if (!request.time_limit)
    request.reads = 10;
  if (!first_read.empty())
    request.first_read =
        params::parse_integer("first-read", first_read, 0, (std::int64_t{1} << 48) - 1);
  if (!target.empty()) request.target = params::parse_real("target", target, -1e300, 1e300);
  return request;
}

// A sampler that keeps none, or a model whose bits mean something only beside its anchor, would leave them unkept.
void SampleCommand::take_groups(const Sampler& sampler, QuboModel& model) const {
  if (map.empty()) return;
  if (!sampler.keeps_groups) {
    std::vector<std::string_view> others;
    for (const Sampler& other : samplers())
      if (other.keeps_groups) others.push_back(other.name);
    throw UsageError(fmt::format("--map: sampler '{}' keeps no groups; expected one of {}",
                                 sampler.name, fmt::join(others, ", ")));
  }
  const ProgramMap groups = read_program_map(read_file(map));
  if (groups.anchored)
    throw UsageError(fmt::format(
        "--map: {} is of a model with an anchor spin, whose groups no sampler keeps; write the "
        "model in a format for bits, such as coo",
        map));
  if (groups.variables != model.size())
    throw InputError(fmt::format("{}: expected the map of a model of {} variables, found {}", map,
                                 model.size(), groups.variables));
  try {
    model.set_groups(groups.groups);
  } catch (const InvalidInstance& error) {
    throw InputError(fmt::format("{}: {}", map, error.what()));
  }
}

// As many states as the file holds, one each however often it occurred.
std::vector<Bits> SampleCommand::starts(const SampleRun& of) const {
  if (start.empty()) return {};
  const InputFile file = read_file(start);
  const SampleRows rows = read_samples(file);
  if (rows.variables != of.variables)
    throw InputError(fmt::format("{}: expected samples of {} variables as in {}, found {}",
                                 file.name, of.variables, of.model, rows.variables));
  std::vector<Bits> states;
  for (std::size_t r = 0; r < rows.rows(); ++r)
    states.emplace_back(rows.row(r).begin(), rows.row(r).end());
  return states;
}

int SampleCommand::run() const {
  const Sampler& sampler = find_sampler(method);
  machines.apply();
  SampleRun done;
  done.method = sampler.name;
  done.parameters = sampler.complete(parameters);
  done.request = request();
  refuse_two_standard_inputs(path, start);
  refuse_two_standard_inputs(path, squares);
  refuse_two_standard_inputs(start, squares);
  for (const std::string& other : {path, start, squares}) refuse_two_standard_inputs(map, other);
  use_simd_target(simd);

  // 1. The model.
  Stopwatch watch;
  LoadedModel loaded = load_model_argument(path, format);
  done.model = loaded.name;
  done.vartype = loaded.form.vartype;
  QuboModel model = squares.empty() ? QuboModel(std::move(loaded.form))
                                    : with_squares(std::move(loaded.form), read_file(squares));
  take_groups(sampler, model);
  done.variables = model.size();
  done.seconds_read = watch.lap();

  // 2. The samples.
  done.request.starts = starts(done);
  // Reading belongs to the time, too; but real machines take theirs in whole steps, and a moment would cost one.
  const std::optional<double> limit = done.request.time_limit;
  if (limit && !sampler.real_machine)
    done.request.time_limit = std::max(0.0, *limit - done.seconds_read - watch.seconds());
  done.request.interrupted = &watch_for_interrupts();
  {
    LiveLine live(!quiet);
    done.request.progress = [&](std::int64_t reads_done, double best) {
      const std::string of_all =
          done.request.reads ? fmt::format(" of {}", *done.request.reads) : "";
      live.show(fmt::format("{}{} reads, lowest energy {}", reads_done, of_all, best));
    };
    done.set = sampler.sample(model, parameters, done.request);
  }
  if (done.set.dropped_terms > 0)
    note(fmt::format(
        "{}: {} too small beside others to matter in double precision; the machine works without "
        "{}, the energies are complete",
        loaded.name,
        done.set.dropped_terms == 1 ? "a term is"
                                    : fmt::format("{} terms are", done.set.dropped_terms),
        done.set.dropped_terms == 1 ? "it" : "them"));
  for (const std::string& remark : done.set.remarks)
    note(fmt::format("machine '{}': {}", done.parameters["machine"], remark));
  if (done.set.failure)
    note(fmt::format("spinsack sample: {}; earlier reads that are kept: {}",
                     done.set.failure->what(), done.set.reads));
  done.rows = count_samples(done.set);

  // 3. Write and tell.
  write(done);
  const bool printed = json == "-" || dimod == "-" || csv == "-";
  if (!quiet) {
    const std::string text = summary(done, loaded, model);
    if (printed)
      note(text.substr(0, text.size() - 1));
    else
      print(text);
  }
  return done.set.failure ? bad_input : success;
}

void SampleCommand::write(const SampleRun& done) const {
  const auto put = [&](const std::string& path_out,
                       void (*write_it)(const SampleRun&, TextWriter&)) {
    if (!path_out.empty()) write_file(path_out, [&](TextWriter& out) { write_it(done, out); });
  };
  put(json, write_sample_json);
  put(dimod, write_sample_dimod);
  put(csv, write_sample_csv);
}

std::string SampleCommand::summary(const SampleRun& done, const LoadedModel& loaded,
                                   const QuboModel& model) const {
  const SampleSet& set = done.set;
  double mean = 0;
  for (const Sample& sample : set.samples)
    mean += sample.energy / static_cast<double>(set.samples.size());
  const double lowest = done.rows.front().sample->energy;
  std::vector<std::vector<std::string>> rows{
      {"model", fmt::format("{}, {} variables {}, {} pairs", loaded.format->name, done.variables,
                            done.vartype == Vartype::binary ? "0/1" : "-1/+1",
                            model.objective().pairs.pairs())},
      {"sampler", fmt::format("{}{}", done.method, given_parameters(parameters))},
      {"reads", fmt::format("{}, {} different, stopped by {}", set.reads, done.rows.size(),
                            name_of(set.stopped_by))},
      {"energy", fmt::format("lowest {}, mean {:.8g}", lowest, mean)}};
  if (!loaded.format->maximised.empty())
    rows.push_back({std::string(loaded.format->maximised), maximised_text(loaded, -lowest)});
  rows.push_back({"work", fmt::format("{} sweeps, {} visits, {} flips", rounded(set.work.sweeps),
                                      rounded(set.work.visits), rounded(set.work.flips))});
  rows.push_back({"time", fmt::format("read {}, machine {}", seconds_text(done.seconds_read),
                                      seconds_text(set.seconds))});
  if (set.clock) {
    std::vector<std::string> parts;
    for (const RequestClockPart& part : request_clock_parts)
      if (const std::optional<double>& seconds = (*set.clock).*part.member)
        parts.push_back(fmt::format("{} {}", part.name, seconds_text(*seconds)));
    rows.push_back({"clock", fmt::format("{}", fmt::join(parts, ", "))});
  }
  std::vector<std::vector<std::string>> lowest_rows{{"energy", "times", "bits"}};
  for (std::size_t r = 0; r < std::min(rows_shown, done.rows.size()); ++r) {
    const CountedSample& row = done.rows[r];
    lowest_rows.push_back({fmt::format("{}", row.sample->energy),
                           fmt::format("{}", row.occurrences), shown_bits(row.sample->bits)});
  }
  return fmt::format("{}\n{}\n{}", done.model, table(rows, {}, 2), table(lowest_rows, {0, 1}, 2));
}

constexpr std::array<Example, 5> sample_examples{{
    {"spinsack formulate medium:100_25_1 -q -o model.coo && spinsack sample model.coo",
     "make ten reads, each as long as suits the model"},
    {"spinsack sample model.coo -m pt --reads 100 --sweeps 2000 --csv samples.csv",
     "another sampler, the samples as a table"},
    {"spinsack sample model.coo -m sa --schedule paper --sweeps 1e5 --dimod samples.json",
     "the published experiment, samples for dimod"},
    {R"(printf '3 3\n1 2 1\n2 3 1\n1 3 1\n' | spinsack sample - --format gset)",
     "the maximum cut of a triangle"},
    {"spinsack sample gset:G1 --reads 20", "a published graph; shows the best known cut too"},
}};

constexpr std::string_view about_sample = R"(
Minimises a QUBO or Ising model, in any of the formats that 'spinsack list formats' shows, with a
simulated Ising machine. Every read is an independent run with random numbers of its own, so the
samples depend on the seed alone, not on threads or the processor. The sampler 'auto' picks what
suits the model and makes longer and longer anneals. Without --reads any sampler uses all of a time
limit.

With --start, reads begin at given states instead of random ones, at a temperature or field low
enough to keep them. No answer is worse than its start.

Equal samples are counted together, and the lowest energy comes first. Energies are recomputed from
the model and include its constant. Formats that maximise (mqlib, gset) are read as the negated
problem; the summary also shows the value or cut. The 71 graphs of the Gset and K2000 are built in
(gset:G1, wk:2000_1); 'spinsack list models' shows them with their best known cuts.

Ctrl-C, SIGTERM and the time limit end the run with the samples there are, at least one. A second
Ctrl-C ends the program at once.
)";

}  // namespace

extern const Command sample_command;
const Command sample_command{"sample", "run the Ising machine on a QUBO or Ising model",
                             about_sample, sample_examples, declare<SampleCommand>};

}  // namespace spinsack::cli

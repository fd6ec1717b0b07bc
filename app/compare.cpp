// SPDX-License-Identifier: Apache-2.0
// spinsack compare: methods side by side on the same instances, at equal time.
#include "analysis/comparison.hpp"
#include "analysis_page.hpp"
#include "command.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json_text.hpp"
#include "core/split.hpp"
#include "core/temporary_directory.hpp"
#include "core/text_reader.hpp"
#include "machine_flags.hpp"
#include "problem/named_instances.hpp"
#include "problem_catalogs.hpp"
#include "run_flags.hpp"
#include "study/runner.hpp"
#include "study_output.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/live_line.hpp"
#include "terminal/output.hpp"
#include "terminal/seconds_text.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack::cli {
namespace {

// "lha", or with parameters "sa:sweeps=100:lambda=scale:3", as a run of a plan that goes by the same name.
// Parameters of the method only: limits and seeds are the same for all.
std::string planned_run(std::string_view text) {
  const std::vector<std::string_view> parts = text::split(text, ':');
  std::vector<std::pair<std::string, std::string>> values;  // as typed
  for (const std::string_view part : std::span(parts).subspan(1)) {
    const std::size_t equals = part.find('=');
    if (equals != std::string_view::npos)
      values.emplace_back(part.substr(0, equals), part.substr(equals + 1));
    else if (!values.empty())
      values.back().second.append(":").append(part);  // a colon of the value
    else
      throw UsageError(fmt::format("--methods: expected NAME:KEY=VALUE, found {}", quote(text)));
  }
  require_method(parts.front(), {values.begin(), values.end()});
  std::string run = fmt::format("[[run]]\nmethod = {}\nlabel = {}\n", json_string(parts.front()),
                                json_string(text));
  for (const auto& [key, value] : values)
    run += fmt::format("{} = {}\n", json_string(key), json_string(value));
  return run;
}

// Of the first instance, as all are of one problem.
const Problem& problem_of(std::string_view suite) {
  const std::string_view first = text::split(suite, ',').front();
  if (const Problem* const published = problem_of_suite(first)) return *published;
  std::error_code unreadable;
  if (!std::filesystem::is_regular_file(first, unreadable)) return *problems().front();
  return NamedInstances(first).next()->instance.problem();
}

// A plan that names none is of the first problem.
std::string problem_line(const Problem& problem) {
  if (&problem == problems().front()) return {};
  return fmt::format("problem = {}\n", json_string(problem.name));
}

std::vector<std::string> method_list(std::string_view methods) {
  const std::vector<std::string_view> parts = text::split(methods, ',');
  std::vector<std::string> names(parts.begin(), parts.end());
  for (auto name = names.begin(); name != names.end(); ++name)
    if (std::find(names.begin(), name, *name) != name)
      throw UsageError(fmt::format("--methods: expected each once, found {} twice", quote(*name)));
  return names;
}

std::string gap_text(double percent) {
  if (percent == 0) return "0";
  return percent < 0.01 ? fmt::format("{:.1e}", percent) : fmt::format("{:.4f}", percent);
}
std::string p_text(const std::optional<double>& p) {
  if (!p) return "-";
  return *p < 0.001 ? fmt::format("{:.1e}", *p) : fmt::format("{:.3f}", *p);
}

std::string comparison_text(const Comparison& comparison) {
  std::vector<std::vector<std::string>> rows{{"method", "reached", "instances", "mean gap %",
                                              "worst gap %", "time to it", "time of all",
                                              "win/tie/loss", "p", "p Holm", "time ratio"}};
  for (const ComparedMethod& m : comparison.methods) {
    const bool first = &m == comparison.methods.data();
    std::vector<std::string> row{m.name,
                                 fmt::format("{}/{}", m.hits, m.runs),
                                 fmt::format("{}/{}", m.solved, m.instances),
                                 gap_text(m.mean_gap),
                                 gap_text(m.worst_gap),
                                 m.mean_hit_seconds ? seconds_text(*m.mean_hit_seconds) : "-",
                                 seconds_text(m.mean_seconds)};
    if (!first) {
      row.push_back(fmt::format("{}/{}/{}", m.wins, m.ties, m.losses));
      row.push_back(p_text(m.p));
      row.push_back(p_text(m.p_holm));
      row.push_back(m.time_ratio
                        ? fmt::format("{:.2f} [{:.2f}, {:.2f}]", *m.time_ratio,
                                      m.time_ratio_interval->low, m.time_ratio_interval->high)
                        : "-");
    }
    rows.push_back(std::move(row));
  }
  return table(rows, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
}

// What the columns mean, where the reader needs it.
std::string legend(const Comparison& comparison, const AnalysisClock& clock) {
  if (comparison.methods.empty()) return "";
  std::string text = fmt::format(
      R"(
reached: runs at the best known value; time of all: a miss counts with the time limit; win/tie/loss,
p and time ratio: {} against this method, paired by instance, p one-sided (signed ranks) for a
larger value, ratio with a 95 % interval (bootstrap over instances).)",
      comparison.methods.front().name);
  if (comparison.without_best_known > 0)
    text += fmt::format(
        R"(
{} of {} instances have no best known value: the best of all runs here replaces it.)",
        comparison.without_best_known, comparison.instances);
  if (comparison.clocked || &clock != analysis_clocks().data())
    text += fmt::format("\nTimes by the clock '{}': {}.", clock.name, clock.help);
  if (comparison.without_clock > 0)
    text += fmt::format("\n{} runs have no clock '{}': the next longer known time counts.",
                        comparison.without_clock, clock.name);
  return "\n" + paragraph(unwrapped(text));
}

struct Compare {
  std::string methods = "lha,ihea";
  std::string suite;
  std::string seeds = "1";
  std::string out;
  std::string time_limit;
  std::string threads = "1";
  std::string json;
  std::string clock = "machine";
  bool quiet = false;
  MachineFlags machines;

  void declare(Flags& flags);
  int run() const;

 private:
  std::string plan_text() const;
};

void Compare::declare(Flags& flags) {
  flags.value(
      "--methods", methods, {"A,B,C", ValueKind::Completion::words, {}, true},
      "methods; the first is compared with each of the others; NAME:KEY=VALUE sets a parameter");
  flags.value("--suite", suite, instance_value(),
              "instances: names, patterns such as 'large:*' or files, separated by commas");
  flags.value("-t,--time-limit", time_limit, {"SECONDS"},
              "time of each run; it ends sooner at the best known value");
  flags.value("--seeds", seeds, {"N"}, "runs of each method on each instance, with seeds 1..N");
  flags.value("-j,--threads", threads, {"N", ValueKind::Completion::words, {"auto"}, true},
              "runs at a time, one thread each; times are most accurate with 1");
  flags.value(
      "--out", out, {"DIR", ValueKind::Completion::directory},
      "keep the records here, and continue after an interrupt; `spinsack report` reads them");
  flags.value("--clock", clock, catalog_value("CLOCK", analysis_clocks()), clock_help);
  flags.value("--json", json, output_value(),
              "write the table as JSON, a line per method; '-' prints it instead of the text");
  flags.toggle("-q,--quiet", quiet, "no progress");
  machines.declare(flags);
}

std::string Compare::plan_text() const {
  const auto runs = params::parse_integer("seeds", seeds, 1, 1'000'000);
  const double limit = params::parse_real("time-limit", time_limit, 0, 1e9);
  std::vector<std::string> instances;
  for (const std::string_view spec : text::split(suite, ','))
    instances.push_back(json_string(spec));
  std::string text = fmt::format(
      R"(title = "Methods side by side"
{}instances = {}
seeds = "1..{}"
time-limit = {}
target = "best-known"
)",
      problem_line(problem_of(suite)), json_array(instances), runs, params::to_text(limit));
  for (const std::string& method : method_list(methods)) text += "\n" + planned_run(method);
  return text;
}

std::string json_line(const ComparedMethod& m) {
  JsonObject row;
  row.text("method", m.name).integer("runs", m.runs).integer("reached", m.hits);
  row.integer("instances", m.instances).integer("instances_reached", m.solved);
  row.real("mean_gap_percent", m.mean_gap).real("worst_gap_percent", m.worst_gap);
  if (m.mean_hit_seconds) row.real("mean_seconds_to_best", *m.mean_hit_seconds);
  row.real("mean_seconds", m.mean_seconds);
  row.integer("wins", m.wins).integer("ties", m.ties).integer("losses", m.losses);
  if (m.p) row.real("p", *m.p);
  if (m.p_holm) row.real("p_holm", *m.p_holm);
  if (m.time_ratio)
    row.real("time_ratio", *m.time_ratio)
        .add("time_ratio_interval", fmt::format("[{},{}]", json_number(m.time_ratio_interval->low),
                                                json_number(m.time_ratio_interval->high)));
  return row.line();
}

int Compare::run() const {
  const AnalysisClock& by = find_clock(clock);
  machines.apply();
  if (suite.empty()) throw UsageError("--suite is missing: expected instances such as 'large:*'");
  if (time_limit.empty()) throw UsageError("-t is missing: expected the seconds of each run");
  std::vector<FileUse> inputs;
  for (const std::string_view spec : text::split(suite, ','))
    inputs.push_back({"--suite", std::string(spec)});
  if (!json.empty()) check_outputs(inputs, std::array{FileUse{"--json", json}});
  const Plan plan = parse_plan("compare", plan_text(), false);
  const std::vector<Cell> cells = cells_of(plan);
  std::optional<TemporaryDirectory> temporary;
  if (out.empty()) temporary.emplace();
  StudyRequest request;
  request.folder = out.empty() ? temporary->path().string() : out;
  request.threads = parse_threads(threads);
  request.interrupted = &watch_for_interrupts();
  request.remark = [](const std::string& text) { note(text); };
  {
    LiveLine live(!quiet);
    request.progress = [&](const StudyProgress& progress) { live.show(progress_text(progress)); };
    const StudySummary summary = run_study(plan, cells, request);
    if (summary.interrupted)
      note(fmt::format("interrupted: {} of {} runs are compared{}", summary.before + summary.done,
                       cells.size(),
                       out.empty() ? "" : "; the same command continues with the rest"));
  }
  std::vector<CellRecord> records;
  scan_records(
      request.folder, [&](CellRecord&& record) { records.push_back(std::move(record)); },
      [](const std::string& text) { note(text); });
  const std::vector<std::string> names = method_list(methods);
  const Comparison comparison =
      compare_methods(records, names, params::parse_real("time-limit", time_limit, 0, 1e9), by);
  if (!json.empty() && !comparison.methods.empty())
    write_file(json, [&](TextWriter& file) {
      for (const ComparedMethod& method : comparison.methods) file.text(json_line(method) + '\n');
    });
  if (json != "-") print(comparison_text(comparison) + legend(comparison, by));
  if (!comparison.methods.empty() && comparison.methods.front().name != names.front())
    note(fmt::format("{} has no results: {} is compared with the others", names.front(),
                     comparison.methods.front().name));
  return comparison.failures.empty() ? success : bad_input;
}

constexpr std::array<Example, 3> compare_examples{{
    {"spinsack compare --methods lha,ihea --suite 'medium:100_*' -t 1",
     "two methods on 40 instances"},
    {"spinsack compare --methods lha,ihea --suite 'large:1000_25_*' -t 2 --seeds 3 --out compared",
     "with three seeds each, and the records kept"},
    {"spinsack compare --methods lha,greedy:variant=relative --suite 'medium:200_25_*' -t 1",
     "a method with a parameter"},
}};

constexpr std::string_view about_compare = R"(
Runs every method on every instance with every seed, one thread each, until it reaches the best
known value or its time is over. The table shows how often a method reached it, how far it stayed
below, how long it took, and how significant the difference between the first method and each of
the others is.

'spinsack help solve METHOD' shows the parameters of a method.
)";

}  // namespace

extern const Command compare_command;
const Command compare_command{"compare", "compare methods on the same instances at equal time",
                              about_compare, compare_examples, declare<Compare>};

}  // namespace spinsack::cli

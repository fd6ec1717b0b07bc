// SPDX-License-Identifier: Apache-2.0
// spinsack study: benchmark campaigns that survive anything.
#include "analysis/analysis.hpp"
#include "analysis/csv.hpp"
#include "analysis_page.hpp"
#include "command.hpp"
#include "core/catalog.hpp"
#include "core/error.hpp"
#include "core/text_reader.hpp"
#include "machine_flags.hpp"
#include "record/shard.hpp"
#include "run_flags.hpp"
#include "study/estimate.hpp"
#include "study/on_machine.hpp"
#include "study/runner.hpp"
#include "study/status.hpp"
#include "study/study_folder.hpp"
#include "study_machines.hpp"
#include "study_output.hpp"
#include "study_submit.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/live_line.hpp"
#include "terminal/output.hpp"
#include "terminal/text_layout.hpp"
#include "watch/watch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace spinsack::cli {
namespace {

struct Study;
struct Action {
  std::string_view name;
  std::string_view help;
  std::string_view flags;  // that it takes, between blanks
  int (*run)(const Study& study);

  bool takes(std::string_view flag) const {
    return fmt::format(" {} ", flags).find(fmt::format(" {} ", flag)) != std::string::npos;
  }
};
std::span<const Action> actions();

struct Study {
  std::string action;
  std::vector<std::string> targets;
  std::string out;
  std::string threads = "auto";
  std::string shard;
  std::string json;
  std::string csv;
  std::string clock = "machine";
  std::string machine;
  std::string port = "auto";
  SubmitFlags engine;
  MachineFlags machines;
  bool quick = false;
  bool dry_run = false;
  bool yes = false;
  bool quiet = false;

  void declare(Flags& flags);
  int run() const {
    const Action& chosen = find_entry(actions(), "action", action);
    refuse_other_flags(chosen);
    machines.apply();
    return chosen.run(*this);
  }
  void refuse_other_flags(const Action& chosen) const;

  const std::string& only_target(std::string_view what) const {
    if (targets.size() != 1)
      throw UsageError(fmt::format("{}: expected one {}, found {}", action, what, targets.size()));
    return targets.front();
  }
};

void Study::declare(Flags& flags) {
  flags.argument(action, catalog_value("ACTION", actions()), "what to do");
  flags.arguments(targets, input_value("PLAN"), R"(
      run, submit: a plan, which is a file or a name of `spinsack list studies`; other actions:
      directories of studies (analyse also takes databases and record files)
    )");
  flags.value("--out", out, {"DIR", ValueKind::Completion::directory},
              "directory of the records (run, submit), or the database to write (merge)");
  flags.toggle("--quick", quick, "run the quick form of the plan");
  flags.value(
      "-j,--threads", threads, {"N", ValueKind::Completion::words, {"auto"}, true},
      "cells at a time, one thread each; auto: one per core (run), one in each task (submit)");
  flags.value("--machine", machine, {"NAME"}, R"(
      use this machine of machines.toml instead of the plan's samplers (run, submit); reads without
      a time limit get 0.01 n seconds each, as in the paper
    )");
  flags.value("--shard", shard, {"I/N"}, "do only the cells of part I of N, for any scheduler");
  flags.toggle(
      "--dry-run", dry_run,
      "only check the plan and estimate the work (run), or show what an engine would get (submit)");
  flags.toggle("--yes", yes, "do not ask, even if there are very many cells or a machine bills");
  flags.value("--json", json, {"-", ValueKind::Completion::words, {"-"}},
              "status as JSON on standard output");
  flags.value("--csv", csv, {"DIR", ValueKind::Completion::directory},
              "write the tables of analyse here, a CSV file each");
  flags.value("--clock", clock, catalog_value("CLOCK", analysis_clocks()), clock_help);
  flags.value("--port", port, {"N", ValueKind::Completion::words, {"auto"}, true},
              "port of 127.0.0.1 for the page of watch; auto: any free port");
  flags.toggle("-q,--quiet", quiet, "no progress");
  engine.declare(flags);
  flags.group("Real machines");
  machines.declare(flags);
  machines.declare_log(flags);
}

// A flag that does nothing is one that was meant for another action.
void Study::refuse_other_flags(const Action& chosen) const {
  const Study untouched;
  const std::vector<std::pair<std::string_view, bool>> given{
      {"--out", out != untouched.out},
      {"--quick", quick},
      {"--threads", threads != untouched.threads},
      {"--shard", shard != untouched.shard},
      {"--dry-run", dry_run},
      {"--yes", yes},
      {"--json", json != untouched.json},
      {"--csv", csv != untouched.csv},
      {"--clock", clock != untouched.clock},
      {"--machine", machine != untouched.machine},
      {"--port", port != untouched.port},
      {"--quiet", quiet},
      {"--machines", !machines.file.empty()},
      {"--worker-log", machines.log},
      {"--engine", engine.engine != untouched.engine.engine},
      {"--tasks", engine.tasks != untouched.engine.tasks},
      {"--engine-flags", engine.engine_flags != untouched.engine.engine_flags}};
  for (const auto& [flag, is_given] : given) {
    if (!is_given || chosen.takes(flag)) continue;
    std::vector<std::string_view> takers;
    for (const Action& other : actions())
      if (other.takes(flag)) takers.push_back(other.name);
    throw UsageError(fmt::format("{}: unexpected flag {}, which is for {}", chosen.name, flag,
                                 fmt::join(takers, ", ")));
  }
}

// Very many cells are more often a slip of the pen than a wish.
std::vector<Cell> wanted_cells(const Study& study, const Plan& plan) {
  if (study.yes) return cells_of(plan);
  try {
    return cells_of(plan, many_cells);
  } catch (const TooManyCells& error) {
    if (::isatty(STDIN_FILENO) == 0)
      throw UsageError(fmt::format("{}; add --yes to do it", error.what()));
    std::cerr << error.what() << "\nGo on? [y/N] ";
    std::string answer;
    std::getline(std::cin, answer);
    if (answer != "y" && answer != "yes") throw UsageError("not started");
    return cells_of(plan);
  }
}

int run_cells(const Study& study, const Plan& plan, const std::string& folder) {
  const std::vector<Cell> cells = wanted_cells(study, plan);
  StudyRequest request;
  request.folder = folder;
  request.threads = parse_threads(study.threads);
  if (!study.shard.empty()) request.shard = parse_shard(study.shard);
  if (study.dry_run) {
    print(estimate_text(plan, cells, request.shard, request.threads));
    for (const std::string& missing :
         undescribed_machines(requests_by_machine(cells, request.shard)))
      note(missing);
    return success;
  }
  if (const auto machines = requests_by_machine(cells, request.shard);
      !machines.empty() && !(holds_study(folder) && status_of(folder, cells).left() == 0))
    confirm_machines(machines, study.yes);
  request.interrupted = &watch_for_interrupts();
  request.remark = [](const std::string& text) { note(text); };
  StudySummary summary;
  {
    LiveLine live(!study.quiet);
    request.progress = [&](const StudyProgress& progress) { live.show(progress_text(progress)); };
    summary = run_study(plan, cells, request);
  }
  print(summary_text(summary, folder));
  // A budget is kept because somebody wished it; a quota that is used up is a failure.
  const bool refused = std::ranges::any_of(summary.ended_machines, [](const auto& ended) {
    return ended.second.fault() != MachineFault::budget;
  });
  return summary.failed > 0 || refused ? bad_input : success;
}

int run_plan(const Study& study) {
  const std::string& path = study.only_target("plan");
  const Plan plan = on_machine(read_plan(path, study.quick), study.machine);
  if (study.out.empty() && !study.dry_run)
    throw UsageError("--out is missing: expected the directory for the records");
  return run_cells(study, plan, study.out);
}

int resume(const Study& study) {
  const std::string& folder = study.only_target("directory");
  return run_cells(study, plan_of_folder(folder), folder);
}

int submit(const Study& study) {
  const Plan plan = on_machine(read_plan(study.only_target("plan"), study.quick), study.machine);
  return study.engine.submit(plan, wanted_cells(study, plan), study.out, study.threads,
                             study.dry_run);
}

int show_status(const Study& study) {
  if (!study.json.empty() && study.json != "-")
    throw UsageError(fmt::format("--json: expected -, found {}", quote(study.json)));
  std::string text;
  for (const std::string& folder : study.targets) {
    const StudyStatus status = status_of(folder, cells_of(plan_of_folder(folder)));
    text += study.json == "-" ? status_json(status, folder) + "\n" : status_text(status, folder);
  }
  print(text);
  return success;
}

int merge(const Study& study) {
  if (study.out.empty()) throw UsageError("--out is missing: expected the database to write");
  if (study.out == "-") throw UsageError("--out: expected a file for the database, found '-'");
  std::vector<FileUse> inputs;
  for (const std::string& folder : study.targets) inputs.push_back({"PLAN", folder});
  check_outputs(inputs, std::array{FileUse{"--out", study.out}});
  const MergeSummary summary =
      merge_studies(study.targets, study.out, [](const std::string& text) { note(text); });
  print(fmt::format(
      "{}: {} cells added, {} were there already{}\n", study.out, summary.added, summary.present,
      summary.damaged > 0 ? fmt::format(", {} damaged lines left out", summary.damaged) : ""));
  return success;
}

int analyse(const Study& study) {
  Analyst analyst(find_clock(study.clock), nouns_of);
  for (const std::string& path : study.targets)
    add_records(analyst, path, "", [](const std::string& text) { note(text); });
  const Analysis analysis = analyst.finish();
  if (!study.csv.empty()) write_csv(analysis, study.csv);
  print(analysis_text(analysis, page_width));
  return success;
}

int watch(const Study& study) {
  watch_study(study.only_target("directory"), parse_port(study.port), find_clock(study.clock));
}

constexpr std::array<Action, 7> all_actions{{
    {"run", "do what is missing of a plan, into a directory",
     "--out --quick --machine --threads --shard --dry-run --yes --quiet --machines --worker-log",
     run_plan},
    {"resume", "do what is missing in a directory",
     "--threads --shard --dry-run --yes --quiet --machines --worker-log", resume},
    {"submit", "let an engine run a plan on many computers",
     "--out --quick --machine --threads --dry-run --yes --engine --tasks --engine-flags", submit},
    {"status", "say what is done, failing and left", "--json", show_status},
    {"watch", "serve the report of a study to a browser on this computer, while it runs",
     "--port --clock", watch},
    {"merge", "copy the records of directories into one SQLite database", "--out", merge},
    {"analyse", "show tables and charts of records on the terminal, or write CSV", "--csv --clock",
     analyse},
}};
std::span<const Action> actions() { return all_actions; }

constexpr std::array<Example, 7> study_examples{{
    {"spinsack study run example --dry-run", "estimate the work of a plan"},
    {"spinsack study run example --out results", "run it"},
    {"spinsack study resume results", "continue after an interrupt or a crash"},
    {"spinsack study watch results", "follow it in a browser"},
    {"spinsack study submit example --out results --engine slurm --dry-run",
     "show the script of a job array that does the same"},
    {"spinsack study analyse results", "show tables and charts"},
    {"spinsack study merge results --out results.db", "copy the records into a database"},
}};

constexpr std::string_view about_study = R"(
A plan in TOML names instances, methods and parameters. Every combination is a cell. Each finished
cell is a line of JSON in the directory, so a crash loses at most the cells in progress. Running a
plan again does only what is missing.

With --shard several processes can fill the same directory, on one computer or on many that share
it. The action submit lets an engine (Slurm or MPI) do that.
)";

}  // namespace

extern const Command study_command;
const Command study_command{"study", "run a benchmark that can be stopped and resumed", about_study,
                            study_examples, declare<Study>};

}  // namespace spinsack::cli

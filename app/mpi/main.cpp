// SPDX-License-Identifier: Apache-2.0
// spinsack-mpi: a study done by the processes that mpirun starts, on one machine or many. Cells, records and
// exit codes are those of `spinsack study run`.
#include "command.hpp"
#include "core/error.hpp"
#include "core/sha256.hpp"
#include "help/help_text.hpp"
#include "mpi/share_out.hpp"
#include "run_flags.hpp"
#include "spinsack_version.hpp"
#include "study/machine_desk.hpp"
#include "study/study_folder.hpp"
#include "study_output.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/live_line.hpp"
#include "terminal/output.hpp"

#include <fmt/format.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <memory>
#include <new>

namespace {

using namespace spinsack;
using namespace spinsack::cli;

struct MpiStudy {
  std::string target;
  std::string out;
  std::string threads = "1";
  bool quick = false;
  bool yes = false;
  bool quiet = false;

  void declare(Flags& flags) {
    flags.argument(target, input_value("PLAN"), "a plan, or the directory of a study to continue");
    flags.value("--out", out, {"DIR", ValueKind::Completion::directory},
                "directory of the records of a plan");
    flags.toggle("--quick", quick, "run the quick form of the plan");
    flags.value("-j,--threads", threads, {"N", ValueKind::Completion::words, {"auto"}, true},
                "cells at a time in each process; auto: one per core");
    flags.toggle("--yes", yes, "do not refuse, however many cells there are");
    flags.toggle("-q,--quiet", quiet, "no progress");
  }
  int run() const { return success; }  // the ranks run it together

  bool goes_on() const { return std::filesystem::is_directory(target); }
  const std::string& folder() const { return goes_on() ? target : out; }
  Plan plan() const {
    if (goes_on()) return plan_of_folder(target);
    if (out.empty()) throw UsageError("--out is missing: expected the directory for the records");
    return read_plan(target, quick);
  }
};

constexpr std::array<Example, 2> examples{{
    {"mpirun -n 8 spinsack-mpi example --out results",
     "eight processes on this computer, or on those of a scheduler's allocation"},
    {"mpirun -n 8 spinsack-mpi results", "continue after an interrupt or a crash"},
}};
constexpr std::string_view about = R"(
The first process hands out the cells one at a time, writes all records and works with the others.
All processes need to see the plan and the instances; only the first one writes.
)";
const Command mpi_command{"mpi", "run a study under mpirun", about, examples, declare<MpiStudy>};

// Everything a rank has before the work begins.
struct Prepared {
  Plan plan;
  std::vector<Cell> cells;
  int threads = 1;
  StudyRequest request;
  std::unique_ptr<Ledger> ledger;  // of the first rank
};

std::string fingerprint(const std::vector<Cell>& cells) {
  std::string ids;
  for (const Cell& cell : cells) ids += cell.id.text();
  return sha256(ids);
}

// Jobs and budget are kept by whoever runs cells, in the directory; here that is only the first rank's.
void refuse_real_machines(const std::vector<Cell>& cells) {
  for (const Cell& cell : cells)
    if (const std::string machine = machine_of(cell); !machine.empty())
      throw UsageError(
          fmt::format("expected a study without real machines, found one that asks '{}'; "
                      "`spinsack study run --shard` can share it out",
                      machine));
}

// What a rank of its own could not do without the others waiting for it forever: a failure is told when all
// have tried. Returns the message, empty if all went well.
std::string prepare(const MpiStudy& study, const Ranks& ranks, Prepared& prepared) {
  try {
    prepared.plan = study.plan();
    prepared.cells = cells_of(prepared.plan, study.yes ? most_cells : many_cells);
    refuse_real_machines(prepared.cells);
    prepared.threads = parse_threads(study.threads);
    prepared.request.folder = study.folder();
    prepared.request.remark = [](const std::string& text) { note(text); };
    if (ranks.first())
      prepared.ledger = std::make_unique<Ledger>(prepared.plan, prepared.cells, prepared.request);
    return {};
  } catch (const TooManyCells& error) {
    return fmt::format("{}; add --yes to do it", error.what());
  } catch (const Error& error) {
    return error.what();
  } catch (const std::bad_alloc&) {
    return "not enough memory";
  }
}

// Whether all ranks can begin; says why not.
bool all_ready(const Ranks& ranks, const Prepared& prepared, const std::string& failure) {
  const bool first_failed = ranks.sum(ranks.first() && !failure.empty() ? 1 : 0) > 0;
  if (first_failed) {
    if (ranks.first()) note("spinsack-mpi: " + failure);  // the others say the same
    return false;
  }
  const std::string own = fingerprint(prepared.cells);
  const std::string expected = ranks.text_of_first(own);
  std::string why = failure;
  if (why.empty() && own != expected)
    why =
        "expected the cells of the first rank, found others: is the plan, an instance or this "
        "program another one here?";
  if (!why.empty()) note(fmt::format("spinsack-mpi: rank {}: {}", ranks.own(), why));
  return ranks.sum(why.empty() ? 0 : 1) == 0;
}

int run_study_together(const MpiStudy& study, const Ranks& ranks) {
  Prepared prepared;
  const std::string failure = prepare(study, ranks, prepared);
  if (!all_ready(ranks, prepared, failure)) return ranks.first() ? bad_input : success;
  prepared.request.threads = static_cast<int>(ranks.sum(prepared.threads));
  const std::atomic<bool>& signalled = watch_for_interrupts();
  CellWorkers workers(prepared.plan, prepared.threads);
  if (!ranks.first()) {
    work_on_cells(ranks, workers, prepared.cells, signalled);
    return success;
  }
  bool interrupted = false;
  {
    LiveLine live(!study.quiet);
    prepared.request.progress = [&](const StudyProgress& progress) {
      live.show(progress_text(progress));
    };
    interrupted = hand_out_cells(ranks, workers, prepared.cells, *prepared.ledger, signalled);
  }
  StudySummary summary = prepared.ledger->close();
  summary.interrupted = interrupted;
  print(summary_text(summary, study.folder()));
  return summary.failed > 0 ? bad_input : success;
}

// One rank that fails ends all: what was recorded stays.
int run_program_together(const MpiStudy& study, const Ranks& ranks) {
  const auto fail = [&](std::string_view what, int code) {
    note(fmt::format("spinsack-mpi: rank {}: {}", ranks.own(), what));
    ranks.abort(code);
  };
  try {
    return run_study_together(study, ranks);
  } catch (const Error& error) {
    fail(error.what(), bad_input);
  } catch (const std::bad_alloc&) {
    fail("not enough memory", bad_input);
  } catch (const std::exception& error) {
    fail(fmt::format("internal error: {}", error.what()), failure);
  }
  return failure;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  const Ranks ranks(&argc, &argv);
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  MpiStudy study;
  Flags flags;
  study.declare(flags);
  try {
    if (!arguments.empty() && (arguments[0] == "-V" || arguments[0] == "--version")) {
      if (ranks.first()) print(fmt::format("spinsack-mpi {} ({})\n", version, revision));
      return success;
    }
    if (flags.parse(arguments)) {
      if (ranks.first()) print(program_page(mpi_command, "spinsack-mpi"));
      return success;
    }
  } catch (const Error& error) {
    if (!ranks.first()) return success;
    note(fmt::format("spinsack-mpi: {}", error.what()));
    note("see 'spinsack-mpi --help'");
    return bad_input;
  }
  return run_program_together(study, ranks);
}

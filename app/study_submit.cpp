// SPDX-License-Identifier: Apache-2.0
#include "study_submit.hpp"

#include "command.hpp"
#include "core/catalog.hpp"
#include "core/params.hpp"
#include "engine/engine.hpp"
#include "record/record_writer.hpp"
#include "run_flags.hpp"
#include "study/estimate.hpp"
#include "study/study_folder.hpp"
#include "terminal/output.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace spinsack::cli {
namespace {

constexpr double task_seconds = 3600;
constexpr int most_tasks = 100'000;
constexpr double most_tasks_by_itself = 1000;  // what Slurm takes unless told otherwise

// Long enough that starting it does not matter, short enough to find a gap in the queue.
int hourly_tasks(const std::vector<Cell>& cells, int threads) {
  const double seconds = estimate(cells).seconds / threads;
  const double most = std::min(most_tasks_by_itself, static_cast<double>(cells.size()));
  return static_cast<int>(std::max(1.0, std::min(std::ceil(seconds / task_seconds), most)));
}

}  // namespace

void SubmitFlags::declare(Flags& flags) {
  flags.group("Engines (submit)");
  flags.value("--engine", engine, catalog_value("ENGINE", engines()), "what runs the study");
  flags.value("--tasks", tasks, {"N", ValueKind::Completion::words, {"auto"}, true},
              "tasks to start; auto: one for about an hour of work (slurm), one per core (mpi)");
  flags.value("--engine-flags", engine_flags, {"TEXT"},
              "more flags for sbatch or mpirun, such as \"--partition=long --time=4:00:00\"");
}

int SubmitFlags::submit(const Plan& plan, const std::vector<Cell>& cells, const std::string& folder,
                        const std::string& threads, bool dry_run) const {
  if (engine.empty())
    throw UsageError("--engine is missing: expected an engine that runs the study, such as slurm");
  const Engine& chosen = find_entry(engines(), "engine", engine);
  if (folder.empty()) throw UsageError("--out is missing: expected the directory for the records");
  Submission submission;
  submission.folder = std::filesystem::absolute(folder).lexically_normal().string();
  submission.name = plan.name;
  submission.threads = threads == "auto" ? 1 : parse_threads(threads);
  submission.hourly_tasks = hourly_tasks(cells, submission.threads);
  if (tasks != "auto")
    submission.tasks = static_cast<int>(params::parse_integer("tasks", tasks, 1, most_tasks));
  submission.flags = engine_flags;
  const std::string script = chosen.script(submission);  // its complaints come before any file
  if (dry_run) {
    print(script);
    return success;
  }
  {
    // Leaves the plan in the directory, and finds out now whether anybody else is writing there.
    const RecordWriter writer(folder, origin_of(plan), cells.size(), {},
                              [](const std::string& text) { note(text); });
  }
  return chosen.submit(submission);
}

}  // namespace spinsack::cli

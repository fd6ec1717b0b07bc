// SPDX-License-Identifier: Apache-2.0
// A job array: task i does the cells of shard i. The script is all there is to know about it, so that it can
// be looked at, changed and submitted again by hand.
#include "command.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/program_path.hpp"
#include "engine/engine.hpp"
#include "shell.hpp"
#include "terminal/output.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace spinsack::cli {
namespace {

// One line each in the script, so a line end in them would begin a line of its own.
void refuse_line_ends(std::string_view what, std::string_view text) {
  if (text.find('\n') != std::string_view::npos)
    throw UsageError(fmt::format("{}: expected one line for a script of Slurm", what));
}

// Slurm replaces what begins with a percent sign, and none of it in a name with a backslash.
std::string log_pattern(const std::string& folder) {
  if (folder.find('\\') != std::string::npos)
    throw UsageError(fmt::format("--out: expected a name without backslash for Slurm, found {}",
                                 shell_word(folder)));
  std::string pattern;
  for (const char c : folder) pattern += c == '%' ? "%%" : std::string(1, c);
  return pattern + "/slurm-%A_%a.log";
}

int tasks_of(const Submission& submission) {
  return submission.tasks.value_or(submission.hourly_tasks);
}

std::string script(const Submission& submission) {
  refuse_line_ends("--out", submission.folder);
  refuse_line_ends("--engine-flags", submission.flags);
  refuse_line_ends("the name of the plan", submission.name);
  std::string text = "#!/bin/sh\n";
  const auto option = [&](const std::string& words) { text += "#SBATCH " + words + "\n"; };
  option("--job-name=" + shell_word("spinsack-" + submission.name));
  option(fmt::format("--array=1-{}", tasks_of(submission)));
  option(fmt::format("--cpus-per-task={}", submission.threads));
  option("--output=" + shell_word(log_pattern(submission.folder)));
  option("--open-mode=append");
  option("--requeue");
  option("--signal=B:TERM@60");
  if (!submission.flags.empty()) option(submission.flags);
  text +=
      "# exec: the program itself gets the signal before the time is over, and ends with all\n"
      "# finished cells recorded. A task that is started again does only what is missing.\n";
  const std::vector<std::string> start{this_program(), "study", "resume", submission.folder};
  text += fmt::format("exec {} --yes --quiet -j {} \\\n  --shard \"$SLURM_ARRAY_TASK_ID/{}\"\n",
                      shell_line(start), submission.threads, tasks_of(submission));
  return text;
}

int submit(const Submission& submission) {
  const std::string path = (std::filesystem::path(submission.folder) / "slurm.sh").string();
  write_file(path, [&](TextWriter& out) { out.text(script(submission)); });
  if (!find_program("sbatch"))
    throw FileError(
        fmt::format("sbatch: not found; expected the commands of Slurm in PATH, here or where {} "
                    "is submitted by hand",
                    path));
  const std::string answer = output_of_program({"sbatch", "--parsable", path});
  // "id", or "id;cluster".
  const std::string job = answer.substr(0, answer.find_first_of(";\n"));
  const int tasks = tasks_of(submission);
  print(fmt::format("{}: job {} with {} task{}\n", submission.folder, job, tasks,
                    tasks == 1 ? "" : "s"));
  return success;
}

}  // namespace

const Engine slurm_engine{"slurm", "a job array under Slurm, each task with its share of the cells",
                          script, submit};

}  // namespace spinsack::cli

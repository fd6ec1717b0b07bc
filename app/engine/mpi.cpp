// SPDX-License-Identifier: Apache-2.0
// mpirun, with the program that shares out cells over MPI.
#include "core/error.hpp"
#include "core/process.hpp"
#include "core/program_path.hpp"
#include "engine/engine.hpp"
#include "shell.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

namespace spinsack::cli {
namespace {

// Beside this program, or in PATH.
std::optional<std::string> spinsack_mpi() {
  const std::filesystem::path beside =
      std::filesystem::path(this_program()).replace_filename("spinsack-mpi");
  return std::filesystem::exists(beside) ? beside.string() : find_program("spinsack-mpi");
}

std::vector<std::string> command(const Submission& submission, const std::string& program) {
  std::vector<std::string> words{"mpirun"};  // without -n: one per core it is given
  if (submission.tasks) words.insert(words.end(), {"-n", std::to_string(*submission.tasks)});
  for (const std::string& word : words_of(submission.flags)) words.push_back(word);
  words.insert(words.end(),
               {program, submission.folder, "--yes", "-j", std::to_string(submission.threads)});
  return words;
}

std::string mpi_script(const Submission& submission) {
  return shell_line(command(submission, spinsack_mpi().value_or("spinsack-mpi"))) + "\n";
}

int submit_to_mpi(const Submission& submission) {
  const std::optional<std::string> program = spinsack_mpi();
  if (!program)
    throw FileError(
        "spinsack-mpi: not found; expected it beside this program or in PATH. It is built only "
        "where MPI (libopenmpi-dev) is installed");
  if (!find_program("mpirun"))
    throw FileError("mpirun: not found; expected the commands of MPI in PATH (openmpi-bin)");
  become_program(command(submission, *program));
}

}  // namespace

const Engine mpi_engine{"mpi", "processes under mpirun; the first hands out the cells", mpi_script,
                        submit_to_mpi};

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
// Engines are what others built to run work on many machines. Ours is only to tell them what to run. An
// engine is one file, a line below and its name in engine.cpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace spinsack::cli {

struct Submission {
  std::string folder;             // of the records, absolute; it holds the plan already
  std::string name;               // of the plan
  std::optional<int> tasks = {};  // as the user typed it
  int hourly_tasks = 1;           // so many that each has about an hour of work
  int threads = 1;                // cells at a time, in each task
  std::string flags;              // for the engine itself, as the user typed them
};

struct Engine {
  std::string_view name;
  std::string_view help;
  // What will be run, as text for a shell. UsageError for what the engine cannot take.
  std::string (*script)(const Submission& submission);
  // Has it run, and gives the exit code.
  int (*submit)(const Submission& submission);
};

extern const Engine slurm_engine;
extern const Engine mpi_engine;

[[nodiscard]] std::span<const Engine> engines();

}  // namespace spinsack::cli

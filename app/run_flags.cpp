// SPDX-License-Identifier: Apache-2.0
#include "run_flags.hpp"

#include <algorithm>
#include <limits>
#include <thread>

namespace spinsack::cli {
namespace {

constexpr int most_threads = 1024;

}  // namespace

void RunFlags::declare(Flags& flags) {
  flags.value("-t,--time-limit", time_limit_text, {"SECONDS"}, R"(
      stop after this time with what was found; without it the amount of work decides, and runs
      repeat exactly
    )");
  flags.value(
      "-s,--seed", seed_text, {"N"},
      "seed of the random numbers; the same seed gives the same answer for any number of threads");
  flags.value("-j,--threads", threads_text, {"N", ValueKind::Completion::words, {"auto"}, true},
              "threads to use, 1..1024; auto: one per core");
}

std::uint64_t RunFlags::seed() const {
  constexpr auto largest = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::uint64_t>(params::parse_integer("seed", seed_text, 0, largest));
}

int parse_threads(std::string_view text) {
  if (text == "auto")
    return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_threads);
  return static_cast<int>(params::parse_integer("threads", text, 1, most_threads));
}

int RunFlags::threads() const { return parse_threads(threads_text); }

std::optional<double> RunFlags::time_limit() const {
  if (time_limit_text.empty()) return std::nullopt;
  return params::parse_real("time-limit", time_limit_text, 0, 1e9);
}

}  // namespace spinsack::cli

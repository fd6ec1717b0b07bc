// SPDX-License-Identifier: Apache-2.0
// How long to work, with how many threads, from which seed: the same flags for everything that searches.
#pragma once

#include "flags.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spinsack::cli {

struct RunFlags {
  std::string seed_text = "0";
  std::string threads_text = "auto";
  std::string time_limit_text;

  void declare(Flags& flags);

  // UsageError for values out of range.
  std::uint64_t seed() const;
  int threads() const;  // auto: one per core
  std::optional<double> time_limit() const;
};

// A number of threads, or auto: one per core. UsageError for anything else.
[[nodiscard]] int parse_threads(std::string_view text);

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
// Shell completion, from the declared flags: commands, flags, the words of every catalog, files,
// and the published instances, which the script asks the program for.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace spinsack::cli {

struct Shell {
  std::string_view name;
  std::string_view help;  // where the script goes
  std::string (*script)();
};

[[nodiscard]] std::span<const Shell> shells();

[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();

}  // namespace spinsack::cli

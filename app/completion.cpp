// SPDX-License-Identifier: Apache-2.0
// spinsack completion: scripts for the shells.
#include "command.hpp"
#include "core/catalog.hpp"
#include "help/completion_scripts.hpp"
#include "terminal/output.hpp"

#include <array>
#include <string>
#include <string_view>

namespace spinsack::cli {
namespace {

constexpr std::array all{
    Shell{"bash", "source it, or put it into ~/.local/share/bash-completion/completions/spinsack",
          bash_completion},
    Shell{"zsh", "put it into a folder of $fpath as _spinsack", zsh_completion},
};

struct Completion {
  std::string shell;

  void declare(Flags& flags) {
    flags.argument(shell, catalog_value("SHELL", shells()), "the shell that will read the script");
  }
  int run() const {
    print(find_entry(shells(), "shell", shell).script());
    return success;
  }
};

constexpr std::array<Example, 2> completion_examples{{
    {"source <(spinsack completion bash)", "for this session"},
    {"spinsack completion zsh > _spinsack", "put it into a folder of $fpath"},
}};

constexpr std::string_view about_completion = R"(
The script completes commands, flags, the names that flags take, files and published instances.
'make install' puts both scripts where the shells look for them.
)";

}  // namespace

std::span<const Shell> shells() { return all; }

extern const Command completion_command;
const Command completion_command{"completion", "write a completion script for a shell",
                                 about_completion, completion_examples, declare<Completion>};

}  // namespace spinsack::cli

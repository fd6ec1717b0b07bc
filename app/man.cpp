// SPDX-License-Identifier: Apache-2.0
// spinsack man: the manual page.
#include "command.hpp"
#include "help/man_page.hpp"
#include "terminal/output.hpp"

#include <array>
#include <string_view>

namespace spinsack::cli {
namespace {

struct Man {
  void declare(Flags&) {}
  int run() const {
    print(man_page());
    return success;
  }
};

constexpr std::array<Example, 1> man_examples{{
    {"spinsack man > spinsack.1",
     "read it with 'man ./spinsack.1'; 'make install' puts it in place"},
}};

constexpr std::string_view about_man = R"(
The page holds the help of all commands, methods, samplers, encodings and families, in the language
of man(7).
)";

}  // namespace

extern const Command man_command;
const Command man_command{"man", "write the manual page", about_man, man_examples, declare<Man>};

}  // namespace spinsack::cli

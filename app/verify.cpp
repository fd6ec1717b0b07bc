// SPDX-License-Identifier: Apache-2.0
// spinsack verify: recompute what a result claims.
#include "verify/verify.hpp"

#include "command.hpp"
#include "core/file.hpp"
#include "instances.hpp"
#include "terminal/output.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {
namespace {

std::string report(const Verification& verification) {
  std::vector<std::vector<std::string>> rows;
  for (const Check& check : verification.checks)
    rows.push_back({check.holds ? "ok" : "FAILED", check.what, check.claimed,
                    check.claimed == check.computed ? "" : check.computed});
  return verification.instance + "\n" + table(rows, {}, 2);
}

struct Verify {
  OneInstance input;
  std::string result;
  bool quiet = false;

  void declare(Flags& flags) {
    flags.argument(input.spec, instance_value(),
                   "the instance: a file, '-' for standard input, or a published instance");
    flags.argument(result, input_value("RESULT"), R"(
      JSON Lines as spinsack writes them, or a solution as text: the chosen items, counted
      from 0, or one digit 0 or 1 per item; '-' for standard input
    )");
    flags.group("Input");
    input.declare_format(flags);
    flags.group("Output");
    flags.toggle("-q,--quiet", quiet, "print nothing; the exit code tells");
  }

  int run() const {
    refuse_two_standard_inputs(input.file(), result);
    const std::vector<QkpInstance> instances = input.load();
    std::string text;
    bool holds = true;
    for (const Verification& verification : verify(instances, read_file(result))) {
      text += report(verification);
      holds = holds && verification.holds();
    }
    if (!quiet) print(text + (holds ? "verified\n" : "NOT verified\n"));
    return holds ? success : failure;
  }
};

constexpr std::array<Example, 2> examples{{
    {"echo 0 3 17 | spinsack verify medium:100_25_1 -", "three items typed by hand"},
    {"seq 0 9 > items.txt && spinsack verify medium:100_25_1 items.txt",
     "the answer of some other program"},
}};

constexpr std::string_view about = R"(
Recomputes value, weight, feasibility, bound and gap of a result from the chosen items alone, with
code that shares nothing with the solvers. Each check is a line: what was claimed, and what was
found if that differs.

The exit code is 0 if everything holds, 2 if anything does not, and 1 if a file cannot be read.
)";

}  // namespace

extern const Command verify_command;
const Command verify_command{"verify", "recompute everything a result claims", about, examples,
                             declare<Verify>};

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
#include "program/format.hpp"

#include "core/text_reader.hpp"
#include "program/lp_reader.hpp"
#include "program/lp_writer.hpp"
#include "program/mps_reader.hpp"
#include "program/mps_writer.hpp"

#include <array>

namespace spinsack {
namespace {

constexpr std::array formats{
    ProgramFormat{"lp", "LP of CPLEX: maximises, quadratic terms in [ ] / 2", ".lp", write_lp,
                  looks_like_lp, read_lp},
    ProgramFormat{"mps", "free MPS: minimises minus the profit, quadratic terms in QUADOBJ", ".mps",
                  write_mps, looks_like_mps, read_mps},
};

}  // namespace

std::span<const ProgramFormat> program_formats() { return formats; }

Program read_program(const InputFile& file) {
  for (const ProgramFormat& format : program_formats())
    if (format.detect(file.text)) return format.read(file);
  TextReader(file.name, file.text)
      .fail_at(0, "expected Maximize or Minimize of an LP file, or NAME or ROWS of an MPS file");
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "exchange/sample_table.hpp"

#include <fmt/format.h>

namespace spinsack {

void write_sample_csv(const SampleRun& run, TextWriter& out) {
  for (Index v = 0; v < run.variables; ++v) out.text(fmt::format("x{},", v));
  out.text("energy,num_occurrences\n");
  for (const CountedSample& row : run.rows) {
    for (const std::uint8_t bit : row.sample->bits) {
      out.text(run.level(bit));
      out.text(",");
    }
    out.real(row.sample->energy);
    out.text(",");
    out.integer(row.occurrences);
    out.text("\n");
  }
}

}  // namespace spinsack

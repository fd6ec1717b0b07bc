// SPDX-License-Identifier: Apache-2.0
// Samples and decode maps, of knapsacks and of other problems, from anywhere end in an error of ours or in rows of zeros
// and ones.
#include "core/error.hpp"
#include "exchange/decode_map.hpp"
#include "exchange/program_map.hpp"
#include "machine/sample_file.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using namespace spinsack;

void check(bool holds) {
  if (!holds) std::abort();
}

void check_samples(const InputFile& file) {
  const SampleRows samples = read_samples(file);
  check(samples.variables > 0 && samples.rows() > 0);
  check(samples.bits.size() == samples.rows() * at(samples.variables));
  check(samples.energies.empty() || samples.energies.size() == samples.rows());
  for (const std::uint8_t bit : samples.bits) check(bit <= 1);
  for (const std::int64_t occurrences : samples.occurrences) check(occurrences >= 1);
}

void check_map(const InputFile& file) {
  const DecodeMap map = read_decode_map(file);
  check(map.items() <= map.variables);
  check(map.items_of(Bits(at(map.variables), 1)) == Bits(at(map.items()), 1));
}

void check_program_map(const InputFile& file) {
  const ProgramMap map = read_program_map(file);
  const Index written = map.variables + (map.anchored ? 1 : 0);
  check(map.bits_of(Bits(at(written), 1)) == Bits(at(map.variables), 1));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const InputFile file{"fuzz", std::string(data, data + size)};
  for (const auto check_one : {check_samples, check_map, check_program_map}) {
    try {
      check_one(file);
    } catch (const Error&) {
      continue;
    }
  }
  return 0;
}

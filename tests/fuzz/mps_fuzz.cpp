// SPDX-License-Identifier: Apache-2.0
#include "program/mps_reader.hpp"
#include "program_roundtrip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return spinsack::test::fuzz_program(spinsack::looks_like_mps, spinsack::read_mps, data, size);
}

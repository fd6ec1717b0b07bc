// SPDX-License-Identifier: Apache-2.0
#include "qubo/mtx_format.hpp"
#include "qubo_roundtrip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spinsack;
  return test::fuzz_format(detect_mtx, read_mtx, write_mtx, data, size);
}

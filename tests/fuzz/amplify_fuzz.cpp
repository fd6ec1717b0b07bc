// SPDX-License-Identifier: Apache-2.0
#include "qubo/amplify_format.hpp"
#include "qubo_roundtrip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spinsack;
  return test::fuzz_format(detect_amplify, read_amplify, write_amplify, data, size);
}

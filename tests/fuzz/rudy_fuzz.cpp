// SPDX-License-Identifier: Apache-2.0
#include "graph_roundtrip.hpp"
#include "problem/kcut/rudy_format.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spinsack;
  return test::fuzz_graph(kcut::detect_rudy, kcut::read_rudy, kcut::write_rudy, data, size);
}

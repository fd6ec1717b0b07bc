// SPDX-License-Identifier: Apache-2.0
#include "graph_roundtrip.hpp"
#include "problem/kcut/dimacs_format.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spinsack;
  return test::fuzz_graph(kcut::detect_dimacs, kcut::read_dimacs, kcut::write_dimacs, data, size);
}

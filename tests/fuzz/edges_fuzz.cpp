// SPDX-License-Identifier: Apache-2.0
#include "fuzz/instance_roundtrip.hpp"
#include "instance/edge_list.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)spinsack::detect_edge_list({reinterpret_cast<const char*>(data), size});
  spinsack::fuzz::round_trip(data, size, spinsack::read_edge_list, spinsack::write_edge_list);
  return 0;
}

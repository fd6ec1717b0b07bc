// SPDX-License-Identifier: Apache-2.0
#include "fuzz/instance_roundtrip.hpp"
#include "instance/billionnet.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)spinsack::detect_billionnet({reinterpret_cast<const char*>(data), size});
  spinsack::fuzz::round_trip(data, size, spinsack::read_billionnet, spinsack::write_billionnet);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "fuzz/instance_roundtrip.hpp"
#include "instance/json_instance.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)spinsack::detect_json_instance({reinterpret_cast<const char*>(data), size});
  spinsack::fuzz::round_trip(
      data, size,
      [](const spinsack::InputFile& file) { return spinsack::read_json_instance(file, {}); },
      spinsack::write_json_instance);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "core/compression.hpp"
#include "core/error.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

// Any bytes unpack within the limit or are refused, and packed bytes unpack to themselves.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t limit = std::size_t{1} << 20;
  const std::string text(data, data + size);
  try {
    if (spinsack::unpack("fuzz", text, limit).size() > limit) std::abort();
  } catch (const spinsack::Error&) {
  }
  std::string packed;
  const auto packer =
      spinsack::make_packer("x.gz", [&](std::string_view piece) { packed += piece; });
  packer->write(text);
  packer->finish();
  if (spinsack::unpack("fuzz", packed, limit) != text) std::abort();
  return 0;
}

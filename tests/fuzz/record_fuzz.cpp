// SPDX-License-Identifier: Apache-2.0
// Record lines from anywhere: read or refused, and what is read is written and read again the same. The
// checksum would keep the fuzzer out, so each line gets one that fits.
#include "core/error.hpp"
#include "record/hex_bits.hpp"
#include "record/record.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

std::string sealed(std::string text) {
  const auto* const bytes = reinterpret_cast<const Bytef*>(text.data());
  return fmt::format(R"({},"check":"{:08x}"}})", text, ::crc32_z(0, bytes, text.size()));
}

void read(const std::string& line) {
  try {
    const spinsack::CellRecord record = spinsack::read_record("fuzz", line);
    const std::string written = spinsack::record_line(record);
    // Times are rounded and broken UTF-8 is mended by the first writing; the second changes nothing.
    if (spinsack::record_line(spinsack::read_record("fuzz", written)) != written) std::abort();
    static_cast<void>(
        spinsack::bits_of_hex(record.runs.empty() ? "" : record.runs[0].bits, record.instance.n));
  } catch (const spinsack::Error&) {
    return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(data, data + size);
  read(text);
  // Up to the checksum, or to the end.
  const std::size_t end = text.rfind(R"(,"check":")");
  if (end != std::string::npos) text.resize(end);
  read(sealed(std::move(text)));
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// What the fuzz targets of LP and MPS do: any bytes end in an error of ours or in a program, and a program survives
// being written and read again in either format.
#pragma once

#include "../program/reading_support.hpp"
#include "core/error.hpp"
#include "program/format.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace spinsack::test {

inline int fuzz_program(bool (*detect)(std::string_view), Program (*read)(const InputFile&),
                        const std::uint8_t* data, std::size_t size) {
  const InputFile input{"input", std::string(data, data + size)};
  static_cast<void>(detect(input.text));
  Program program;
  try {
    program = read(input);
  } catch (const Error&) {
    return 0;
  }
  for (const ProgramFormat& format : program_formats()) {
    const std::string text = write_string([&](TextWriter& out) { format.write(program, {}, out); });
    try {
      if (format.detect(text) && program_test::same_numbers(program, format.read({"output", text})))
        continue;
      std::fprintf(stderr, "written and read again it differs:\n%s\n", text.c_str());
    } catch (const Error& error) {
      std::fprintf(stderr, "what we wrote is refused: %s\n%s\n", error.what(), text.c_str());
    }
    std::abort();
  }
  return 0;
}

}  // namespace spinsack::test

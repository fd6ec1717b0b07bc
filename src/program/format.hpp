// SPDX-License-Identifier: Apache-2.0
// The file formats for mathematical programs, as a catalog. Any program is written, and what is read are programs of
// binary columns. A new one is a reader, a writer and a line in format.cpp.
#pragma once

#include "core/file.hpp"
#include "program/program.hpp"

#include <span>
#include <string>
#include <string_view>

namespace spinsack {

struct ProgramFormat {
  std::string_view name;
  std::string_view help;
  std::string_view extension;  // with the dot
  // notes say what produced the file, one comment line each.
  void (*write)(const Program& program, std::span<const std::string> notes, TextWriter& out);
  // Whether the text looks like this format; decided by its beginning, never throws.
  bool (*detect)(std::string_view text);
  // Throws InputError that names what cannot be expressed, and where.
  Program (*read)(const InputFile& file);
};

[[nodiscard]] std::span<const ProgramFormat> program_formats();

// The format is that of the content. Throws InputError.
[[nodiscard]] Program read_program(const InputFile& file);

}  // namespace spinsack

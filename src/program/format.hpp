// SPDX-License-Identifier: Apache-2.0
// The file formats for mathematical programs, as a catalog. They are written, never read: answers
// come back as lists of items. A new one is a file with a write function and a line in format.cpp.
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
};

[[nodiscard]] std::span<const ProgramFormat> program_formats();

}  // namespace spinsack

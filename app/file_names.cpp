// SPDX-License-Identifier: Apache-2.0
#include "file_names.hpp"

#include "core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

namespace spinsack::cli {

std::optional<std::string_view> format_of_ending(std::string_view path,
                                                 std::span<const FormatOfEnding> endings) {
  std::filesystem::path name(path);
  if (name.extension() == ".gz" || name.extension() == ".xz") name = name.stem();
  const std::string extension = name.extension().string();
  for (const FormatOfEnding& ending : endings)
    if (ending.extension == extension) return ending.format;
  return {};
}

std::string format_from_ending(std::string_view path, std::span<const FormatOfEnding> endings) {
  if (const auto format = format_of_ending(path, endings)) return std::string(*format);
  std::vector<std::string_view> known;
  for (const FormatOfEnding& ending : endings) known.push_back(ending.extension);
  throw UsageError(fmt::format("{}: say the format with --to, or let the name end in one of {}",
                               path == "-" ? "standard output" : path, fmt::join(known, ", ")));
}

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
#include "file_names.hpp"

#include "core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace spinsack::cli {

std::optional<std::string_view> format_of_ending(std::string_view path,
                                                 std::span<const FormatOfEnding> endings) {
  for (const std::string_view packed : {".gz", ".xz"})
    if (path.ends_with(packed)) {
      path.remove_suffix(packed.size());
      break;
    }
  // The longest one counts, so that ".da.json" is not ".json"; a name that is nothing but an ending has none.
  const FormatOfEnding* longest = nullptr;
  for (const FormatOfEnding& ending : endings)
    if (path.ends_with(ending.extension) && path.size() > ending.extension.size() &&
        path[path.size() - ending.extension.size() - 1] != '/' &&
        (longest == nullptr || ending.extension.size() > longest->extension.size()))
      longest = &ending;
  if (longest == nullptr) return {};
  return longest->format;
}

std::string format_from_ending(std::string_view path, std::span<const FormatOfEnding> endings) {
  if (const auto format = format_of_ending(path, endings)) return std::string(*format);
  std::vector<std::string_view> known;
  for (const FormatOfEnding& ending : endings) known.push_back(ending.extension);
  throw UsageError(fmt::format("{}: say the format with --to, or let the name end in one of {}",
                               path == "-" ? "standard output" : path, fmt::join(known, ", ")));
}

}  // namespace spinsack::cli

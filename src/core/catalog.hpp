// SPDX-License-Identifier: Apache-2.0
// A catalog is a constant array of entries that have at least `name` and `help`. It is the only
// list of its kind: flags, help, `spinsack list` and the shared tests all walk it.
#pragma once

#include "core/error.hpp"
#include "core/nearest.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace spinsack {

template <class Entry>
std::vector<std::string_view> names_of(std::span<const Entry> catalog) {
  std::vector<std::string_view> names;
  for (const Entry& entry : catalog) names.push_back(entry.name);
  return names;
}

// The entry called name, or UsageError with the nearest one. kind is a word such as "encoding".
template <class Entry>
const Entry& find_entry(std::span<const Entry> catalog, std::string_view kind,
                        std::string_view name) {
  for (const Entry& entry : catalog)
    if (entry.name == name) return entry;
  throw UsageError(unknown_word(kind, name, names_of(catalog)));
}

}  // namespace spinsack

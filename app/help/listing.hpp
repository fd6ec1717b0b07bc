// SPDX-License-Identifier: Apache-2.0
// Everything that has a name, by kind: what `spinsack list` shows. Each kind reads the catalog that
// the library itself uses, so nothing can be missing here.
#pragma once

#include "core/params.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack::cli {

struct Listed {
  std::string kind;  // in the singular: "encoding"
  std::string name;
  std::string help;
  std::vector<Parameter> parameters;
  std::vector<std::pair<std::string, std::string>> facts;  // further columns: heading, JSON value
};

struct ListKind {
  std::string_view name;  // "encodings"
  std::string_view help;
  std::vector<Listed> (*entries)();
};

[[nodiscard]] std::span<const ListKind> list_kinds();

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
#include "core/file_name.hpp"

#include <filesystem>

namespace spinsack {

std::string name_from_path(std::string_view path) {
  std::filesystem::path file = std::filesystem::path(path).filename();
  if (file.extension() == ".gz" || file.extension() == ".xz") file = file.stem();
  return file.has_extension() ? file.stem().string() : file.string();
}

}  // namespace spinsack

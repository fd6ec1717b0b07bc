// SPDX-License-Identifier: Apache-2.0
// An empty directory that goes away with its owner, and files in it.
#pragma once

#include "core/temporary_directory.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace spinsack::test {

class TemporaryDirectory : public spinsack::TemporaryDirectory {
 public:
  TemporaryDirectory() {}  // else clang wants braces behind every const one
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path() / name, std::ios::binary) << text;
  }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path() / name, std::ios::binary).rdbuf();
    return text.str();
  }
  // Names of what is in it, sorted.
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path()))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
};

}  // namespace spinsack::test

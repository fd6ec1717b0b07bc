// SPDX-License-Identifier: Apache-2.0
// An empty directory that goes away with its owner.
#pragma once

#include "core/error.hpp"
#include "core/system_reason.hpp"

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>

namespace spinsack {

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    // mkdtemp replaces the six letters by others that make the name new.
    std::string name = (std::filesystem::temp_directory_path() / "spinsack-").string();
    name += std::string(6, 'X');
    if (::mkdtemp(name.data()) == nullptr)
      throw FileError(name + ": cannot create: " + system_reason(errno));
    path_ = name;
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace spinsack

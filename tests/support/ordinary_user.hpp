// SPDX-License-Identifier: Apache-2.0
// Runs our program as a user whom permissions bind.
#pragma once

#include "support/places.hpp"
#include "support/run_command.hpp"
#include "support/temporary_directory.hpp"

#include <filesystem>
#include <string>
#include <unistd.h>

namespace spinsack::test {

// Root may do everything, so it becomes somebody else, who may enter this directory and finds the program in it: the
// build tree may be closed to others.
class OrdinaryUser {
 public:
  explicit OrdinaryUser(const TemporaryDirectory& directory) {
    if (::geteuid() != 0) return;
    namespace fs = std::filesystem;
    fs::permissions(directory.path(), fs::perms{0755});
    fs::create_directory(directory.path() / "bin");
    const fs::path copy = directory.path() / "bin" / "spinsack";
    fs::copy_file(spinsack_command(), copy);
    for (const fs::path& path : {copy.parent_path(), copy}) fs::permissions(path, fs::perms{0755});
    spinsack_ = "setpriv --reuid 65534 --regid 65534 --clear-groups '" + copy.string() + "'";
    if (!has_program("setpriv"))
      lacking_ = "needs setpriv (package util-linux)";
    else if (shell_run(spinsack_ + " --version").exit_code != 0)
      lacking_ = "needs a temporary directory that other users may enter";
  }
  const std::string& spinsack() const { return spinsack_; }  // for scripts
  const std::string& lacking() const { return lacking_; }    // empty if all is there

 private:
  std::string spinsack_ = "spinsack";
  std::string lacking_;
};

}  // namespace spinsack::test

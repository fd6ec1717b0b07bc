// SPDX-License-Identifier: Apache-2.0
// Which files a command reads and which it writes: an output is never an input, and no two outputs are one.
#pragma once

#include <span>
#include <string>

namespace spinsack::cli {

struct FileUse {
  std::string flag;  // or name of the argument
  std::string path;  // as the user typed it; "-" for a standard stream
};

// To be called before anything is read or written. UsageError that names both flags if an output is an input or
// another output, through links and however they are spelled; FileError if an output cannot be written at all,
// which is better known before the work than after it. Nothing is touched.
void check_outputs(std::span<const FileUse> inputs, std::span<const FileUse> outputs);

}  // namespace spinsack::cli

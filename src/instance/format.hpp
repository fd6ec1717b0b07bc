// SPDX-License-Identifier: Apache-2.0
// The file formats for instances, as a catalog. A new one is a file with a detect, a read and a write
// function, and a line in format.cpp.
#pragma once

#include "core/file.hpp"
#include "instance/qkp.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace spinsack {

struct InstanceFormat {
  std::string_view name;
  std::string_view help;
  // Whether the text looks like this format; decided by its beginning, never throws.
  bool (*detect)(std::string_view text);
  // One instance, or several where the format can hold several. Throws InputError, InvalidInstance.
  std::vector<QkpInstance> (*read)(const InputFile& file);
  // Throws UsageError where the format cannot hold them.
  void (*write)(std::span<const QkpInstance> instances, TextWriter& out);
};

[[nodiscard]] std::span<const InstanceFormat> instance_formats();

// format is a name of the catalog or "auto": by content.
[[nodiscard]] std::vector<QkpInstance> read_instances(const InputFile& file,
                                                      std::string_view format = "auto");

// The name for an instance whose file does not give one: the file's, without folder and ending.
[[nodiscard]] std::string name_from_path(std::string_view path);

}  // namespace spinsack

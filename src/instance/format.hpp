// SPDX-License-Identifier: Apache-2.0
// The file formats for instances, as a catalog. A new one is a file with a detect, a read and a write
// function, and a line in format.cpp.
#pragma once

#include "core/decimal.hpp"
#include "core/file.hpp"
#include "core/file_name.hpp"
#include "instance/instance_list.hpp"
#include "instance/qkp.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// How a file is to be read.
struct ReadOptions {
  std::string format = "auto";  // a name of the catalog, or auto: by content
  // The file with the pairs, where the other is a CSV table of items; "-" for standard input.
  std::string pairs = {};
  std::optional<Decimal> capacity =
      {};  // in place of what the file says, which then need not say it
};

struct InstanceFormat {
  std::string_view name;
  std::string_view help;
  // Whether the text looks like this format; decided by its beginning, never throws.
  bool (*detect)(std::string_view text);
  // One instance, or several where the format can hold several. Throws InputError, InvalidInstance.
  std::vector<QkpInstance> (*read)(const InputFile& file, const ReadOptions& options);
  // Throws UsageError where the format cannot hold them.
  void (*write)(const InstanceList& instances, TextWriter& out);
};

[[nodiscard]] std::span<const InstanceFormat> instance_formats();

// Also UsageError where the options and the format do not go together.
[[nodiscard]] std::vector<QkpInstance> read_instances(const InputFile& file,
                                                      const ReadOptions& options = {});

// The same items with another capacity. UsageError if the decimals of the two together do not fit 64 bits.
[[nodiscard]] QkpInstance with_capacity(QkpInstance instance, Decimal capacity);

// For formats that hold one instance: UsageError if there are others.
[[nodiscard]] const QkpInstance& only_instance(const InstanceList& instances,
                                               std::string_view format);

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "instance/format.hpp"

#include "core/catalog.hpp"
#include "core/text_reader.hpp"
#include "instance/billionnet.hpp"
#include "instance/edge_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace spinsack {
namespace {

// Asked in this order: the edge list announces itself, the other is what remains.
constexpr std::array formats{
    InstanceFormat{"edges",
                   "edge list of Baumann: 'n m int', pairs, weights, one or more capacities",
                   detect_edge_list, read_edge_list, write_edge_list},
    InstanceFormat{"billionnet",
                   "Billionnet-Soutif: profits, triangle of pair profits, capacity, weights",
                   detect_billionnet, read_billionnet, write_billionnet},
};

const InstanceFormat& format_for(const InputFile& file, std::string_view name) {
  if (name != "auto") return find_entry(instance_formats(), "instance format", name);
  if (!TextReader(file.name, file.text).more())
    throw InputError(fmt::format("{}:1:1: expected an instance, found an empty file", file.name));
  const auto likely = std::ranges::find_if(
      formats, [&](const InstanceFormat& candidate) { return candidate.detect(file.text); });
  // A text that looks like neither fails there, with the place where it went wrong.
  return likely != formats.end() ? *likely : formats.back();
}

}  // namespace

std::span<const InstanceFormat> instance_formats() { return formats; }

std::vector<QkpInstance> read_instances(const InputFile& file, std::string_view format) {
  try {
    return format_for(file, format).read(file);
  } catch (const InvalidInstance& broken_rule) {
    // The rule begins with the instance's name, which may be that of the file already.
    if (std::string_view(broken_rule.what()).starts_with(file.name + ": ")) throw;
    throw InvalidInstance(fmt::format("{}: {}", file.name, broken_rule.what()));
  }
}

std::string name_from_path(std::string_view path) {
  std::filesystem::path file = std::filesystem::path(path).filename();
  if (file.extension() == ".gz" || file.extension() == ".xz") file = file.stem();
  return file.has_extension() ? file.stem().string() : file.string();
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "instance/format.hpp"

#include "core/catalog.hpp"
#include "core/error.hpp"
#include "core/text_reader.hpp"
#include "instance/billionnet.hpp"
#include "instance/csv_instance.hpp"
#include "instance/decimal_scale.hpp"
#include "instance/edge_list.hpp"
#include "instance/json_instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace spinsack {
namespace {

template <std::vector<QkpInstance> (*Read)(const InputFile& file)>
std::vector<QkpInstance> read_whole(const InputFile& file, const ReadOptions&) {
  return Read(file);
}

// Asked in this order: the last one does not announce itself, it is what remains.
constexpr std::array formats{
    InstanceFormat{"edges",
                   "edge list of Baumann: 'n m int', pairs, weights, one or more capacities",
                   detect_edge_list, read_whole<read_edge_list>, write_edge_list},
    InstanceFormat{"json", "an object with capacity, items (name, weight, profit) and pairs",
                   detect_json_instance, read_json_instance, write_json_instance},
    InstanceFormat{"csv", "tables of items (name,weight,profit) and of pairs (a,b,profit)",
                   detect_csv_instance, read_csv_instance, write_csv_instance},
    InstanceFormat{"billionnet",
                   "Billionnet-Soutif: profits, triangle of pair profits, capacity, weights",
                   detect_billionnet, read_whole<read_billionnet>, write_billionnet},
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

std::vector<QkpInstance> read_instances(const InputFile& file, const ReadOptions& options) {
  const InstanceFormat& format = format_for(file, options.format);
  if (!options.pairs.empty() && format.name != "csv")
    throw UsageError(
        fmt::format("--pairs: expected a table of items (format csv) beside it, found "
                    "{} in format {}",
                    file.name, format.name));
  try {
    std::vector<QkpInstance> instances = format.read(file, options);
    if (options.capacity)
      for (QkpInstance& instance : instances)
        instance = with_capacity(std::move(instance), *options.capacity);
    return instances;
  } catch (const InvalidInstance& broken_rule) {
    // The rule begins with the instance's name, which may be that of the file already.
    if (std::string_view(broken_rule.what()).starts_with(file.name + ": ")) throw;
    throw InvalidInstance(fmt::format("{}: {}", file.name, broken_rule.what()));
  }
}

QkpInstance with_capacity(QkpInstance instance, Decimal capacity) {
  QkpInstance::Data data = std::move(instance).release();
  bool fits = true;
  if (capacity.digits > data.weight_digits) {
    const auto factor = scale_by_power_of_ten(1, capacity.digits - data.weight_digits);
    fits = factor && multiply_all(data.weight, *factor);
    data.weight_digits = capacity.digits;
  }
  const auto scaled =
      scale_by_power_of_ten(capacity.mantissa, data.weight_digits - capacity.digits);
  if (!fits || !scaled)
    throw UsageError(fmt::format("--capacity: {} does not fit 64 bits with the decimals of '{}'",
                                 format_decimal(capacity.mantissa, capacity.digits), data.name));
  data.capacity = *scaled;
  return QkpInstance(std::move(data));
}

const QkpInstance& only_instance(const InstanceList& instances, std::string_view format) {
  if (instances.size() != 1)
    throw UsageError(fmt::format(
        "format '{}' holds one instance per file, found {}; use 'edges' or separate files", format,
        instances.size()));
  return instances[0];
}

}  // namespace spinsack

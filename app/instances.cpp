// SPDX-License-Identifier: Apache-2.0
#include "instances.hpp"

#include "core/decimal.hpp"
#include "core/error.hpp"
#include "core/stopwatch.hpp"
#include "core/text_reader.hpp"
#include "instance/format.hpp"

#include <fmt/format.h>

#include <utility>

namespace spinsack::cli {

void ReadingFlags::declare(Flags& flags) {
  flags.value("--format", format, catalog_value("FORMAT", instance_formats(), {"auto"}),
              "the instance format of the input; auto looks at the content");
  flags.value("--pairs", pairs, input_value("FILE"),
              "the table of pairs (a,b,profit), where the instance is a table of items");
  flags.value("--capacity", capacity, {"N"}, "the capacity, in place of the one in the file");
}

ReadOptions ReadingFlags::options() const {
  ReadOptions options{.format = format, .pairs = pairs};
  if (capacity.empty()) return options;
  const auto [value, fault] = parse_decimal(capacity);
  if (fault || value.mantissa < 0)
    throw UsageError(fmt::format("--capacity: expected a number of at least 0{}, found {}",
                                 fault == DecimalFault::too_large ? " with at most 18 digits" : "",
                                 quote(capacity)));
  options.capacity = value;
  return options;
}

ReadOptions ReadingFlags::options(std::span<const std::string> specs) const {
  if (!pairs.empty() && specs.size() > 1)
    throw UsageError(fmt::format("--pairs: expected one instance, found {}", specs.size()));
  return options();
}

void for_each_instance(std::string_view spec, const ReadOptions& options,
                       const std::function<void(const LoadedInstance&, double)>& f) {
  InstanceSource source(spec, options);
  Stopwatch watch;
  const auto count = static_cast<double>(source.count());
  const double share = watch.lap() / count;  // of reading a file
  while (const auto loaded = source.next()) {
    f(*loaded, share + watch.lap());
    watch.lap();
  }
}

std::vector<QkpInstance> OneInstance::load() const {
  std::vector<QkpInstance> instances;
  for (LoadedInstance& loaded : load_instances(spec, reading.options()))
    instances.push_back(std::move(loaded.instance));
  return instances;
}

void OneInstance::refuse_same_standard_input(std::string_view other) const {
  refuse_two_standard_inputs(file(), other);
  refuse_two_standard_inputs(reading.pairs, other);
}

void refuse_two_standard_inputs(std::string_view a, std::string_view b) {
  if (a == "-" && b == "-")
    throw UsageError("standard input can be read once: name a file for one of the two");
}

}  // namespace spinsack::cli

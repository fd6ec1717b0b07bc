// SPDX-License-Identifier: Apache-2.0
#include "instances.hpp"

#include "core/error.hpp"
#include "core/stopwatch.hpp"
#include "problem/problem.hpp"
#include "problem_catalogs.hpp"

#include <fmt/format.h>

#include <utility>

namespace spinsack::cli {
namespace {

constexpr std::string_view file_value = "FILE";

}  // namespace

void ReadingFlags::declare(Flags& flags) {
  flags.value("--format", format, catalog_value("FORMAT", all_formats(), {"auto"}),
              "the instance format of the input; auto looks at the content");
  for (const Problem* const problem : problems())
    for (const ReadingFlag& flag : problem->reading) {
      const auto [place, fresh] = values.try_emplace(std::string(flag.name));
      if (!fresh) continue;
      const std::string name(flag.value);
      flags.value(fmt::format("--{}", flag.name), place->second,
                  name == file_value ? input_value(name) : ValueKind{name}, flag.help);
    }
}

ReadSettings ReadingFlags::settings() const {
  ReadSettings settings{.format = format};
  for (const auto& [name, text] : values)
    if (!text.empty()) settings.values.emplace(name, text);
  return settings;
}

ReadSettings ReadingFlags::settings(std::span<const std::string> specs) const {
  for (const FileUse& file : files())
    if (specs.size() > 1)
      throw UsageError(fmt::format("{}: expected one instance, found {}", file.flag, specs.size()));
  return settings();
}

std::vector<FileUse> ReadingFlags::files() const {
  std::vector<FileUse> found;
  for (const Problem* const problem : problems())
    for (const ReadingFlag& flag : problem->reading)
      if (const auto typed = values.find(std::string(flag.name));
          flag.value == file_value && typed != values.end() && !typed->second.empty())
        found.push_back({fmt::format("--{}", flag.name), typed->second});
  return found;
}

void for_each_instance(std::string_view spec, const ReadSettings& settings,
                       const std::function<void(const Instance&, double)>& f) {
  NamedInstances source(spec, settings);
  Stopwatch watch;
  const auto count = static_cast<double>(source.count());
  const double share = watch.lap() / count;  // of reading a file
  while (const auto named = source.next()) {
    f(named->instance, share + watch.lap());
    watch.lap();
  }
}

std::vector<Instance> OneInstance::load() const {
  std::vector<Instance> instances;
  NamedInstances source(spec, reading.settings());
  while (auto named = source.next()) instances.push_back(std::move(named->instance));
  return instances;
}

void OneInstance::refuse_same_standard_input(std::string_view other) const {
  refuse_two_standard_inputs(file(), other);
  for (const FileUse& further : reading.files()) refuse_two_standard_inputs(further.path, other);
}

void refuse_two_standard_inputs(std::string_view a, std::string_view b) {
  if (a == "-" && b == "-")
    throw UsageError("standard input can be read only once: name a file for one of the two");
}

}  // namespace spinsack::cli

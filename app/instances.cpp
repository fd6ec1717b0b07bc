// SPDX-License-Identifier: Apache-2.0
#include "instances.hpp"

#include "core/catalog.hpp"
#include "core/error.hpp"
#include "core/stopwatch.hpp"
#include "instance/format.hpp"
#include "instance/published.hpp"
#include "instance/source.hpp"

#include <fmt/format.h>

namespace spinsack::cli {
namespace {

// Also where the format does not come into play, since the flag was typed for a reason.
void require_known_format(std::string_view format) {
  if (format != "auto")
    static_cast<void>(find_entry(instance_formats(), "instance format", format));
}

}  // namespace

void for_each_instance(std::string_view spec, std::string_view format,
                       const std::function<void(const QkpInstance&, double)>& f) {
  require_known_format(format);
  Stopwatch watch;
  if (!names_published(spec)) {
    const std::vector<QkpInstance> instances = load_instances(spec, format);
    const double share = watch.lap() / static_cast<double>(instances.size());
    for (const QkpInstance& instance : instances) f(instance, share);
    return;
  }
  for (const PublishedInstance* published : match_published(spec)) {
    watch.lap();
    const QkpInstance instance = build_published(*published);
    f(instance, watch.lap());
  }
}

void OneInstance::declare_format(Flags& flags) {
  flags.value("--format", format, catalog_value("FORMAT", instance_formats(), {"auto"}),
              "the instance format of the input; auto looks at the content");
}

void OneInstance::declare_pick(Flags& flags) {
  flags.value("--pick", pick, {"K"}, "the instance to take, from 1, where the input holds several");
}

std::vector<QkpInstance> OneInstance::load() const {
  require_known_format(format);
  std::vector<QkpInstance> instances = load_instances(spec, format);
  if (pick.empty()) return instances;
  const auto count = static_cast<std::int64_t>(instances.size());
  const auto chosen = static_cast<std::size_t>(params::parse_integer("pick", pick, 1, count) - 1);
  return {std::move(instances[chosen])};
}

QkpInstance OneInstance::load_one() const {
  std::vector<QkpInstance> instances = load();
  if (instances.size() != 1)
    throw UsageError(fmt::format("{} holds {} instances; choose one with --pick 1..{}", spec,
                                 instances.size(), instances.size()));
  return std::move(instances.front());
}

void refuse_two_standard_inputs(std::string_view a, std::string_view b) {
  if (a == "-" && b == "-")
    throw UsageError("standard input can be read once: name a file for one of the two");
}

}  // namespace spinsack::cli

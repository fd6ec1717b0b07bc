// SPDX-License-Identifier: Apache-2.0
#include "instances.hpp"

#include "core/error.hpp"
#include "core/stopwatch.hpp"
#include "instance/format.hpp"

#include <utility>

namespace spinsack::cli {

void for_each_instance(std::string_view spec, std::string_view format,
                       const std::function<void(const LoadedInstance&, double)>& f) {
  InstanceSource source(spec, format);
  Stopwatch watch;
  const auto count = static_cast<double>(source.count());
  const double share = watch.lap() / count;  // of reading a file
  while (const auto loaded = source.next()) {
    f(*loaded, share + watch.lap());
    watch.lap();
  }
}

void OneInstance::declare_format(Flags& flags) {
  flags.value("--format", format, catalog_value("FORMAT", instance_formats(), {"auto"}),
              "the instance format of the input; auto looks at the content");
}

std::vector<QkpInstance> OneInstance::load() const {
  std::vector<QkpInstance> instances;
  for (LoadedInstance& loaded : load_instances(spec, format))
    instances.push_back(std::move(loaded.instance));
  return instances;
}

void refuse_two_standard_inputs(std::string_view a, std::string_view b) {
  if (a == "-" && b == "-")
    throw UsageError("standard input can be read once: name a file for one of the two");
}

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
#include "instance/source.hpp"

#include "core/file.hpp"
#include "instance/format.hpp"
#include "instance/missing.hpp"
#include "instance/published.hpp"

namespace spinsack {
std::vector<QkpInstance> load_instances(std::string_view spec, std::string_view format) {
  if (!names_published(spec)) {
    refuse_missing_instance(spec);
    return read_instances(read_file(spec), format);
  }
  std::vector<QkpInstance> instances;
  for (const PublishedInstance* published : match_published(spec))
    instances.push_back(build_published(*published));
  return instances;
}

}  // namespace spinsack

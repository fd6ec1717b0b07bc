// SPDX-License-Identifier: Apache-2.0
#include "problem/qkp/qkp_source.hpp"

#include "core/decimal.hpp"

#include <utility>

namespace spinsack {
namespace {

ReadSettings settings_of(const ReadOptions& options) {
  ReadSettings settings{.format = options.format};
  if (!options.pairs.empty()) settings.values["pairs"] = options.pairs;
  if (options.capacity)
    settings.values["capacity"] =
        format_decimal(options.capacity->mantissa, options.capacity->digits);
  return settings;
}

const PublishedInstance* published_as(const std::string& full_name) {
  return full_name.empty() ? nullptr : match_published(full_name).front();
}

}  // namespace

LoadedInstance::LoadedInstance(NamedInstance named)
    : any(std::move(named.instance)),
      instance(any.as<QkpInstance>()),
      published(published_as(any.published())),
      source(std::move(named.source)),
      number(named.number) {}

InstanceSource::InstanceSource(std::string_view name, const ReadOptions& options)
    : named_(name, settings_of(options)) {}

std::optional<LoadedInstance> InstanceSource::next() {
  std::optional<NamedInstance> named = named_.next();
  if (!named) return std::nullopt;
  return LoadedInstance(*std::move(named));
}

std::vector<LoadedInstance> load_instances(std::string_view name, const ReadOptions& options) {
  std::vector<LoadedInstance> instances;
  InstanceSource source(name, options);
  while (auto loaded = source.next()) instances.push_back(*std::move(loaded));
  return instances;
}

LoadedInstance load_instance(std::string_view name, const ReadOptions& options) {
  return LoadedInstance(load_named(name, settings_of(options)));
}

}  // namespace spinsack

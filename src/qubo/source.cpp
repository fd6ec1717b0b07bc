// SPDX-License-Identifier: Apache-2.0
#include "qubo/source.hpp"

#include "core/catalog.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/missing_input.hpp"

#include <fmt/format.h>

#include <array>

namespace spinsack {
namespace {

// The graphs circulate as "G1", "G1.txt", "G1.rud", "WK2000_1.rud".
std::string_view without_model_parts(std::string_view name) {
  constexpr std::array<std::string_view, 6> endings{".gz", ".xz", ".txt", ".rud", ".mc", ".gset"};
  for (const std::string_view ending : endings)
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  if (name.starts_with("WK")) name.remove_prefix(2);
  return name;
}

}  // namespace

std::string nearest_model(std::string_view name) {
  std::vector<PublishedAlias> known;
  for (const PublishedGraph& published : published_graphs())
    known.push_back({published.full_name(), std::string(published.name)});
  known.push_back({"wk:2000_1", "K2000"});
  return nearest_input(name, without_model_parts(name), known);
}

std::vector<std::string> model_names(std::string_view name) {
  if (!names_published_graph(name)) return {std::string(name)};
  std::vector<std::string> names;
  for (const PublishedGraph* published : match_published_graphs(name))
    names.push_back(published->full_name());
  return names;
}

LoadedModel load_model(std::string_view name, std::string_view format) {
  LoadedModel model;
  if (names_published_graph(name)) {
    if (format != "auto")
      static_cast<void>(
          find_entry(qubo_formats(), "model format", format));  // it was typed for a reason
    const auto matches = match_published_graphs(name);
    if (matches.size() > 1)
      throw UsageError(fmt::format("{} stands for {} models; name one of them, as {}", name,
                                   matches.size(), matches.front()->full_name()));
    model.published = matches.front();
    model.name = model.published->full_name();
    model.format = &find_entry(qubo_formats(), "model format", "gset");
    model.form = build_published_graph(*model.published);
    return model;
  }
  refuse_missing_input(name, nearest_model);
  const InputFile file = read_file(name);
  model.name = file.name;
  model.format = &qubo_format_of(file, format);
  model.form = model.format->read(file);
  model.published = find_published_graph(model.form);
  model.labels_dropped = model.format->drops_labels != nullptr && model.format->drops_labels(file);
  return model;
}

}  // namespace spinsack

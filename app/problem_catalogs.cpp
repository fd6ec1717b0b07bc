// SPDX-License-Identifier: Apache-2.0
#include "problem_catalogs.hpp"

#include "core/catalog.hpp"
#include "core/error.hpp"
#include "core/split.hpp"
#include "solver/method.hpp"

#include <algorithm>

namespace spinsack::cli {
namespace {

// rows(problem) is a catalog whose entries have a name, a help text and perhaps parameters.
template <class Rows>
std::vector<SharedEntry> joined(const Rows& rows) {
  std::vector<SharedEntry> all;
  for (const Problem* const problem : problems())
    for (const auto& row : rows(*problem)) {
      auto place = std::ranges::find(all, row.name, &SharedEntry::name);
      if (place == all.end())
        place = all.insert(all.end(), SharedEntry{.name = row.name, .help = row.help});
      place->of.push_back(problem);
      if constexpr (requires { row.parameters(); })
        for (Parameter& p : row.parameters())
          if (std::ranges::count(place->known_parameters, p.name, &Parameter::name) == 0)
            place->known_parameters.push_back(std::move(p));
    }
  return all;
}

}  // namespace

std::span<const SharedEntry> all_methods() {
  static const auto all = joined([](const Problem& problem) { return methods(problem); });
  return all;
}

std::span<const SharedEntry> all_formats() {
  static const auto all = joined([](const Problem& problem) { return problem.formats(); });
  return all;
}

std::span<const SharedEntry> all_families() {
  static const auto all = joined([](const Problem& problem) { return problem.families(); });
  return all;
}

std::span<const SharedEntry> all_steps() {
  static const auto all = joined([](const Problem& problem) { return problem.steps(); });
  return all;
}

void require_method(std::string_view name, const ParameterValues& parameters) {
  const SharedEntry& entry = find_entry(all_methods(), "method", name);
  std::string reason;
  for (const Problem* const problem : entry.of) {
    try {
      static_cast<void>(find_method(*problem, name).complete(parameters));
      return;
    } catch (const UsageError& error) {
      if (reason.empty()) reason = error.what();
    }
  }
  throw UsageError(reason);
}

void require_steps(std::string_view text) {
  if (text == "none") return;
  for (const std::string_view name : text::split(text, '+'))
    static_cast<void>(find_entry(all_steps(), "step", name));
}

}  // namespace spinsack::cli

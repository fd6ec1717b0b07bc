// SPDX-License-Identifier: Apache-2.0
#include "models.hpp"

#include "core/error.hpp"
#include "core/relative_gap.hpp"
#include "instance/published.hpp"
#include "terminal/output.hpp"

#include <fmt/format.h>

#include <cmath>

namespace spinsack::cli {

std::vector<FormatOfEnding> model_endings() {
  std::vector<FormatOfEnding> endings;
  for (const QuboFormat& format : qubo_formats())
    endings.push_back({format.extension, format.name});
  return endings;
}

LoadedModel load_model_argument(std::string_view name, std::string_view format) {
  if (names_published(name) && !names_published_graph(name))
    throw UsageError(
        fmt::format("{} is an instance of the knapsack problem; make a model of it with "
                    "'spinsack formulate'",
                    name));
  LoadedModel model = load_model(name, format);
  if (const std::int64_t repeated = model.form.repeated_terms; repeated > 0)
    note(fmt::format("{}: {} given more than once; repeated terms were summed", model.name,
                     repeated == 1 ? "a term is" : fmt::format("{} terms are", repeated)));
  return model;
}

std::string maximised_text(const LoadedModel& model, double value) {
  std::string text = fmt::format("{}", value);
  if (model.published == nullptr) return text;
  const std::int64_t best = model.published->best_cut;
  text += fmt::format(", best known {}", best);
  const auto cut = static_cast<std::int64_t>(std::llround(value));
  if (cut == best) return text + ", reached";
  return text + (cut > best ? fmt::format(", exceeded by {}", cut - best)
                            : fmt::format(", gap {:.3f} %", 100 * relative_gap(best, cut)));
}

}  // namespace spinsack::cli

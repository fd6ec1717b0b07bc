// SPDX-License-Identifier: Apache-2.0
// Models by whatever name a user gives: a file, "-" for standard input, a published graph such as "gset:G1", or a
// pattern such as "gset:*".
#pragma once

#include "qubo/format.hpp"
#include "qubo/published_graph.hpp"
#include "qubo/quadratic_form.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// A model with where it comes from.
struct LoadedModel {
  QuadraticForm form;
  const QuboFormat* format = nullptr;         // in which it was read; gset for a published graph
  const PublishedGraph* published = nullptr;  // whose model it is; a file is recognised by content
  std::string name;                           // the file as typed, or the full published name
  bool labels_dropped = false;                // the file named its variables, which are numbers now
};

// The single names that a name stands for: the graphs of a pattern, or the name itself. UsageError for an unknown
// published name.
[[nodiscard]] std::vector<std::string> model_names(std::string_view name);

// The model of a single name. format is for files only, but must be known in any case. Throws FileError, InputError,
// and UsageError for a name that stands for several.
[[nodiscard]] LoadedModel load_model(std::string_view name, std::string_view format = "auto");

// What was probably meant by the name of a model that is not there; empty if nothing is near.
[[nodiscard]] std::string nearest_model(std::string_view name);

}  // namespace spinsack

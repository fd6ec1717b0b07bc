// SPDX-License-Identifier: Apache-2.0
#include "decode_map.hpp"

#include "core/json_text.hpp"
#include "instance/digest.hpp"
#include "spinsack_version.hpp"

#include <fmt/format.h>

#include <vector>

namespace spinsack::cli {
namespace {

// What each variable of the model means, by its number.
std::string variables(const Formulation& formulation, Index size) {
  std::vector<std::string> list;
  for (Index i = 0; i < formulation.items; ++i) list.push_back(fmt::format("{{\"item\":{}}}", i));
  for (const Weight c : formulation.slack.coefficients)
    list.push_back(fmt::format("{{\"slack\":{}}}", c));
  if (list.size() < at(size)) list.emplace_back("{\"anchor\":true}");
  return json_array(list);
}

}  // namespace


std::string decode_map(const QkpInstance& instance, const Formulation& formulation,
                       const QuadraticForm& form, const ModelFile& file) {
  const FormulationRequest& request = formulation.request;
  JsonObject map;
  map.text("spinsack", version).text("revision", revision);
  map.text("model", file.path).text("format", file.format);
  map.text("vartype", form.vartype == Vartype::binary ? "BINARY" : "SPIN");
  map.text("instance", instance.name()).text("instance_sha256", instance_digest(instance));
  map.integer("n", instance.size()).add("capacity", instance.weight_text(instance.capacity()));
  map.integer("profit_digits", instance.profit_digits());
  map.integer("weight_digits", instance.weight_digits());
  map.text("encoding", request.encoding).real("lambda", request.lambda);
  map.integer("bound", request.bound);
  map.add("parameters", json_parameters(request.parameters).line());
  map.text("energy",
           "constant + linear and quadratic terms = -profit * 10^profit_digits + penalties");
  map.real("constant", form.constant).boolean("constant_in_model", file.holds_constant);
  map.real("slack_constant", formulation.slack.constant);
  map.boolean("one_hot", formulation.slack.one_hot);
  map.integer("size", form.size()).add("variables", variables(formulation, form.size()));
  return map.lines() + "\n";
}

}  // namespace spinsack::cli

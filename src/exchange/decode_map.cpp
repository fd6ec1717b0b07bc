// SPDX-License-Identifier: Apache-2.0
#include "exchange/decode_map.hpp"

#include "core/error.hpp"
#include "core/json_reader.hpp"
#include "core/json_text.hpp"
#include "instance/digest.hpp"
#include "spinsack_version.hpp"

#include <fmt/format.h>

#include <numeric>

namespace spinsack {
namespace {

std::size_t required(const JsonReader& json, const JsonReader::Members& members,
                     std::string_view name) {
  const auto member = members.find(name);
  if (member == members.end())
    json.fail_at(0, fmt::format("expected '{}' in the decode map, found none", name));
  return member->second;
}

// What each variable of the model means, by its number.
std::string variables(const QkpInstance& instance, const Formulation& formulation, Index size) {
  std::vector<std::string> list;
  for (Index i = 0; i < formulation.items; ++i) {
    JsonObject item;
    item.integer("item", i);
    if (!instance.item_names().empty()) item.text("name", instance.item_names()[at(i)]);
    list.push_back(item.line());
  }
  for (const Weight c : formulation.slack.coefficients)
    list.push_back(fmt::format("{{\"slack\":{}}}", c));
  if (list.size() < at(size)) list.emplace_back("{\"anchor\":true}");
  return json_array(list);
}

}  // namespace

Bits DecodeMap::items_of(BitView sample) const {
  const std::uint8_t in = anchor < 0 ? 1 : sample[at(anchor)];
  Bits items(column.size());
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = sample[at(column[i])] == in ? 1 : 0;
  return items;
}

DecodeMap read_decode_map(const InputFile& file) {
  const auto from = [&](std::size_t offset) { return JsonReader(file.name, file.text, offset); };
  JsonReader json = from(0);
  const JsonReader::Members members = json.members("a decode map");
  json.end("the decode map");
  DecodeMap map;
  for (auto [name, target] :
       {std::pair{"instance", &map.instance}, std::pair{"instance_sha256", &map.instance_sha256}})
    if (const auto member = members.find(name); member != members.end())
      *target = from(member->second).text(fmt::format("a text for '{}'", name));

  const auto n = static_cast<Index>(
      from(required(json, members, "n")).integer("a number of items", 1, max_variables));
  map.column.assign(at(n), -1);
  JsonReader list = from(required(json, members, "variables"));
  list.enter_list("a list for 'variables'");
  for (; list.next_value(); ++map.variables) {
    const JsonReader::Members variable = list.members("a variable, an object");
    if (variable.contains("anchor")) map.anchor = map.variables;
    const auto item = variable.find("item");
    if (item == variable.end()) continue;
    JsonReader value = from(item->second);
    const auto i = static_cast<Index>(value.integer("an item", 0, n - 1));
    if (map.column[at(i)] >= 0)
      value.fail(fmt::format("expected each item once, found item {} again", i));
    map.column[at(i)] = map.variables;
  }
  for (Index i = 0; i < n; ++i)
    if (map.column[at(i)] < 0)
      list.fail(
          fmt::format("expected a variable for each of {} items, found none for item {}", n, i));
  return map;
}

DecodeMap items_first(Index n, Index variables) {
  DecodeMap map;
  map.column.resize(at(n));
  std::iota(map.column.begin(), map.column.end(), 0);
  map.variables = variables;
  return map;
}

void write_decode_map(const QkpInstance& instance, const Formulation& formulation,
                      const QuadraticForm& form, const MappedModel& file, TextWriter& out) {
  const FormulationRequest& request = formulation.request;
  JsonObject map;
  map.text("spinsack", version).text("revision", revision);
  map.text("model", file.path).text("format", file.format);
  map.text("vartype", form.vartype == Vartype::binary ? "BINARY" : "SPIN");
  map.text("instance", instance.name()).text("instance_sha256", instance_digest(instance));
  map.integer("n", instance.size()).add("capacity", instance.weight_text(instance.capacity()));
  map.integer("profit_digits", instance.profit_digits());
  map.integer("weight_digits", instance.weight_digits());
  map.text("encoding", request.encoding);
  if (const auto strength = formulation.strength()) map.real("lambda", *strength);
  map.integer("bound", request.bound);
  map.add("parameters", json_parameters(request.parameters).line());
  map.text("energy",
           "constant + linear and quadratic terms = -profit * 10^profit_digits + penalties");
  map.real("constant", form.constant).boolean("constant_in_model", file.holds_constant);
  map.real("slack_constant", formulation.slack.constant);
  map.boolean("one_hot", formulation.slack.one_hot);
  if (formulation.slack.price != 0) map.real("price_of_load", formulation.slack.price);
  if (const auto& count = formulation.slack.count)
    map.integer("items_wanted", count->wanted).real("price_of_item", count->price);
  map.integer("size", form.size()).add("variables", variables(instance, formulation, form.size()));
  out.text(map.lines() + "\n");
}

}  // namespace spinsack

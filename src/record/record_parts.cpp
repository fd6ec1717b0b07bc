// SPDX-License-Identifier: Apache-2.0
#include "record/record_parts.hpp"

#include "core/json_text.hpp"

#include <fmt/format.h>

namespace spinsack {

std::string trace_json(const ValueTrace& trace) {
  std::vector<std::string> points;
  for (const auto& [seconds, value] : trace)
    points.push_back(fmt::format("[{},{}]", json_number(rounded(seconds)), value));
  return json_array(points);
}

ValueTrace read_trace(JsonReader& json) {
  ValueTrace trace;
  json.enter_list("a trace");
  while (json.next_value()) {
    json.enter_list("seconds and a value");
    std::pair<double, Profit> point;
    if (json.next_value()) point.first = json.real("seconds");
    if (json.next_value()) point.second = json.integer("a value", -any, any);
    if (json.next_value()) json.fail("expected seconds and a value, found more");
    trace.push_back(point);
  }
  return trace;
}

ParameterValues read_parameters(JsonReader& json) {
  ParameterValues values;
  json.enter_object("parameters");
  for (std::string name; json.next_key(name);)
    values[name] = json.kind("a parameter") == JsonReader::Kind::text
                       ? json.text("a parameter")
                       : std::string(json.word("a parameter"));
  return values;
}

std::string facts_json(const FactTexts& facts) {
  JsonObject json;
  for (const auto& [name, number] : facts) json.add(name, number);
  return json.line();
}

FactTexts read_facts(JsonReader& json) {
  FactTexts facts;
  json.enter_object("facts");
  for (std::string name; json.next_key(name);) facts.emplace_back(name, json.word("a number"));
  return facts;
}

}  // namespace spinsack

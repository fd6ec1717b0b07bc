// SPDX-License-Identifier: Apache-2.0
#include "machine/recorded_facts.hpp"

#include "core/json_reader.hpp"
#include "core/json_text.hpp"

#include <fmt/format.h>

#include <vector>

namespace spinsack {
namespace {

constexpr std::size_t longest_member = 1000;
constexpr std::size_t longest_object = 4000;
constexpr std::size_t most_left_out = 20;

std::string_view value_at(std::string_view json, std::size_t place) {
  JsonReader reader("machine", json, place);
  const std::size_t begin = reader.next();
  reader.skip();
  std::string_view value = json.substr(begin, reader.next() - begin);
  return value.substr(0, value.find_last_not_of(" \t\r\n") + 1);
}

std::string bounded(std::string_view json) {
  JsonObject kept;
  std::size_t size = 0;
  std::vector<std::string> left_out;
  const auto members = JsonReader("machine", json).members("an object");
  for (const auto& [name, place] : members) {
    const std::string_view value = value_at(json, place);
    if (name.size() + value.size() > longest_member || size + value.size() > longest_object) {
      if (left_out.size() < most_left_out)
        left_out.push_back(json_string(name.substr(0, longest_member / most_left_out)));
      continue;
    }
    size += name.size() + value.size();
    kept.add(name, std::string(value));
  }
  if (!left_out.empty()) kept.add("left_out", json_array(left_out));
  return kept.line();
}

}  // namespace

std::string recorded_facts(std::string_view hello, std::string_view request,
                           std::int64_t wrong_energies) {
  JsonObject facts;
  facts.add("hello", bounded(hello));
  if (!request.empty()) facts.add("request", bounded(request));
  if (wrong_energies > 0) facts.integer("wrong_energies", wrong_energies);
  return facts.line();
}

}  // namespace spinsack

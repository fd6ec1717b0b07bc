// SPDX-License-Identifier: Apache-2.0
#include "exchange/program_map.hpp"

#include "core/error.hpp"
#include "core/json_reader.hpp"
#include "core/json_text.hpp"
#include "problem/problem.hpp"
#include "spinsack_version.hpp"

#include <fmt/format.h>

namespace spinsack {
namespace {

// Pairs of the first variable and how many there are.
std::vector<Group> read_groups(JsonReader& json, Index variables) {
  std::vector<Group> groups;
  json.enter_list("groups");
  while (json.next_value()) {
    json.enter_list("a group");
    std::vector<std::int64_t> numbers;
    while (json.next_value())
      numbers.push_back(json.integer("a variable or a number of them", 0, variables));
    if (numbers.size() != 2)
      json.fail(fmt::format("expected a group as [first, size], found {} numbers", numbers.size()));
    groups.push_back({static_cast<Index>(numbers[0]), static_cast<Index>(numbers[1])});
  }
  return groups;
}

}  // namespace

Bits ProgramMap::bits_of(BitView sample) const {
  const std::uint8_t set = anchored ? sample[at(variables)] : 1;
  Bits bits(at(variables));
  for (std::size_t v = 0; v < bits.size(); ++v) bits[v] = sample[v] == set ? 1 : 0;
  return bits;
}

void write_program_map(const Instance& instance, const ParameterValues& settings, Index variables,
                       std::span<const Group> groups, const QuadraticForm& form,
                       const MappedModel& file, TextWriter& out) {
  JsonObject map;
  map.text("spinsack", version).text("revision", revision);
  map.text("model", file.path).text("format", file.format);
  map.text("vartype", form.vartype == Vartype::binary ? "BINARY" : "SPIN");
  map.text("problem", instance.problem().name);
  map.text("instance", instance.name()).text("instance_sha256", instance.digest());
  map.integer("n", instance.elements()).integer("value_digits", instance.value_digits());
  map.add("settings", json_parameters(settings).line());
  map.real("constant", form.constant).boolean("constant_in_model", file.holds_constant);
  map.integer("variables", variables).boolean("anchored", form.size() > variables);
  std::vector<std::string> ranges;
  for (const Group& group : groups)
    ranges.push_back(fmt::format("[{},{}]", group.first, group.size));
  if (!ranges.empty()) map.add("groups", json_array(ranges));
  out.text(map.lines() + "\n");
}

ProgramMap read_program_map(const InputFile& file) {
  const auto from = [&](std::size_t offset) { return JsonReader(file.name, file.text, offset); };
  JsonReader json = from(0);
  const JsonReader::Members members = json.members("a decode map");
  json.end("the decode map");
  const auto at_member = [&](std::string_view name) {
    const auto member = members.find(name);
    if (member == members.end())
      json.fail_at(0, fmt::format("expected '{}' in the decode map, found none", name));
    return from(member->second);
  };
  ProgramMap map;
  map.problem = at_member("problem").text("a problem");
  map.instance = at_member("instance").text("a name");
  map.instance_sha256 = at_member("instance_sha256").text("a digest");
  map.variables =
      static_cast<Index>(at_member("variables").integer("a number of variables", 1, max_variables));
  map.anchored = at_member("anchored").boolean("anchored");
  JsonReader settings = at_member("settings");
  settings.enter_object("settings");
  for (std::string name; settings.next_key(name);)
    map.settings[name] = settings.kind("a setting") == JsonReader::Kind::text
                             ? settings.text("a setting")
                             : std::string(settings.word("a setting"));
  if (members.contains("groups")) {
    JsonReader groups = at_member("groups");
    map.groups = read_groups(groups, map.variables);
  }
  return map;
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "record/record.hpp"

#include "core/clock_json.hpp"
#include "core/error.hpp"
#include "core/json_reader.hpp"
#include "core/json_text.hpp"
#include "record/record_parts.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>

namespace spinsack {
namespace {

constexpr std::string_view check_key = R"(,"check":")";
constexpr std::size_t check_digits = 8;

std::string checksum(std::string_view text) {
  const auto* const bytes = reinterpret_cast<const Bytef*>(text.data());
  return fmt::format("{:08x}", ::crc32_z(0, bytes, text.size()));
}

std::string variant_json(const VariantRecord& variant, bool knapsack) {
  return JsonObject()
      .integer("value", variant.value)
      .integer(knapsack ? "weight" : "violation", variant.weight)
      .boolean("feasible", variant.feasible)
      .real("repair", rounded(variant.repair))
      .real("improve", rounded(variant.improve))
      .line();
}

std::string clock_of(const RunRecord& run) {
  JsonObject json = clock_json(*run.clock);
  if (run.found_at) json.real("found_at", rounded(*run.found_at));
  return json.line();
}

std::string run_json(const RunRecord& run, bool knapsack) {
  JsonObject json;
  json.integer("read", run.read).text("bits", run.bits);
  JsonObject variants;
  for (const VariantRecord& variant : run.variants)
    variants.add(variant.name, variant_json(variant, knapsack));
  json.add("variants", variants.line());
  json.real("formulate", rounded(run.formulate))
      .real("machine", rounded(run.machine))
      .real("seconds", rounded(run.seconds))
      .real("time_to_best", rounded(run.time_to_best));
  json.add("work", JsonObject()
                       .integer("sweeps", run.work.sweeps)
                       .integer("visits", run.work.visits)
                       .integer("flips", run.work.flips)
                       .line());
  json.text("stopped_by", run.stopped_by);
  if (run.upper_bound) json.integer("upper_bound", *run.upper_bound);
  json.add("trace", trace_json(run.trace));
  if (run.clock) json.add("clock", clock_of(run));
  if (!run.error.empty()) json.text("error", run.error);
  return json.line();
}

// Variants may share a name in records of others, so the order of the list is that of the object.
std::string answers_json(const std::vector<AnswerRecord>& answers, bool knapsack) {
  JsonObject json;
  for (const AnswerRecord& answer : answers) {
    JsonObject members;
    members.integer("read", answer.read);
    if (!answer.bits.empty()) members.text(knapsack ? "bits" : "labels", answer.bits);
    json.add(answer.variant, members.line());
  }
  return json.line();
}

std::string instance_json(const InstanceRecord& instance) {
  JsonObject json;
  json.text("name", instance.name).text("sha256", instance.sha256).integer("n", instance.n);
  if (instance.is_knapsack())
    json.real("density", instance.density)
        .real("tightness", instance.tightness)
        .integer("capacity", instance.capacity);
  else
    json.add("facts", facts_json(instance.facts));
  if (instance.best_known) json.integer("best_known", *instance.best_known);
  return json.line();
}

// A member of an object and how it is read.
template <class Read>
struct Member {
  std::string_view key;
  Read read;
  bool required = true;
};
template <class Read>
Member<Read> needed(std::string_view key, Read read) {
  return {key, std::move(read), true};
}
template <class Read>
Member<Read> perhaps(std::string_view key, Read read) {
  return {key, std::move(read), false};
}

// Reads the members of an object by their names; unknown ones are left to later versions, a missing one is an
// error. Nothing is allocated: reading millions of records is mostly this.
template <class... Members>
void read_object(JsonReader& json, std::string_view what, const Members&... members) {
  json.enter_object(what);
  const std::size_t start = json.last();
  std::array<bool, sizeof...(Members)> seen{};
  for (std::string key; json.next_key(key);) {
    bool known = false;
    std::size_t i = 0;
    const auto try_member = [&](const auto& member) {
      if (!known && member.key == key) {
        member.read();
        seen[i] = true;
        known = true;
      }
      ++i;
    };
    (try_member(members), ...);
    if (!known) json.skip();
  }
  std::size_t i = 0;
  const auto require = [&](const auto& member) {
    if (member.required && !seen[i])
      json.fail_at(start, fmt::format("expected '{}' in {}, found none", member.key, what));
    ++i;
  };
  (require(members), ...);
}

VariantRecord read_variant(JsonReader& json, std::string name) {
  VariantRecord variant;
  variant.name = std::move(name);
  bool weighed = false;
  const auto weigh = [&](std::int64_t weight) {
    variant.weight = weight;
    weighed = true;
  };
  read_object(json, "a variant",
              needed("value", [&] { variant.value = json.integer("a value", -any, any); }),
              perhaps("weight", [&] { weigh(json.integer("a weight", 0, any)); }),
              perhaps("violation", [&] { weigh(json.integer("a violation", 0, any)); }),
              needed("feasible", [&] { variant.feasible = json.boolean("feasible"); }),
              needed("repair", [&] { variant.repair = json.real("seconds"); }),
              needed("improve", [&] { variant.improve = json.real("seconds"); }));
  if (!weighed) json.fail("expected 'weight' in a variant, found none");
  return variant;
}

void read_clock(JsonReader& json, RunRecord& run) {
  RequestClock& clock = run.clock.emplace();
  json.enter_object("a clock");
  for (std::string key; json.next_key(key);) {
    const auto part = std::ranges::find(request_clock_parts, key, &RequestClockPart::name);
    if (part != request_clock_parts.end())
      clock.*part->member = json.real("seconds");
    else if (key == "found_at")
      run.found_at = json.real("seconds");
    else
      json.skip();
  }
}

RunRecord read_run(JsonReader& json) {
  RunRecord run;
  read_object(
      json, "a run", needed("read", [&] { run.read = json.integer("a read", 0, any); }),
      needed("bits", [&] { run.bits = json.text("bits"); }),
      needed("variants",
             [&] {
               json.enter_object("variants");
               for (std::string name; json.next_key(name);)
                 run.variants.push_back(read_variant(json, name));
             }),
      needed("formulate", [&] { run.formulate = json.real("seconds"); }),
      needed("machine", [&] { run.machine = json.real("seconds"); }),
      needed("seconds", [&] { run.seconds = json.real("seconds"); }),
      needed("time_to_best", [&] { run.time_to_best = json.real("seconds"); }),
      needed("work",
             [&] {
               read_object(
                   json, "work",
                   needed("sweeps", [&] { run.work.sweeps = json.integer("sweeps", 0, any); }),
                   needed("visits", [&] { run.work.visits = json.integer("visits", 0, any); }),
                   needed("flips", [&] { run.work.flips = json.integer("flips", 0, any); }));
             }),
      needed("stopped_by", [&] { run.stopped_by = json.text("what stopped the run"); }),
      perhaps("upper_bound", [&] { run.upper_bound = json.integer("a bound", -any, any); }),
      needed("trace", [&] { run.trace = read_trace(json); }),
      perhaps("clock", [&] { read_clock(json, run); }),
      perhaps("error", [&] { run.error = json.text("an error"); }));
  return run;
}

AnswerRecord read_answer(JsonReader& json, std::string variant) {
  AnswerRecord answer;
  answer.variant = std::move(variant);
  read_object(json, "an answer",
              needed("read", [&] { answer.read = json.integer("a read", 0, any); }),
              perhaps("bits", [&] { answer.bits = json.text("bits"); }),
              perhaps("labels", [&] { answer.bits = json.text("labels"); }));
  return answer;
}

// The text of the next value, an object.
std::string object_text(JsonReader& json, std::string_view line) {
  const std::size_t start = json.next();
  if (json.kind("an object") != JsonReader::Kind::object)
    json.fail_at(start, "expected an object, found another value");
  json.skip();
  const std::string_view text = line.substr(start, json.next() - start);
  return std::string(text.substr(0, text.rfind('}') + 1));
}

void read_environment(JsonReader& json, std::string_view line, Environment& environment) {
  read_object(json, "an environment",
              needed("version", [&] { environment.version = json.text("a version"); }),
              needed("revision", [&] { environment.revision = json.text("a revision"); }),
              needed("compiler", [&] { environment.compiler = json.text("a compiler"); }),
              needed("processor", [&] { environment.processor = json.text("a processor"); }),
              needed("simd", [&] { environment.simd = json.text("an instruction set"); }),
              perhaps("machine", [&] { environment.machine = object_text(json, line); }));
}

void read_instance_of_problem(JsonReader& json, InstanceRecord& instance) {
  read_object(
      json, "an instance", needed("name", [&] { instance.name = json.text("a name"); }),
      needed("sha256", [&] { instance.sha256 = json.text("a checksum"); }),
      needed("n", [&] { instance.n = static_cast<Index>(json.integer("n", 1, max_variables)); }),
      needed("facts", [&] { instance.facts = read_facts(json); }),
      perhaps("best_known", [&] { instance.best_known = json.integer("a value", -any, any); }));
}

void read_knapsack(JsonReader& json, InstanceRecord& instance) {
  read_object(
      json, "an instance", needed("name", [&] { instance.name = json.text("a name"); }),
      needed("sha256", [&] { instance.sha256 = json.text("a checksum"); }),
      needed("n", [&] { instance.n = static_cast<Index>(json.integer("n", 1, max_variables)); }),
      needed("density", [&] { instance.density = json.real("a density"); }),
      needed("tightness", [&] { instance.tightness = json.real("a tightness"); }),
      needed("capacity", [&] { instance.capacity = json.integer("a capacity", 0, any); }),
      perhaps("best_known", [&] { instance.best_known = json.integer("a value", -any, any); }));
}

void require_checksum(const TextReader& place, std::string_view line) {
  const std::size_t tail = check_key.size() + check_digits + 2;
  if (line.size() < tail || line.substr(line.size() - tail, check_key.size()) != check_key ||
      !line.ends_with("\"}"))
    place.fail_at(
        0, fmt::format("expected a record that ends with its checksum, found {}",
                       quote(line.substr(line.size() - std::min<std::size_t>(line.size(), 24)))));
  const std::string_view found = line.substr(line.size() - 2 - check_digits, check_digits);
  const std::string expected = checksum(line.substr(0, line.size() - tail));
  if (found != expected)
    place.fail_at(0, fmt::format("expected a record with checksum {}, found {}: it is damaged",
                                 expected, found));
}

CellRecord read_line(std::string_view file_name, std::string_view line) {
  require_checksum(TextReader(file_name, line), line);
  JsonReader json(file_name, line);
  CellRecord record;
  read_object(
      json, "a record",
      needed("schema",
             [&] {
               const std::int64_t schema = json.integer("a schema", 0, any);
               if (schema != record_schema && schema != problem_schema)
                 json.fail(fmt::format("expected schema {} or {}, found {}", record_schema,
                                       problem_schema, schema));
             }),
      perhaps("problem", [&] { record.instance.problem = json.text("a problem"); }),
      needed("cell", [&] { record.cell = json.text("a cell"); }),
      needed("study", [&] { record.study = json.text("a study"); }),
      needed("form", [&] { record.form = json.text("a form"); }),
      needed("environment", [&] { read_environment(json, line, record.environment); }),
      needed("instance",
             [&] {  // the problem comes before it
               if (record.instance.is_knapsack())
                 read_knapsack(json, record.instance);
               else
                 read_instance_of_problem(json, record.instance);
             }),
      needed("method", [&] { record.method = json.text("a method"); }),
      needed("label", [&] { record.label = json.text("a label"); }),
      needed("parameters", [&] { record.parameters = read_parameters(json); }),
      perhaps("lambda", [&] { record.lambda = json.real("a penalty strength"); }),
      perhaps("time_limit", [&] { record.time_limit = json.real("seconds"); }),
      perhaps("target", [&] { record.target = json.integer("a value", -any, any); }),
      needed("seed",
             [&] { record.seed = static_cast<std::uint64_t>(json.integer("a seed", 0, any)); }),
      needed("started", [&] { record.started = json.text("a time"); }),
      perhaps("error", [&] { record.error = json.text("an error"); }),
      needed("runs",
             [&] {
               json.enter_list("runs");
               while (json.next_value()) record.runs.push_back(read_run(json));
             }),
      perhaps("answers", [&] {
        json.enter_object("answers");
        for (std::string variant; json.next_key(variant);)
          record.answers.push_back(read_answer(json, variant));
      }));
  return record;
}

}  // namespace

std::string record_line(const CellRecord& record) {
  JsonObject json;
  const bool knapsack = record.instance.is_knapsack();
  json.integer("schema", knapsack ? record_schema : problem_schema);
  if (!knapsack) json.text("problem", record.instance.problem);
  json.text("cell", record.cell);
  json.text("study", record.study).text("form", record.form);
  const Environment& e = record.environment;
  JsonObject environment;
  environment.text("version", e.version)
      .text("revision", e.revision)
      .text("compiler", e.compiler)
      .text("processor", e.processor)
      .text("simd", e.simd);
  if (!e.machine.empty()) environment.add("machine", e.machine);
  json.add("environment", environment.line());
  json.add("instance", instance_json(record.instance));
  json.text("method", record.method).text("label", record.label);
  json.add("parameters", json_parameters(record.parameters).line());
  if (record.lambda) json.real("lambda", *record.lambda);
  if (record.time_limit) json.real("time_limit", *record.time_limit);
  if (record.target) json.integer("target", *record.target);
  json.integer("seed", static_cast<std::int64_t>(record.seed)).text("started", record.started);
  if (!record.error.empty()) json.text("error", record.error);
  std::vector<std::string> runs;
  for (const RunRecord& run : record.runs) runs.push_back(run_json(run, knapsack));
  json.add("runs", json_array(runs));
  if (!record.answers.empty()) json.add("answers", answers_json(record.answers, knapsack));
  std::string line = json.line();
  line.pop_back();
  line += fmt::format("{}{}\"}}", check_key, checksum(line));
  return line;
}

CellRecord read_record(std::string_view file_name, std::string_view line, std::int64_t number) {
  try {
    return read_line(file_name, line);
  } catch (const InputError& error) {  // which calls the line the first
    const std::string first = fmt::format("{}:1:", file_name);
    const std::string_view message = error.what();
    if (number == 1 || !message.starts_with(first)) throw;
    throw InputError(fmt::format("{}:{}:{}", file_name, number, message.substr(first.size())));
  }
}
}  // namespace spinsack

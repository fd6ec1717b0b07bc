// SPDX-License-Identifier: Apache-2.0
#include "record/record.hpp"

#include "core/error.hpp"
#include "core/json_reader.hpp"
#include "core/json_text.hpp"
#include "record/record_parts.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <functional>
#include <limits>

namespace spinsack {
namespace {

constexpr std::string_view check_key = R"(,"check":")";
constexpr std::size_t check_digits = 8;

std::string checksum(std::string_view text) {
  const auto* const bytes = reinterpret_cast<const Bytef*>(text.data());
  return fmt::format("{:08x}", ::crc32_z(0, bytes, text.size()));
}

std::string variant_json(const VariantRecord& variant) {
  return JsonObject()
      .integer("value", variant.value)
      .integer("weight", variant.weight)
      .boolean("feasible", variant.feasible)
      .real("repair", rounded(variant.repair))
      .real("improve", rounded(variant.improve))
      .line();
}

std::string run_json(const RunRecord& run) {
  JsonObject json;
  json.integer("read", run.read).text("bits", run.bits);
  JsonObject variants;
  for (const VariantRecord& variant : run.variants)
    variants.add(variant.name, variant_json(variant));
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
  return json.line();
}

// Variants may share a name in records of others, so the order of the list is that of the object.
std::string answers_json(const std::vector<AnswerRecord>& answers) {
  JsonObject json;
  for (const AnswerRecord& answer : answers) {
    JsonObject members;
    members.integer("read", answer.read);
    if (!answer.bits.empty()) members.text("bits", answer.bits);
    json.add(answer.variant, members.line());
  }
  return json.line();
}

// Reads the members of an object by a table of names; unknown ones are left to later versions, a missing one
// is an error.
class Members {
 public:
  Members(JsonReader& json, std::string_view what) : json_(&json), what_(what) {}
  Members& on(std::string_view key, std::function<void()> read, bool required = true) {
    entries_.push_back({key, std::move(read), required});
    return *this;
  }
  void read() {
    json_->enter_object(what_);
    const std::size_t start = json_->last();
    for (std::string key; json_->next_key(key);) {
      bool known = false;
      for (Entry& entry : entries_) {
        if (entry.key != key) continue;
        entry.read();
        entry.required = false;
        known = true;
      }
      if (!known) json_->skip();
    }
    for (const Entry& entry : entries_)
      if (entry.required)
        json_->fail_at(start, fmt::format("expected '{}' in {}, found none", entry.key, what_));
  }

 private:
  struct Entry {
    std::string_view key;
    std::function<void()> read;
    bool required;
  };
  JsonReader* json_;
  std::string_view what_;
  std::vector<Entry> entries_;
};

VariantRecord read_variant(JsonReader& json, std::string name) {
  VariantRecord variant;
  variant.name = std::move(name);
  Members(json, "a variant")
      .on("value", [&] { variant.value = json.integer("a value", -any, any); })
      .on("weight", [&] { variant.weight = json.integer("a weight", 0, any); })
      .on("feasible", [&] { variant.feasible = json.boolean("feasible"); })
      .on("repair", [&] { variant.repair = json.real("seconds"); })
      .on("improve", [&] { variant.improve = json.real("seconds"); })
      .read();
  return variant;
}

RunRecord read_run(JsonReader& json) {
  RunRecord run;
  Members(json, "a run")
      .on("read", [&] { run.read = json.integer("a read", 0, any); })
      .on("bits", [&] { run.bits = json.text("bits"); })
      .on("variants",
          [&] {
            json.enter_object("variants");
            for (std::string name; json.next_key(name);)
              run.variants.push_back(read_variant(json, name));
          })
      .on("formulate", [&] { run.formulate = json.real("seconds"); })
      .on("machine", [&] { run.machine = json.real("seconds"); })
      .on("seconds", [&] { run.seconds = json.real("seconds"); })
      .on("time_to_best", [&] { run.time_to_best = json.real("seconds"); })
      .on("work",
          [&] {
            Members(json, "work")
                .on("sweeps", [&] { run.work.sweeps = json.integer("sweeps", 0, any); })
                .on("visits", [&] { run.work.visits = json.integer("visits", 0, any); })
                .on("flips", [&] { run.work.flips = json.integer("flips", 0, any); })
                .read();
          })
      .on("stopped_by", [&] { run.stopped_by = json.text("what stopped the run"); })
      .on(
          "upper_bound", [&] { run.upper_bound = json.integer("a bound", -any, any); }, false)
      .on("trace", [&] { run.trace = read_trace(json); })
      .read();
  return run;
}

AnswerRecord read_answer(JsonReader& json, std::string variant) {
  AnswerRecord answer;
  answer.variant = std::move(variant);
  Members(json, "an answer")
      .on("read", [&] { answer.read = json.integer("a read", 0, any); })
      .on(
          "bits", [&] { answer.bits = json.text("bits"); }, false)
      .read();
  return answer;
}

void read_environment(JsonReader& json, Environment& environment) {
  Members(json, "an environment")
      .on("version", [&] { environment.version = json.text("a version"); })
      .on("revision", [&] { environment.revision = json.text("a revision"); })
      .on("compiler", [&] { environment.compiler = json.text("a compiler"); })
      .on("processor", [&] { environment.processor = json.text("a processor"); })
      .on("simd", [&] { environment.simd = json.text("an instruction set"); })
      .read();
}

void read_instance(JsonReader& json, InstanceRecord& instance) {
  Members(json, "an instance")
      .on("name", [&] { instance.name = json.text("a name"); })
      .on("sha256", [&] { instance.sha256 = json.text("a checksum"); })
      .on("n", [&] { instance.n = static_cast<Index>(json.integer("n", 1, max_variables)); })
      .on("density", [&] { instance.density = json.real("a density"); })
      .on("tightness", [&] { instance.tightness = json.real("a tightness"); })
      .on("capacity", [&] { instance.capacity = json.integer("a capacity", 0, any); })
      .on(
          "best_known", [&] { instance.best_known = json.integer("a value", -any, any); }, false)
      .read();
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
  Members(json, "a record")
      .on("schema",
          [&] {
            const std::int64_t schema = json.integer("a schema", 0, any);
            if (schema != record_schema)
              json.fail(fmt::format("expected schema {}, found {}", record_schema, schema));
          })
      .on("cell", [&] { record.cell = json.text("a cell"); })
      .on("study", [&] { record.study = json.text("a study"); })
      .on("form", [&] { record.form = json.text("a form"); })
      .on("environment", [&] { read_environment(json, record.environment); })
      .on("instance", [&] { read_instance(json, record.instance); })
      .on("method", [&] { record.method = json.text("a method"); })
      .on("label", [&] { record.label = json.text("a label"); })
      .on("parameters", [&] { record.parameters = read_parameters(json); })
      .on(
          "lambda", [&] { record.lambda = json.real("a penalty strength"); }, false)
      .on(
          "time_limit", [&] { record.time_limit = json.real("seconds"); }, false)
      .on(
          "target", [&] { record.target = json.integer("a value", -any, any); }, false)
      .on("seed", [&] { record.seed = static_cast<std::uint64_t>(json.integer("a seed", 0, any)); })
      .on("started", [&] { record.started = json.text("a time"); })
      .on(
          "error", [&] { record.error = json.text("an error"); }, false)
      .on("runs",
          [&] {
            json.enter_list("runs");
            while (json.next_value()) record.runs.push_back(read_run(json));
          })
      .on(
          "answers",
          [&] {
            json.enter_object("answers");
            for (std::string variant; json.next_key(variant);)
              record.answers.push_back(read_answer(json, variant));
          },
          false)
      .read();
  return record;
}

}  // namespace

std::string record_line(const CellRecord& record) {
  JsonObject json;
  json.integer("schema", record_schema).text("cell", record.cell);
  json.text("study", record.study).text("form", record.form);
  const Environment& e = record.environment;
  json.add("environment", JsonObject()
                              .text("version", e.version)
                              .text("revision", e.revision)
                              .text("compiler", e.compiler)
                              .text("processor", e.processor)
                              .text("simd", e.simd)
                              .line());
  JsonObject instance;
  instance.text("name", record.instance.name).text("sha256", record.instance.sha256);
  instance.integer("n", record.instance.n)
      .real("density", record.instance.density)
      .real("tightness", record.instance.tightness)
      .integer("capacity", record.instance.capacity);
  if (record.instance.best_known) instance.integer("best_known", *record.instance.best_known);
  json.add("instance", instance.line());
  json.text("method", record.method).text("label", record.label);
  json.add("parameters", json_parameters(record.parameters).line());
  if (record.lambda) json.real("lambda", *record.lambda);
  if (record.time_limit) json.real("time_limit", *record.time_limit);
  if (record.target) json.integer("target", *record.target);
  json.integer("seed", static_cast<std::int64_t>(record.seed)).text("started", record.started);
  if (!record.error.empty()) json.text("error", record.error);
  std::vector<std::string> runs;
  for (const RunRecord& run : record.runs) runs.push_back(run_json(run));
  json.add("runs", json_array(runs));
  if (!record.answers.empty()) json.add("answers", answers_json(record.answers));
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

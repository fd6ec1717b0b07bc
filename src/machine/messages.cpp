// SPDX-License-Identifier: Apache-2.0
#include "machine/messages.hpp"

#include "core/json_text.hpp"
#include "core/rng.hpp"
#include "spinsack_version.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace spinsack {
namespace {

std::string number_or_null(const std::optional<double>& value) {
  return value ? json_number(*value) : "null";
}

// Options are texts; what reads as a number, true, false or null is sent as that.
std::string option_values(const ParameterValues& options) {
  ParameterValues texts = options;
  std::string plain;
  for (const auto& [name, value] : options) {
    if (value != "true" && value != "false" && value != "null") continue;
    plain += fmt::format("{}{}:{}", plain.empty() ? "" : ",", json_string(name), value);
    texts.erase(name);
  }
  std::string json = json_parameters(texts).line();
  if (plain.empty()) return json;
  json.pop_back();
  return fmt::format("{}{}{}}}", json, json.size() > 1 ? "," : "", plain);
}

void add_settled(const std::vector<std::int64_t>& settled, JsonObject& line) {
  if (!settled.empty()) line.add("settled", fmt::format("[{}]", fmt::join(settled, ",")));
}

std::string digits_of(BitView bits) {
  std::string digits;
  for (const std::uint8_t bit : bits) digits += bit == 0 ? '0' : '1';
  return digits;
}

}  // namespace

std::string hello_line() {
  return JsonObject()
             .text("type", "hello")
             .integer("protocol", 1)
             .text("spinsack", version)
             .line() +
         '\n';
}

std::int64_t request_seed(std::uint64_t seed, std::int64_t first_read) {
  return Rng(seed, static_cast<std::uint64_t>(first_read)).bits32() >> 1;
}

std::string sample_line(std::int64_t id, const MachineQuestion& question,
                        const std::vector<std::int64_t>& settled) {
  const ModelFile& file = question.model;
  JsonObject model;
  model.text("path", file.path).text("format", file.format);
  if (file.gzip) model.text("compression", "gzip");
  if (file.splice)
    model.add("splice", JsonObject()
                            .integer("bytes", file.splice->bytes)
                            .integer("crc32", file.splice->crc32)
                            .integer("text_bytes", file.splice->text_bytes)
                            .line());
  model.integer("variables", file.variables)
      .integer("couplings", file.couplings)
      .text("vartype", file.vartype == Vartype::binary ? "BINARY" : "SPIN")
      .real("constant", file.constant)
      .text("sha256", file.sha256)
      .integer("bytes", file.bytes);
  if (!file.squares.empty()) model.text("squares", file.squares);
  JsonObject line;
  line.text("type", "sample")
      .integer("id", id)
      .add("model", model.line())
      .integer("reads", question.reads)
      .add("time_limit", number_or_null(question.time_limit))
      .add("target", number_or_null(question.target))
      .integer("seed", request_seed(question.seed, question.first_read))
      // For machines whose reads have streams of their own, as ours: the numbers that name them.
      .add("stream", JsonObject()
                         .add("seed", std::to_string(question.seed))
                         .integer("first_read", question.first_read)
                         .line())
      .add("start", question.start.empty() ? "null" : json_string(digits_of(question.start)))
      .add("options", option_values(question.options))
      .real("deadline", question.deadline);
  add_settled(settled, line);
  return line.line() + '\n';
}

std::string resume_line(std::int64_t id, std::string_view job, std::int64_t variables,
                        const std::vector<std::int64_t>& settled) {
  JsonObject line;
  line.text("type", "resume").integer("id", id).text("job", job).integer("variables", variables);
  add_settled(settled, line);
  return line.line() + '\n';
}

std::string cancel_line(std::int64_t id) {
  return JsonObject().text("type", "cancel").integer("id", id).line() + '\n';
}

std::string result_line(const MachineAnswer& answer) {
  std::vector<std::string> samples;
  for (std::size_t r = 0; r < answer.rows.rows(); ++r) {
    JsonObject sample;
    sample.text("bits", digits_of(answer.rows.row(r)));
    if (!answer.rows.energies.empty()) sample.real("energy", answer.rows.energies[r]);
    sample.integer("occurrences", answer.rows.occurrences[r]);
    if (r < answer.found_at.size() && answer.found_at[r])
      sample.real("found_at", *answer.found_at[r]);
    samples.push_back(sample.line());
  }
  JsonObject times;
  for (const RequestClockPart& part : request_clock_parts)
    if (const std::optional<double>& seconds = answer.times.*part.member; seconds && *seconds >= 0)
      times.real(part.name, *seconds);
  JsonObject line;
  line.text("type", "result").integer("id", 0).add("samples", json_array(samples));
  std::vector<std::string> improvements;
  for (const auto& [seconds, energy] : answer.improvements)
    improvements.push_back(json_array({json_number(seconds), json_number(energy)}));
  if (!improvements.empty()) line.add("improvements", json_array(improvements));
  line.text("vartype", "BINARY").add("times", times.line());
  if (answer.times.billed)
    line.add("billed", JsonObject().real("seconds", *answer.times.billed).line());
  if (!answer.facts.empty()) line.add("machine", answer.facts);
  if (!answer.job.empty()) line.text("job", answer.job);
  if (!answer.stopped_by.empty()) line.text("stopped_by", answer.stopped_by);
  return line.line() + '\n';
}

std::string bye_line() { return JsonObject().text("type", "bye").line() + '\n'; }

}  // namespace spinsack

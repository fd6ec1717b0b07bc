// SPDX-License-Identifier: Apache-2.0
#include "exchange/sample_json.hpp"

#include "core/clock_json.hpp"
#include "core/json_text.hpp"
#include "spinsack_version.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <vector>

namespace spinsack {
namespace {

std::string_view type_name(Vartype vartype) {
  return vartype == Vartype::binary ? "BINARY" : "SPIN";
}

std::string bit_digits(BitView bits) {
  std::string digits(bits.size(), '0');
  for (std::size_t v = 0; v < bits.size(); ++v)
    if (bits[v] != 0) digits[v] = '1';
  return digits;
}

std::string reads_json(const std::vector<std::int64_t>& reads) {
  return fmt::format("[{}]", fmt::join(reads, ", "));
}

JsonObject facts(const SampleRun& run) {
  const SampleSet& set = run.set;
  std::vector<std::string> trace;
  for (const TracePoint& point : set.trace)
    trace.push_back(json_array({json_number(point.seconds), json_number(point.energy)}));
  JsonObject seconds;
  seconds.real("read", run.seconds_read)
      .real("machine", set.seconds)
      .real("total", run.seconds_read + set.seconds);
  JsonObject work;
  work.integer("sweeps", set.work.sweeps)
      .integer("visits", set.work.visits)
      .integer("flips", set.work.flips);
  JsonObject object;
  object.text("spinsack", version)
      .text("model", run.model)
      .integer("variables", run.variables)
      .text("vartype", type_name(run.vartype))
      .text("method", run.method)
      .add("parameters", json_parameters(run.parameters).line())
      .integer("seed", static_cast<std::int64_t>(run.request.seed))
      .integer("threads", run.request.threads)
      .integer("reads", set.reads)
      .real("energy", run.rows.front().sample->energy)
      .add("seconds", seconds.line())
      .add("trace", json_array(trace))
      .add("work", work.line())
      .text("stopped_by", name_of(set.stopped_by));
  if (set.clock) object.add("clock", clock_json(*set.clock).line());
  if (set.failure) object.text("failure", set.failure->what());
  return object;
}

// An array as dimod serialises it. cell(row) is JSON.
template <class Cell>
void write_array(const SampleRun& run, std::string_view data_type, std::string_view shape,
                 const Cell& cell, TextWriter& out) {
  out.text(R"({"type": "array", "data": [)");
  for (std::size_t r = 0; r < run.rows.size(); ++r) {
    if (r > 0) out.text(", ");
    cell(run.rows[r]);
  }
  out.text(fmt::format(R"(], "data_type": "{}", "shape": [{}], "use_bytes": false}})", data_type,
                       shape));
}

}  // namespace

void write_sample_json(const SampleRun& run, TextWriter& out) {
  std::string head = facts(run).line();
  head.pop_back();  // the samples come inside, too many for one string
  out.text(head + R"(, "samples": [)");
  for (std::size_t r = 0; r < run.rows.size(); ++r) {
    const CountedSample& row = run.rows[r];
    out.text(r > 0 ? ", " : "");
    JsonObject sample;
    sample.real("energy", row.sample->energy)
        .integer("occurrences", row.occurrences)
        .integer("read", row.sample->read);
    if (!row.again.empty()) sample.add("again", reads_json(row.again));
    out.text(sample.text("bits", bit_digits(row.sample->bits)).line());
  }
  out.text("]}\n");
}

// The layout of dimod.SampleSet.to_serializable(use_bytes=False, pack_samples=False), schema 3.1.0.
void write_sample_dimod(const SampleRun& run, TextWriter& out) {
  const std::size_t rows = run.rows.size();
  out.text(R"({"type": "SampleSet", "version": {"sampleset_schema": "3.1.0"}, )");
  out.text(
      fmt::format(R"("num_variables": {}, "num_rows": {}, "sample_data": )", run.variables, rows));
  write_array(
      run, "int8", fmt::format("{}, {}", rows, run.variables),
      [&](const CountedSample& row) {
        const Bits& bits = row.sample->bits;
        for (std::size_t v = 0; v < bits.size(); ++v) {
          out.text(v == 0 ? "[" : ", ");
          out.text(run.level(bits[v]));
        }
        out.text("]");
      },
      out);
  out.text(R"(, "sample_type": "int8", "sample_packed": false, "vectors": {"energy": )");
  write_array(
      run, "float64", fmt::format("{}", rows),
      [&](const CountedSample& row) { out.text(json_number(row.sample->energy)); }, out);
  out.text(R"(, "num_occurrences": )");
  write_array(
      run, "int64", fmt::format("{}", rows),
      [&](const CountedSample& row) { out.integer(row.occurrences); }, out);
  out.text(R"(}, "variable_labels": [)");
  for (Index v = 0; v < run.variables; ++v) out.text(fmt::format("{}{}", v > 0 ? ", " : "", v));
  out.text(fmt::format(R"(], "variable_type": "{}", "info": {}}})", type_name(run.vartype),
                       facts(run).line()));
  out.text("\n");
}

}  // namespace spinsack

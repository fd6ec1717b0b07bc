// SPDX-License-Identifier: Apache-2.0
// Records with anything in them that a record can hold.
#pragma once

#include "record/record.hpp"
#include "support/property.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::test {

// What looks like JSON and is none of our business.
inline std::string any_value() {
  return any_bool()
             ? any_text()
             : any_of<std::string>({"auto", "1e6", "-0.5", "12", "null", "true", "[1]", "{}", " 1",
                                    "1 ", "1\n", "\"a\"", "", "-", "01", "1e999", "2^-3"});
}

inline std::int64_t any_from(std::int64_t low) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  return any_bool() ? any_of<std::int64_t>({low, 0, 1, most - 1, most}) : any_integer(0, most);
}

// As clocks give them, in tenths of microseconds.
inline double any_seconds() { return static_cast<double>(any_integer(0, 1'000'000'000'000)) / 1e7; }

template <class Value>
auto perhaps(const Value& value) {
  return any_bool() ? std::optional(value()) : std::nullopt;
}

inline CellRecord any_record() {
  constexpr std::int64_t least = -std::numeric_limits<std::int64_t>::max();
  const auto any_count = [] { return any_in(0, 4); };
  const auto any_signed = [] { return any_from(least); };
  CellRecord record;
  for (std::string* const each :
       {&record.cell, &record.study, &record.form, &record.environment.version,
        &record.environment.revision, &record.environment.compiler, &record.environment.processor,
        &record.environment.simd, &record.instance.name, &record.instance.sha256, &record.method,
        &record.label, &record.started, &record.error})
    *each = any_text();
  record.environment.machine =
      any_of<std::string>({"", "{}", R"({"machine":{"vendor":"V \"}","model":"M"},"x":[1]})"});
  record.instance.n = any_in<Index>(1, 1000);
  record.instance.density = any_seconds();
  record.instance.tightness = any_seconds();
  record.instance.capacity = any_from(0);
  record.instance.best_known = perhaps(any_signed);
  for (int i = any_count(); i > 0; --i) record.parameters[any_text()] = any_value();
  record.lambda = perhaps([] { return any_of({0.015625, 1e-300, 1.7e308, 0.1}); });
  record.time_limit = perhaps(any_seconds);
  record.target = perhaps(any_signed);
  record.seed = static_cast<std::uint64_t>(any_from(0));
  for (int r = any_count(); r > 0; --r) {
    RunRecord run;
    run.read = static_cast<std::int64_t>(record.runs.size());
    run.bits = any_text();
    for (double* const each : {&run.formulate, &run.machine, &run.seconds, &run.time_to_best})
      *each = any_seconds();
    run.work = {any_from(0), any_from(0), any_from(0)};
    run.stopped_by = any_text();
    run.upper_bound = perhaps(any_signed);
    for (int i = any_count(); i > 0; --i)
      run.variants.push_back(
          {any_text(), any_signed(), any_from(0), any_bool(), any_seconds(), any_seconds()});
    for (int i = any_count(); i > 0; --i) run.trace.emplace_back(any_seconds(), any_signed());
    if (any_bool()) {
      RequestClock& clock = run.clock.emplace();
      for (const RequestClockPart& part : request_clock_parts)
        clock.*part.member = perhaps(any_seconds);
      run.found_at = perhaps(any_seconds);
    }
    run.error = any_text();
    record.runs.push_back(run);
  }
  for (int i = any_count(); i > 0; --i)
    record.answers.push_back({any_text(), any_from(0), any_text()});
  return record;
}

}  // namespace spinsack::test

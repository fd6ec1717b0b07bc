// SPDX-License-Identifier: Apache-2.0
// Records with anything in them that a record can hold.
#pragma once

#include "record/record.hpp"

#include <rapidcheck.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::test {

// Any text in UTF-8: control characters, quotes, all planes.
inline rc::Gen<std::string> any_text() {
  const auto code = rc::gen::oneOf(
      rc::gen::inRange<std::uint32_t>(0, 0x20), rc::gen::inRange<std::uint32_t>(0x20, 0x80),
      rc::gen::inRange<std::uint32_t>(0x80, 0xD800),
      rc::gen::inRange<std::uint32_t>(0xE000, 0x110000),
      rc::gen::elementOf(std::vector<std::uint32_t>{'"', '\\', '\n', 0x7F, 0x2028}));
  return rc::gen::map(rc::gen::container<std::vector<std::uint32_t>>(code),
                      [](const std::vector<std::uint32_t>& codes) {
                        std::string text;
                        for (const std::uint32_t c : codes) {
                          const auto add = [&](std::uint32_t byte) {
                            text += static_cast<char>(byte);
                          };
                          const auto tail = [&](int shift) { add(0x80 | (c >> shift & 0x3F)); };
                          if (c < 0x80) {
                            add(c);
                          } else if (c < 0x800) {
                            add(0xC0 | c >> 6);
                            tail(0);
                          } else if (c < 0x10000) {
                            add(0xE0 | c >> 12);
                            tail(6);
                            tail(0);
                          } else {
                            add(0xF0 | c >> 18);
                            tail(12);
                            tail(6);
                            tail(0);
                          }
                        }
                        return text;
                      });
}

// What looks like JSON and is none of our business.
inline rc::Gen<std::string> any_value() {
  return rc::gen::oneOf(
      any_text(), rc::gen::elementOf(std::vector<std::string>{
                      "auto", "1e6", "-0.5", "12", "null", "true", "[1]", "{}", " 1", "1 ", "1\n",
                      "\"a\"", "", "-", "01", "1e999", "2^-3"}));
}

inline rc::Gen<std::int64_t> any_integer(std::int64_t low) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  return rc::gen::oneOf(rc::gen::elementOf(std::vector<std::int64_t>{low, 0, 1, most - 1, most}),
                        rc::gen::inRange<std::int64_t>(0, most));
}

// As clocks give them, in tenths of microseconds.
inline rc::Gen<double> any_seconds() {
  return rc::gen::map(rc::gen::inRange<std::int64_t>(0, 1'000'000'000'000),
                      [](std::int64_t ticks) { return static_cast<double>(ticks) / 1e7; });
}

template <class T>
std::optional<T> perhaps(const rc::Gen<T>& values) {
  return *rc::gen::arbitrary<bool>() ? std::optional<T>(*values) : std::nullopt;
}

inline CellRecord any_record() {
  constexpr std::int64_t least = -std::numeric_limits<std::int64_t>::max();
  const auto text = any_text();
  const auto seconds = any_seconds();
  const auto few = rc::gen::inRange(0, 4);
  CellRecord record;
  for (std::string* const each :
       {&record.cell, &record.study, &record.form, &record.environment.version,
        &record.environment.revision, &record.environment.compiler, &record.environment.processor,
        &record.environment.simd, &record.instance.name, &record.instance.sha256, &record.method,
        &record.label, &record.started, &record.error})
    *each = *text;
  record.environment.machine = *rc::gen::elementOf(
      std::vector<std::string>{"", "{}", R"({"machine":{"vendor":"V \"}","model":"M"},"x":[1]})"});
  record.instance.n = *rc::gen::inRange<Index>(1, 1000);
  record.instance.density = *seconds;
  record.instance.tightness = *seconds;
  record.instance.capacity = *any_integer(0);
  record.instance.best_known = perhaps(any_integer(least));
  for (int i = *few; i > 0; --i) record.parameters[*text] = *any_value();
  record.lambda = perhaps(rc::gen::elementOf(std::vector<double>{0.015625, 1e-300, 1.7e308, 0.1}));
  record.time_limit = perhaps(seconds);
  record.target = perhaps(any_integer(least));
  record.seed = static_cast<std::uint64_t>(*any_integer(0));
  for (int r = *few; r > 0; --r) {
    RunRecord run;
    run.read = static_cast<std::int64_t>(record.runs.size());
    run.bits = *text;
    for (double* const each : {&run.formulate, &run.machine, &run.seconds, &run.time_to_best})
      *each = *seconds;
    run.work = {*any_integer(0), *any_integer(0), *any_integer(0)};
    run.stopped_by = *text;
    run.upper_bound = perhaps(any_integer(least));
    for (int i = *few; i > 0; --i)
      run.variants.push_back({*text, *any_integer(least), *any_integer(0),
                              *rc::gen::arbitrary<bool>(), *seconds, *seconds});
    for (int i = *few; i > 0; --i) run.trace.emplace_back(*seconds, *any_integer(least));
    if (*rc::gen::arbitrary<bool>()) {
      RequestClock& clock = run.clock.emplace();
      for (const RequestClockPart& part : request_clock_parts)
        clock.*part.member = perhaps(seconds);
      run.found_at = perhaps(seconds);
    }
    run.error = *text;
    record.runs.push_back(run);
  }
  for (int i = *few; i > 0; --i) record.answers.push_back({*text, *any_integer(0), *text});
  return record;
}

}  // namespace spinsack::test

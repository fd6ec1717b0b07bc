// SPDX-License-Identifier: Apache-2.0
#include "analysis/run_seconds.hpp"

#include "core/catalog.hpp"

#include <algorithm>
#include <array>

namespace spinsack {
namespace {

// From the shortest to the longest.
constexpr std::array clocks{
    AnalysisClock{"machine", "what the vendor calls solving", &RequestClock::machine},
    AnalysisClock{"service", "queue, machine and server", &RequestClock::service},
    AnalysisClock{"total", "from the question to its answer", &RequestClock::total},
};

// The seconds of the wanted clock, or of the next longer one that is known.
std::optional<double> at_least(const RequestClock& times, const AnalysisClock& wanted) {
  for (const AnalysisClock* clock = &wanted; clock != clocks.data() + clocks.size(); ++clock)
    if (const std::optional<double>& seconds = times.*clock->seconds) return seconds;
  return std::nullopt;
}

}  // namespace

std::span<const AnalysisClock> analysis_clocks() { return clocks; }

const AnalysisClock& find_clock(std::string_view name) {
  return find_entry(analysis_clocks(), "clock", name);
}

RunSeconds run_seconds(const RunRecord& run, const VariantRecord& variant,
                       const AnalysisClock& clock) {
  const bool alone = run.variants.size() == 1;
  const AnalysisClock& wanted = find_clock(clock.name);  // ours, to walk on from
  RunSeconds seconds{.formulate = run.formulate,
                     .machine = run.machine,
                     .repair = variant.repair,
                     .improve = variant.improve};
  const auto sum = [&](double machine) {
    return seconds.formulate + machine + seconds.repair + seconds.improve;
  };
  if (!run.clock) {
    seconds.total = alone ? run.seconds : sum(run.machine);
    seconds.to_best = alone ? run.time_to_best : seconds.total;
    seconds.known = &wanted == clocks.data();
    return seconds;
  }
  seconds.known = ((*run.clock).*wanted.seconds).has_value();
  seconds.machine = at_least(*run.clock, wanted).value_or(run.machine);
  seconds.total = sum(seconds.machine);
  seconds.to_best = seconds.total;
  // Who waits for an answer has it at its end. When the machine had it, only the machine's own clock says; and ours
  // says it of methods that ask several times.
  if (&wanted == clocks.data() && run.found_at)
    seconds.to_best = sum(std::min(*run.found_at, seconds.machine));
  else if (&wanted == &clocks.back() && alone)
    seconds.to_best = std::min(run.time_to_best, seconds.total);
  return seconds;
}

}  // namespace spinsack

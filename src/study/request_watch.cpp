// SPDX-License-Identifier: Apache-2.0
#include "study/request_watch.hpp"

namespace spinsack {

RequestWatch::RequestWatch(const MachineAccount& account) : account_(account) {
  account_.finished = [this, &account](const FinishedRequest& request) {
    if (account.finished) account.finished(request);
    const std::scoped_lock lock(mutex_);
    unanswered_.reset();
    if (request.fault) unanswered_ = {.clock = request.clock, .reads = request.planned.reads};
    // Those of the last request, or of the last whose energies were wrong.
    if (!request.machine_facts.empty() && (request.findings > 0 || wrong_energies_ == 0))
      facts_ = request.machine_facts;
    wrong_energies_ += request.findings;
  };
}

RequestClock share_of(RequestClock clock, double reads) {
  for (const RequestClockPart& part : request_clock_parts)
    if (std::optional<double>& seconds = clock.*part.member) *seconds /= reads;
  return clock;
}

RunRecord unanswered_run(const Cell& cell, std::int64_t read, const MachineError& error,
                         const RequestWatch& watch) {
  RunRecord run;
  run.read = read;
  run.error = error.what();
  run.stopped_by = name_of(error.fault());
  if (const auto& request = watch.unanswered())
    run.clock = share_of(request->clock, static_cast<double>(request->reads));
  if (run.clock) run.machine = run.seconds = run.time_to_best = run.clock->total.value_or(0);
  for (const auto& [name, steps] : cell.setting->variants) run.variants.push_back({.name = name});
  if (run.variants.empty()) run.variants.push_back({.name = cell.setting->label});
  return run;
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// Methods: an instance in, a feasible solution out. A method is a struct whose members are its parameters,
// with a function that solves:
//
//   struct Name {
//     static constexpr std::string_view name, help;
//     static constexpr auto fields();                        // core/params.hpp
//     void solve(const QkpInstance& instance, Incumbent& incumbent) const;
//   };
//
// and a line in catalog.cpp. Every sampler is a method too (machine.hpp). What a method finds it offers to the incumbent (incumbent.hpp), which also says when
// to stop. Same seed, same bits, for any number of threads, unless the clock or an interrupt ended the run.
#pragma once

#include "core/params.hpp"
#include "core/request_clock.hpp"
#include "core/stop.hpp"
#include "core/types.hpp"
#include "core/work.hpp"
#include "instance/qkp.hpp"
#include "machine/account.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

struct SolveRequest {
  std::uint64_t seed = 0;
  int threads = 1;
  std::optional<double> time_limit = {};           // seconds
  std::optional<Profit> target = {};               // stop at this value or above
  const std::atomic<bool>* interrupted = nullptr;  // may be set from a signal handler
  // Called at every new best value, from any thread, one call at a time: seconds, value.
  std::function<void(double, Profit)> progress = {};
  // Digest of the instance (instance/digest.hpp): a method that proves optima also writes its proof down.
  std::optional<std::string> certificate_of = {};
  // Who pays, where a real machine is asked; may be null.
  const MachineAccount* account = nullptr;
};

struct ValuePoint {
  double seconds = 0;
  Profit value = 0;
};

// The parts of a method's time, the same for all so that they compare: writing models, annealing (by a machine
// or in its manner), making a candidate feasible, improving it.
enum class Stage { formulate, machine, repair, improve };
inline constexpr std::array<std::string_view, 4> stage_names{"formulate", "machine", "repair",
                                                             "improve"};

// A number that only this method has, such as the memory of its table.
struct Detail {
  std::string_view name;  // a literal
  std::int64_t value = 0;
  friend bool operator==(const Detail&, const Detail&) = default;
};

struct SolveOutcome {
  Bits bits;                               // feasible, always
  Profit value = 0;                        // of the bits
  std::optional<Profit> upper_bound = {};  // of all feasible values, where the method found one
  std::vector<ValuePoint> trace;           // each new best value of the run; the last one is value
  Work work;
  std::vector<Detail> details = {};
  std::string certificate = {};  // if asked for and proven: docs/formats-certificates.md
  StopReason stopped_by = StopReason::work;
  double time_to_best = 0;
  double seconds = 0;
  std::array<double, stage_names.size()> stage_seconds{};  // by Stage, summed over threads
  std::optional<RequestClock> clock = {};                  // of all requests to a real machine
  // Why reads are missing: a request to a real machine failed when others had been answered.
  std::optional<MachineError> failure = {};
};

struct Method {
  std::string_view name;
  std::string_view help;
  std::function<std::vector<Parameter>()> parameters;
  std::function<ParameterValues(const ParameterValues& values)> complete;
  // Throws UsageError for parameters or requests out of range.
  std::function<SolveOutcome(const QkpInstance& instance, const ParameterValues& values,
                             const SolveRequest& request)>
      solve;
  bool brings_bound = false;  // a good one, which gets better with the time
  bool writes_proofs = false;
};

[[nodiscard]] std::span<const Method> methods();
[[nodiscard]] const Method& find_method(std::string_view name);

}  // namespace spinsack

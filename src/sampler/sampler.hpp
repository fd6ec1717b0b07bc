// SPDX-License-Identifier: Apache-2.0
// Samplers: QUBO in, samples out. A sampler sees the model and nothing else, so it gets exactly what a real
// machine would. It is a struct whose members are its parameters, with a function that does one read:
//
//   struct Name {
//     static constexpr std::string_view name, help;
//     static constexpr auto fields();                        // core/params.hpp
//     Bits read(const KernelModel& model, ReadContext& context) const;
//   };
//
// and a line in catalog.cpp. Reads are independent: each has its own random stream, named by (seed, read),
// so samples do not depend on the number of threads.
#pragma once

#include "core/params.hpp"
#include "core/request_clock.hpp"
#include "core/stop.hpp"
#include "core/types.hpp"
#include "core/work.hpp"
#include "machine/account.hpp"
#include "qubo/model.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

struct Sample {
  std::int64_t read = 0;
  double energy = 0;  // recomputed from the model and the bits
  Bits bits;
  Work work;                            // that it took
  std::optional<double> found_at = {};  // seconds of a real machine's own clock, if it tells
  bool cut_short = false;               // a real machine was interrupted in the middle of it
};

struct SampleRequest {
  std::uint64_t seed = 0;
  // Numbers name the random streams: the results of reads 0..9 and 10..19 together are those of reads 0..19.
  // The last of 2^48 numbers is 281474976710655.
  std::int64_t first_read = 0;
  // At most a hundred million. Nothing: one, or with a time limit as many as it has room for. Of those the best
  // are kept where there are more than a machine should hold, at least a thousand.
  std::optional<std::int64_t> reads = {};
  int threads = 1;
  // States to begin at, each as long as the model; read k begins at number k modulo their number. Nothing: every
  // read begins at a state of its own. What a start means is the sampler's to say, but its answer is never worse,
  // except where the last state is asked for instead of the best.
  std::vector<Bits> starts = {};
  std::optional<double> time_limit = {};           // seconds
  std::optional<double> target = {};               // stop at this energy or below
  const std::atomic<bool>* interrupted = nullptr;  // may be set from a signal handler
  // Called after every finished read, from any thread, one call at a time: reads done, best energy.
  std::function<void(std::int64_t, double)> progress = {};
  // Asked before a read begins, from any thread: whether it is still of use.
  std::function<bool(std::int64_t read)> wanted = {};
  // Called with every finished read, on the thread that made it, several calls at a time.
  std::function<void(const Sample&)> finished = {};
  // Reads that the caller will ask for later, within the same time limit. A real machine divides the time by them.
  std::int64_t reads_to_come = 0;
  // Who pays, where a real machine is asked; may be null.
  const MachineAccount* account = nullptr;
};

struct TracePoint {
  double seconds = 0;
  double energy = 0;
};

struct SampleSet {
  // By read. A run ended by target holds the reads up to the first that reached it; one ended by the
  // clock or an interrupt holds what there was, at least one read.
  std::vector<Sample> samples;
  std::int64_t reads = 0;  // the number of samples, and of those that were not kept
  Work work;
  std::vector<TracePoint> trace;  // each new best energy of the run
  StopReason stopped_by = StopReason::work;
  double seconds = 0;
  double read_seconds = 0;  // of the reads alone, summed over threads
  // Terms of the objective too small beside others for double precision. The machine worked without them; the
  // energies have them.
  std::int64_t dropped_terms = 0;
  // Of a real machine: the times of all requests, and what is to be said of its answers.
  std::optional<RequestClock> clock = {};
  std::vector<std::string> remarks = {};
  // Why reads are missing: a request to a real machine failed when others had been answered.
  std::optional<MachineError> failure = {};
};

struct Sampler {
  std::string_view name;
  std::string_view help;
  std::vector<Parameter> (*parameters)();
  ParameterValues (*complete)(const ParameterValues& values);
  // Throws UsageError for parameters or requests out of range, InvalidInstance for a model whose energies leave
  // the range of a double.
  SampleSet (*sample)(const QuboModel& model, const ParameterValues& values,
                      const SampleRequest& request);
  // Asks a machine somewhere else, which may take long, cost money and fail, and says for itself what it takes.
  bool real_machine = false;
  // Of a model with groups its samples have exactly one variable of each set.
  bool keeps_groups = false;
};

[[nodiscard]] std::span<const Sampler> samplers();
[[nodiscard]] const Sampler& find_sampler(std::string_view name);

}  // namespace spinsack

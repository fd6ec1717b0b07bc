// SPDX-License-Identifier: Apache-2.0
// Runs the reads of a sampler over threads and gathers what they bring.
#pragma once

#include "sampler/kernel_model.hpp"
#include "sampler/sampler.hpp"

#include <functional>
#include <limits>
#include <vector>

namespace spinsack {

// What a read may know of the run it belongs to, and where it leaves its account.
class ReadContext {
 public:
  // Keeps references to all that it is given.
  ReadContext(const SampleRequest& request, std::int64_t read, Stop& stop,
              const std::atomic<std::int64_t>& last_read);

  std::uint64_t seed() const { return request_->seed; }
  std::int64_t read() const { return read_; }
  // A stream number of this read alone; number, below 2^16, tells apart the streams inside it.
  std::uint64_t stream(std::uint64_t number = 0) const;
  // The state that this read was given to begin at; empty if it begins where it likes.
  BitView start() const { return start_; }
  bool warm() const { return !start_.empty(); }
  // Seconds that are left, if reads go on until the clock ends them; nothing if work decides.
  std::optional<double> time_to_fill() const;
  // Brings a state to where the read begins: the given start, or uniformly random bits.
  void begin(KernelState& state) const;

  // After every few flips or sweeps: true if the read should end now with what it has.
  [[nodiscard]] bool stop_after(std::int64_t visits) {
    work.visits += visits;
    return target_reached_ || watch_.stop_after(visits) ||
           last_read_->load(std::memory_order_relaxed) < read_;
  }
  // Tells of the energy of the state at hand; true if it is the best of this read so far.
  bool improves(double energy);
  bool target_reached() const { return target_reached_; }
  const std::vector<TracePoint>& trace() const { return trace_; }

  Work work;

 private:
  const SampleRequest* request_;
  std::int64_t read_;
  BitView start_;
  Stop* stop_;
  StopCheck watch_;
  double target_;  // minus infinity if there is none
  const std::atomic<std::int64_t>* last_read_;
  double best_ = std::numeric_limits<double>::infinity();
  bool target_reached_ = false;
  std::vector<TracePoint> trace_;
};

using ReadFunction = std::function<Bits(const KernelModel& model, ReadContext& context)>;

[[nodiscard]] SampleSet run_reads(const QuboModel& model, const SampleRequest& request,
                                  const ReadFunction& read);

}  // namespace spinsack

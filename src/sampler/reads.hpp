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
  ReadContext(std::uint64_t seed, std::int64_t read, Stop& stop, double target,
              const std::atomic<std::int64_t>& last_read)
      : stream_seed_(seed),
        read_(read),
        stop_(&stop),
        watch_(stop),
        target_(target),
        last_read_(&last_read) {}

  std::uint64_t seed() const { return stream_seed_; }
  // A stream number of this read alone; number, below 2^16, tells apart the streams inside it.
  std::uint64_t stream(std::uint64_t number = 0) const;

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
  std::uint64_t stream_seed_;
  std::int64_t read_;
  Stop* stop_;
  StopCheck watch_;
  double target_;
  const std::atomic<std::int64_t>* last_read_;
  double best_ = std::numeric_limits<double>::infinity();
  bool target_reached_ = false;
  std::vector<TracePoint> trace_;
};

using ReadFunction = std::function<Bits(const KernelModel& model, ReadContext& context)>;

[[nodiscard]] SampleSet run_reads(const QuboModel& model, const SampleRequest& request,
                                  const ReadFunction& read);

}  // namespace spinsack

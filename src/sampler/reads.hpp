// SPDX-License-Identifier: Apache-2.0
// Runs the reads of a sampler over threads and gathers what they bring.
#pragma once

#include "sampler/kernel_model.hpp"
#include "sampler/read_trace.hpp"
#include "sampler/sampler.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace spinsack {

// The random stream of a read; number, below 2^16, tells apart the streams inside it.
[[nodiscard]] std::uint64_t read_stream(std::int64_t read, std::uint64_t number = 0);

// What a read may know of the run it belongs to, and where it leaves its account.
class ReadContext {
 public:
  // Keeps references to all that it is given.
  ReadContext(const SampleRequest& request, std::int64_t read, Stop& stop,
              const std::atomic<std::int64_t>& last_read);

  std::uint64_t seed() const { return request_->seed; }
  std::int64_t read() const { return read_; }
  // A stream number of this read alone; number, below 2^16, tells apart the streams inside it.
  std::uint64_t stream(std::uint64_t number = 0) const { return read_stream(read_, number); }
  // The state that this read was given to begin at; empty if it begins where it likes.
  BitView start() const { return start_; }
  bool warm() const { return !start_.empty(); }
  // Seconds that are left, if reads go on until the clock ends them; nothing if work decides.
  std::optional<double> time_to_fill() const;
  // Brings a state to where the read begins: the given start, or uniformly random bits.
  void begin(KernelState& state) const;
  // An answer, or the given start where that is better: machines that round numbers may not have noticed.
  [[nodiscard]] Bits or_start(const QuboModel& model, Bits answer) const;

  // After every few flips or sweeps: true if the read should end now with what it has.
  [[nodiscard]] bool stop_after(std::int64_t visits) {
    work.visits += visits;
    return target_reached_ || watch_.stop_after(visits) || superseded();
  }
  // While a read gets ready: whether clock or interrupt ask for an end.
  [[nodiscard]] bool ended() const { return stop_->requested(); }
  // Inside a sweep of a block of reads: whether clock or interrupt ask for an end. Counts no work.
  [[nodiscard]] bool out_of_time_after(std::int64_t visits) { return watch_.stop_after(visits); }
  // Whether a read with a smaller number has reached the target, so that this one is not needed.
  [[nodiscard]] bool superseded() const {
    return last_read_->load(std::memory_order_relaxed) < read_;
  }
  double target() const { return target_; }
  // Tells of the energy of the state at hand; true if it is the best of this read so far.
  bool improves(double energy);
  bool target_reached() const { return target_reached_; }
  const std::vector<TracePoint>& trace() const { return trace_.points(); }

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
  ReadTrace trace_;
};

using ReadFunction = std::function<Bits(const KernelModel& model, ReadContext& context)>;

// Reads made together. A block is 64 read numbers from a multiple of 64 on, and a job is those of them that were asked
// for; what a read brings must not depend on which others are. A sampler that can do so has two more functions:
//
//   bool in_blocks(const KernelModel& model) const;  // decided by model and parameters alone
//   BlockAnswers read_block(const KernelModel& model, std::span<ReadContext> contexts) const;
//
// An answer may be missing if clock or interrupt ended the block, but not all of them.
inline constexpr std::int64_t reads_per_block = lane_count;
using BlockAnswers = std::vector<std::optional<Bits>>;
struct BlockFunctions {
  std::function<bool(const KernelModel& model)> in_blocks;
  std::function<BlockAnswers(const KernelModel& model, std::span<ReadContext> contexts)> read_block;
};

[[nodiscard]] SampleSet run_reads(const QuboModel& model, const SampleRequest& request,
                                  const ReadFunction& read, const BlockFunctions& blocks = {});

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// States side by side, whichever way is fastest: all lanes in vectors, or, if few of them matter or the processor has no
// vectors, each of these alone. The states are the same.
#pragma once

#include "sampler/lane_kernel.hpp"
#include "sampler/single_lane.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace spinsack {

// Told of visits to a variable, of all lanes together; true if the work should end.
using LaneStop = std::function<bool(std::int64_t visits)>;

// Whether all lanes of a block share a temperature, which bytes can make use of, or have each their own.
enum class LaneHeat { common, own };

class LaneBlock {
 public:
  // chosen: bit l says that lane l matters. All bits of the states are 0 at first.
  LaneBlock(const LaneModel& model, const LaneStreams& streams, std::uint64_t chosen,
            LaneHeat heat = LaneHeat::common, SetUpWatch watch = {});

  // Uniformly random states; variables that are not reached before stop says so stay 0.
  void randomise(const LaneStop& stop = {});
  // Brings one lane to a given state.
  void assign(int lane, BitView bits);
  void assign_all(BitView bits);
  // One Metropolis sweep of all at a temperature > 0; false if it was not finished.
  [[nodiscard]] bool sweep(double temperature, const LaneStop& stop);
  // Likewise, with temperatures of their own; temperatures[l] is for lane l.
  [[nodiscard]] bool sweep(std::span<const double> temperatures, const LaneStop& stop);

  // The energy, in units of 2 * model.unit and from that of all zeros.
  [[nodiscard]] std::int64_t moved(int lane) const;
  [[nodiscard]] std::int64_t flips(int lane) const;
  // The energy of the present state: what the model's numbers say where it is so near to the target that rounding
  // would decide whether that is reached.
  [[nodiscard]] double energy(const QuboModel& model, int lane, double target) const;
  // All lanes share a temperature: remembers the present states of these lanes, instead of those remembered before.
  void keep(std::uint64_t lanes);
  [[nodiscard]] Bits kept(int lane) const;
  [[nodiscard]] Bits bits(int lane) const;

 private:
  template <class Law>
  bool sweep_with(const Law& law, const LaneStop& stop);

  struct Single {
    int lane;
    SingleLane chain;
    Bits kept;
  };
  const Single& single(int lane) const;

  const LaneModel* model_;
  bool in_bytes_;
  std::int64_t sweeps_ = 0;
  std::optional<LaneStates> states_;  // in vectors,
  std::vector<std::uint64_t> kept_;   // bit l of a word is lane l
  std::vector<Single> singles_;       // or one by one
};

}  // namespace spinsack

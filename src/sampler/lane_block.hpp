// SPDX-License-Identifier: Apache-2.0
// States side by side, whichever way is fastest: all lanes in vectors, or, if few of them matter or the processor has no
// vectors, each of these alone. The states are the same.
#pragma once

#include "sampler/lane_kernel.hpp"
#include "sampler/single_lane.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace spinsack {

// Told of visits to a variable, of all lanes together; true if the work should end.
using LaneStop = std::function<bool(std::int64_t visits)>;

class LaneBlock {
 public:
  // chosen: bit l says that lane l matters. All bits of the states are 0 at first.
  LaneBlock(const LaneModel& model, const LaneStreams& streams, std::uint64_t chosen);

  void randomise();
  // One Metropolis sweep of all at a temperature > 0; false if it was not finished.
  [[nodiscard]] bool sweep(double temperature, const LaneStop& stop);

  // The energy, in units of 2 * model.unit and from that of all zeros.
  [[nodiscard]] std::int64_t moved(int lane) const;
  [[nodiscard]] std::int64_t flips(int lane) const;
  // Remembers the present states of these lanes, instead of those remembered before.
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
  std::optional<LaneStates> states_;  // in vectors,
  std::vector<std::uint64_t> kept_;   // bit l of a word is lane l
  std::vector<Single> singles_;       // or one by one
};

}  // namespace spinsack

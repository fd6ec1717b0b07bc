// SPDX-License-Identifier: Apache-2.0
#include "postprocess/step.hpp"

#include "core/catalog.hpp"
#include "core/split.hpp"
#include "local_search/hyperplane.hpp"
#include "postprocess/exchange.hpp"
#include "postprocess/fill.hpp"
#include "postprocess/gain_exchange.hpp"
#include "postprocess/price_exchange.hpp"
#include "postprocess/prune.hpp"
#include "postprocess/repair.hpp"
#include "postprocess/set_exchange.hpp"

#include <array>

namespace spinsack {
namespace {

constexpr std::array catalog{
    Step{"prune", "drop items whose gain is negative, the worst first", false, post::prune},
    Step{"repair", "drop the least efficient item until the load fits", false, post::repair},
    Step{"fill", "add items that fit, most efficient first", true, post::fill},
    Step{"exchange", "one pass of improving one-for-one swaps", true, post::exchange},
    Step{"exchange-1-2", "improving swaps of one item for two, until none is left", true,
         post::exchange_1_2},
    Step{"exchange-2-1", "improving swaps of two items for one, until none is left", true,
         post::exchange_2_1},
    Step{"exchange-2-2", "improving swaps of two items for two, until none is left", true,
         post::exchange_2_2},
    Step{"gain-exchange", "fill and swap by largest gain, to a local optimum", true,
         post::gain_exchange},
    Step{"price-exchange", "the same, by the gain less the price of the weight", true,
         post::price_exchange},
    Step{"hyperplane", "anneal by swaps at item counts near the candidate's", true, hyperplane},
};

}  // namespace

std::span<const Step> steps() { return catalog; }

Pipeline parse_pipeline(std::string_view text) {
  Pipeline pipeline;
  if (text == "none") return pipeline;
  for (const std::string_view name : text::split(text, '+'))
    pipeline.push_back(&find_entry(steps(), "step", name));
  return pipeline;
}

void run_pipeline(const Pipeline& pipeline, KnapsackState& state, StopCheck* watch) {
  for (const Step* step : pipeline)
    if (!step->needs_feasible || state.feasible()) step->apply(state, watch);
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// The only list of samplers.
#include "core/catalog.hpp"

#include "sampler/annealing.hpp"
#include "sampler/bifurcation.hpp"
#include "sampler/digital.hpp"
#include "sampler/external.hpp"
#include "sampler/ladder.hpp"
#include "sampler/potts.hpp"
#include "sampler/quantum.hpp"
#include "sampler/reads.hpp"
#include "sampler/sampler.hpp"
#include "sampler/tabu.hpp"
#include "sampler/tempering.hpp"

#include <fmt/format.h>

#include <array>

namespace spinsack {
namespace {

template <class S>
S with_parameters(const ParameterValues& values) {
  return parse_parameters<S>(fmt::format("sampler '{}'", S::name), values);
}

template <class S>
constexpr bool asks_real_machine() {
  if constexpr (requires { S::real_machine; })
    return S::real_machine;
  else
    return false;
}

template <class S>
constexpr bool keeps_groups() {
  if constexpr (requires { S::keeps_groups; })
    return S::keeps_groups;
  else
    return false;
}

template <class S>
constexpr Sampler entry() {
  return {
      S::name,
      S::help,
      describe_parameters<S>,
      [](const ParameterValues& values) { return parameter_values(with_parameters<S>(values)); },
      [](const QuboModel& model, const ParameterValues& values, const SampleRequest& request) {
        const S sampler = with_parameters<S>(values);
        if constexpr (requires { &S::sample; }) {
          return sampler.sample(model, request);
        } else {
          BlockFunctions blocks;
          if constexpr (requires { &S::read_block; })
            blocks = {[&](const KernelModel& m) { return sampler.in_blocks(m); },
                      [&](const KernelModel& m, std::span<ReadContext> contexts) {
                        return sampler.read_block(m, contexts);
                      }};
          return run_reads(
              model, request,
              [&](const KernelModel& m, ReadContext& context) { return sampler.read(m, context); },
              blocks);
        }
      },
      asks_real_machine<S>(),
      keeps_groups<S>()};
}

constexpr std::array catalog{
    entry<Ladder>(),           entry<SimulatedAnnealing>(),   entry<ParallelTempering>(),
    entry<QuantumAnnealing>(), entry<SimulatedBifurcation>(), entry<DigitalAnnealing>(),
    entry<TabuSearch>(),       entry<PottsAnnealing>(),       entry<ExternalMachine>(),
};

}  // namespace

std::span<const Sampler> samplers() { return catalog; }

const Sampler& find_sampler(std::string_view name) {
  return find_entry(samplers(), "sampler", name);
}

}  // namespace spinsack

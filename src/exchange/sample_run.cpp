// SPDX-License-Identifier: Apache-2.0
#include "exchange/sample_run.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace spinsack {

std::vector<CountedSample> count_samples(const SampleSet& set) {
  // Keys point into the set; equal bits have equal energies.
  std::map<std::pair<double, const Bits*>, CountedSample,
           decltype([](const auto& a, const auto& b) {
             return a.first != b.first ? a.first < b.first : *a.second < *b.second;
           })>
      kinds;
  for (const Sample& sample : set.samples) {
    CountedSample& row =
        kinds.try_emplace({sample.energy, &sample.bits}, CountedSample{&sample, 0}).first->second;
    if (row.occurrences++ > 0) row.again.push_back(sample.read);
  }
  std::vector<CountedSample> rows;
  for (auto& [key, row] : kinds) rows.push_back(std::move(row));
  std::ranges::sort(rows, [](const CountedSample& a, const CountedSample& b) {
    return std::pair(a.sample->energy, a.sample->read) <
           std::pair(b.sample->energy, b.sample->read);
  });
  return rows;
}

}  // namespace spinsack

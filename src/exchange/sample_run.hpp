// SPDX-License-Identifier: Apache-2.0
// A finished run of a machine, as the writers of sample files see it. In all files equal samples are one row that
// counts them, and the lowest energy comes first.
#pragma once

#include "core/params.hpp"
#include "core/types.hpp"
#include "qubo/quadratic_form.hpp"
#include "sampler/sampler.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

struct CountedSample {
  const Sample* sample;  // the first of its kind
  std::int64_t occurrences;
  std::vector<std::int64_t> again = {};  // the reads of the others
};

// By energy, then by first read. Points into the set.
[[nodiscard]] std::vector<CountedSample> count_samples(const SampleSet& set);

struct SampleRun {
  std::string model;  // name of the file
  Vartype vartype = Vartype::binary;
  Index variables = 0;
  std::string_view method;
  ParameterValues parameters;  // all, defaults included
  SampleRequest request;
  double seconds_read = 0;
  SampleSet set;
  std::vector<CountedSample> rows;  // of set

  // The value of a variable as files write it: 0 and 1, or -1 and 1 for spins.
  std::string_view level(std::uint8_t bit) const {
    if (bit != 0) return "1";
    return vartype == Vartype::binary ? "0" : "-1";
  }
};

}  // namespace spinsack

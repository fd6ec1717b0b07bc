// SPDX-License-Identifier: Apache-2.0
// Samples for people and for programs: our JSON, the sample set of dimod as JSON, CSV. In all of them equal
// samples are one row that counts them, and the lowest energy comes first.
#pragma once

#include "core/file.hpp"
#include "core/params.hpp"
#include "qubo/quadratic_form.hpp"
#include "sampler/sampler.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {

struct CountedSample {
  const Sample* sample;  // the first of its kind
  std::int64_t occurrences;
};

// By energy, then by first read.
[[nodiscard]] std::vector<CountedSample> counted(const SampleSet& set);

// A finished run, as the writers see it.
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
};

void write_sample_json(const SampleRun& run, TextWriter& out);   // one line
void write_sample_dimod(const SampleRun& run, TextWriter& out);  // one line
void write_sample_csv(const SampleRun& run, TextWriter& out);

}  // namespace spinsack::cli

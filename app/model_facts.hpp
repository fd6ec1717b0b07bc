// SPDX-License-Identifier: Apache-2.0
// What `model info` tells about a model before anybody samples it.
#pragma once

#include "qubo/source.hpp"
#include "sampler/machine_facts.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {

// Of a set of coefficients, zeros left out.
struct CoefficientFacts {
  std::int64_t count = 0;
  double low = 0;
  double high = 0;
  double smallest = 0;      // in magnitude
  bool integers = true;     // all of them
  std::int64_t values = 0;  // how many different ones, up to most_values
  static constexpr std::int64_t most_values = 1000;
};

struct ModelFacts {
  std::string name;
  std::string_view format;
  std::string_view vartype;  // "BINARY" or "SPIN"
  Index variables = 0;
  std::int64_t couplings = 0;
  double density = 0;  // share of the pairs that are coupled
  Index least_degree = 0, largest_degree = 0;
  Index components = 0;         // connected ones, single variables counted
  Index largest_component = 0;  // its variables
  CoefficientFacts linear, quadratic;
  double constant = 0;
  std::string_view rows;    // "dense" or "sparse"
  std::string_view number;  // type in which couplings are held: "int16"
  std::size_t bytes = 0;
  std::int64_t repeated_terms = 0;
  MachineFacts machine;
  const PublishedGraph* published = nullptr;
  double seconds = 0;  // to read
};

[[nodiscard]] ModelFacts model_facts(const LoadedModel& model, double seconds);

[[nodiscard]] std::string model_page(const ModelFacts& facts);
[[nodiscard]] std::string model_json(const ModelFacts& facts);
[[nodiscard]] std::vector<std::string> model_heading();
[[nodiscard]] std::vector<std::string> model_row(const ModelFacts& facts);

}  // namespace spinsack::cli

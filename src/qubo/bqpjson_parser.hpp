// SPDX-License-Identifier: Apache-2.0
// Takes a BQPJSON document apart in one pass, without building it in memory first: a dense model
// has millions of small objects. What it leaves open is whether the ids of the terms exist, because
// the list of ids may come after them.
#pragma once

#include "core/text_reader.hpp"
#include "qubo/quadratic_form.hpp"

#include <cstdint>
#include <vector>

namespace spinsack {

struct BqpDocument {
  struct Id {
    std::int64_t id;
    std::size_t offset;  // in the file, for messages
  };
  struct LinearTerm {
    std::int64_t id;
    double coefficient;
    std::size_t offset;
  };
  struct QuadraticTerm {
    std::int64_t tail, head;
    double coefficient;
    std::size_t offset;
  };
  Vartype vartype = Vartype::binary;
  double scale = 1;
  double offset = 0;
  std::size_t offset_place = 0;
  std::vector<Id> ids;
  std::vector<LinearTerm> linear;
  std::vector<QuadraticTerm> quadratic;
};

// Throws InputError with the place of what is wrong.
[[nodiscard]] BqpDocument parse_bqpjson(const TextReader& reader);

}  // namespace spinsack

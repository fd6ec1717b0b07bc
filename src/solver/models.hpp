// SPDX-License-Identifier: Apache-2.0
// How the instances of a problem become models for machines, as data: the parameters that say how, and a plan of models
// for one instance. A problem without a way of its own has that of its program (program_models.hpp).
#pragma once

#include "core/params.hpp"
#include "core/stop.hpp"
#include "problem/instance.hpp"
#include "qubo/model.hpp"
#include "sampler/sampler.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace spinsack {

// A model, and the way back from its samples.
struct MachineModel {
  QuboModel model;
  std::function<Bits(BitView sample)> columns;  // of the instance's program, as the sample has them
};

// The models of an instance. Either reads take turns, so that read k is a sample of model k, or all reads are samples
// of each of the models that there are for the strengths of the penalties, in their order; without penalties of one.
struct ModelPlan {
  std::vector<double> strengths;
  bool in_turn = false;
  // InvalidInstance if doubles could not hold the numbers exactly. May be called from several threads. Searches for numbers
  // of the model end early if watch, which may be null, says so; the model is then of no use.
  std::function<MachineModel(std::int64_t turn, StopCheck* watch)> make;
  // Columns of the program of which steps make an answer before any model is there; may be empty.
  std::function<Bits()> unread = {};
};

struct ModelMaker {
  // Parameters that are always there, such as the strength of the penalties.
  std::vector<Parameter> (*settings)();
  // Those of the choice that is made by others: of an encoding. All that there may be, and those for some values.
  std::vector<Parameter> (*all_of_choices)();
  std::vector<Parameter> (*of_choice)(const ParameterValues& values);
  std::string (*name_of_choice)(
      const ParameterValues& values);  // "encoding 'binary'", for messages
  // Both kinds together; UsageError for values that are out of range.
  ParameterValues (*complete)(const ParameterValues& values);
  // The sampler outlives the plan, as the entries of samplers() do.
  ModelPlan (*plan)(const Instance& instance, const ParameterValues& values,
                    const Sampler& sampler);
};

}  // namespace spinsack

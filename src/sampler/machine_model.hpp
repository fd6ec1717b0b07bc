// SPDX-License-Identifier: Apache-2.0
// What the machine works on in place of the model it is given: the same energies for less work. Samples are judged
// by the model itself.
#pragma once

#include "qubo/dust.hpp"
#include "qubo/factored_square.hpp"
#include "qubo/narrow_squares.hpp"
#include "sampler/kernel_model.hpp"

#include <cstdint>
#include <optional>

namespace spinsack {

class WorkingModel {
 public:
  // stop: asked for an interrupt while the model is laid out, here and later (set_up.hpp); it may be null.
  explicit WorkingModel(const QuboModel& model, Stop* stop = nullptr)
      : scales_(measure_scales(model, SetUpWatch(stop))),
        clean_(scales_.may_have_dust() ? without_dust(model) : std::nullopt),
        kept_(clean_ ? clean_->model : model),
        written_(with_narrow_squares_written_out(kept_)),
        factored_(with_factored_square(written_ ? *written_ : kept_)),
        kernel_(factored_  ? *factored_
                : written_ ? *written_
                           : kept_,
                scales_of_kernel(), stop) {}
  WorkingModel(const WorkingModel&) = delete;
  WorkingModel& operator=(const WorkingModel&) = delete;

  const KernelModel& kernel() const { return kernel_; }
  // Terms that double precision has no room for beside the others.
  std::int64_t dropped_terms() const { return clean_ ? clean_->dropped : 0; }

 private:
  // Temperatures are those of the model as it was written; the rows are what they are.
  ModelScales scales_of_kernel() const {
    ModelScales scales = clean_ ? measure_scales(kept_) : scales_;
    if (factored_ || written_)
      scales.largest_row = measure_scales(factored_ ? *factored_ : *written_).largest_row;
    return scales;
  }

  ModelScales scales_;
  std::optional<DustFree> clean_;
  const QuboModel& kept_;
  std::optional<QuboModel> written_;
  std::optional<QuboModel> factored_;
  KernelModel kernel_;
};

}  // namespace spinsack

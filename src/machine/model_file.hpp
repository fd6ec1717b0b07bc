// SPDX-License-Identifier: Apache-2.0
// A model as a machine gets it: multiplied out, in its format and kind of variable, in a file of a private folder; or with the
// squares in a file beside it, for a machine that takes them so. Reads of the same model share the file, so that it is
// written, and perhaps uploaded, once.
#pragma once

#include "core/temporary_directory.hpp"
#include "machine/messages.hpp"
#include "machine/precision.hpp"
#include "qubo/format.hpp"
#include "qubo/model.hpp"

#include <memory>
#include <mutex>
#include <string>

namespace spinsack {

struct WrittenModel {
  ModelFile file;
  bool holds_constant = true;  // else the machine's energies lack it
  PrecisionReport precision;
  double seconds = 0;  // to write it; 0 if it was there
};

// What a machine wants of its models.
struct ModelWish {
  const QuboFormat* format = nullptr;
  bool spin = false;
  bool gzip = false;
  Coefficients coefficients;
  bool squares = false;  // kept as squares
  bool rounded = false;  // coefficients that do not fit
};
// MachineError of kind parameter if there is no format in which the machine takes any model, or one with an inequality.
[[nodiscard]] ModelWish wish_of(const Hello& hello, bool with_inequality = false);

class ModelFolder {
 public:
  // Files of the last few models are kept. Callers hold on to theirs as long as they need the file.
  [[nodiscard]] std::shared_ptr<const WrittenModel> write(const QuboModel& model,
                                                          const ModelWish& wish);
  const TemporaryDirectory& directory() const { return directory_; }

 private:
  TemporaryDirectory directory_;
  std::mutex mutex_;
  std::int64_t written_ = 0;
  struct Kept {
    std::string digest;
    std::shared_ptr<const WrittenModel> model;
  };
  std::vector<Kept> kept_;  // the latest last
};

}  // namespace spinsack

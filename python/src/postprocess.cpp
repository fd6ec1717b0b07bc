// SPDX-License-Identifier: Apache-2.0
// Candidates, repaired and improved.
#include "bindings.hpp"
#include "call.hpp"
#include "spinsack.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace spinsack::python {
namespace {

// As many rows as were done when something ended it.
struct Processed {
  Bits bits;
  std::vector<std::int64_t> profits;
  std::vector<std::int64_t> loads;
};

py::tuple postprocess_rows(const std::shared_ptr<LoadedInstance>& instance,
                           const Array<std::uint8_t>& rows, const std::string& steps_text) {
  static_cast<void>(parse_pipeline(steps_text));  // complains also where there are no rows
  const auto bits = view(rows);
  const auto given = std::make_shared<Bits>(bits.begin(), bits.end());
  const auto done = std::make_shared<Processed>();
  const py::object ended = run_call(py::none(), [=](Call& call) {
    const QkpInstance& problem = instance->instance;
    const std::size_t n = at(problem.size());
    for (std::size_t start = 0; start < given->size() && !call.interrupted; start += n) {
      const StepTrace trace = postprocess(problem, BitView(*given).subspan(start, n), steps_text);
      const Evaluation& last = trace.rows.back().after;
      done->bits.insert(done->bits.end(), trace.bits.begin(), trace.bits.end());
      done->profits.push_back(last.profit);
      done->loads.push_back(last.load);
    }
  });
  auto improved = matrix_of<std::uint8_t>(done->profits.size(), at(instance->instance.size()));
  std::copy(done->bits.begin(), done->bits.end(), improved.mutable_data());
  return py::make_tuple(improved, to_array(done->profits), to_array(done->loads), ended);
}

}  // namespace

void bind_postprocess(py::module_& module) { module.def("postprocess", postprocess_rows); }

}  // namespace spinsack::python

// SPDX-License-Identifier: Apache-2.0
// Sampling, and the samples.
#include "bindings.hpp"
#include "call.hpp"
#include "model.hpp"
#include "run_numbers.hpp"

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <pybind11/stl.h>
#include <string>
#include <utility>

namespace spinsack::python {
namespace {

struct Sampled {
  SampleRun run;
};

using SampledHandle = std::shared_ptr<Sampled>;

std::vector<Bits> states_of(const std::optional<Array<std::uint8_t>>& states) {
  std::vector<Bits> rows;
  if (!states) return rows;
  const auto n = static_cast<std::size_t>(states->shape(1));
  for (py::ssize_t r = 0; r < states->shape(0); ++r)
    rows.emplace_back(states->data(r, 0), states->data(r, 0) + n);
  return rows;
}

// Every new best energy, and the latest numbers now and then.
std::function<void(std::int64_t, double)> teller(Call& call) {
  return [&call, best = std::numeric_limits<double>::infinity()](std::int64_t reads,
                                                                 double energy) mutable {
    const Notice notice = [=](const py::object& callback) { return callback(reads, energy); };
    if (energy < best) call.tell(notice);
    best = energy;
    call.keep_telling(notice);
  };
}

py::tuple sample_call(const std::shared_ptr<Model>& model, const std::string& machine,
                      const ParameterValues& parameters, const RunNumbers& numbers,
                      std::optional<std::int64_t> reads, std::optional<double> target,
                      const std::optional<Array<std::uint8_t>>& starts,
                      const py::object& progress) {
  const Sampler& sampler = find_sampler(machine);
  const auto sampled = std::make_shared<Sampled>();
  SampleRun& run = sampled->run;
  run.model = model->name;
  run.vartype = model->vartype;
  run.variables = model->machine_model().size();
  run.method = sampler.name;
  run.parameters = sampler.complete(parameters);
  run.request = {.seed = numbers.seed,
                 .reads = reads,
                 .threads = numbers.threads,
                 .starts = states_of(starts),
                 .time_limit = numbers.time_limit,
                 .target = target};
  const bool listening = !progress.is_none();
  const py::object ended =
      run_call(progress, [sampled, model, machine, parameters, listening](Call& call) {
        SampleRun& done = sampled->run;
        done.request.interrupted = &call.interrupted;
        if (listening) done.request.progress = teller(call);
        done.set = sample(model->machine_model(), machine, parameters, done.request);
        done.rows = count_samples(done.set);
        done.request.interrupted = nullptr;
        done.request.progress = {};
      });
  return py::make_tuple(sampled, ended);
}

// One row per different sample, lowest energy first, in the model's kind of variables.
Array<std::int8_t> samples_of(const SampleRun& run) {
  auto samples = matrix_of<std::int8_t>(run.rows.size(), at(run.variables));
  std::int8_t* value = samples.mutable_data();
  const std::int8_t low = run.vartype == Vartype::spin ? -1 : 0;
  for (const CountedSample& row : run.rows)
    for (const std::uint8_t bit : row.sample->bits) *value++ = bit != 0 ? std::int8_t{1} : low;
  return samples;
}

template <class T, class Get>
Array<T> column_of(const SampleRun& run, const Get& get) {
  Array<T> column(static_cast<py::ssize_t>(run.rows.size()));
  T* value = column.mutable_data();
  for (const CountedSample& row : run.rows) *value++ = get(row);
  return column;
}

using Writer = void (*)(const SampleRun&, TextWriter&);

std::string text_by(const SampleRun& run, Writer writer) {
  return write_string([&](TextWriter& out) { writer(run, out); });
}

}  // namespace

void bind_sample(py::module_& module) {
  module.def("sample", sample_call);
  py::class_<Sampled, SampledHandle>(module, "Sampled")
      .def("samples", [](const Sampled& s) { return samples_of(s.run); })
      .def("energies",
           [](const Sampled& s) {
             return column_of<double>(s.run,
                                      [](const CountedSample& row) { return row.sample->energy; });
           })
      .def("occurrences",
           [](const Sampled& s) {
             return column_of<std::int64_t>(
                 s.run, [](const CountedSample& row) { return row.occurrences; });
           })
      .def("first_reads",
           [](const Sampled& s) {
             return column_of<std::int64_t>(
                 s.run, [](const CountedSample& row) { return row.sample->read; });
           })
      .def("trace",
           [](const Sampled& s) {
             py::list points;
             for (const TracePoint& point : s.run.set.trace)
               points.append(py::make_tuple(point.seconds, point.energy));
             return points;
           })
      .def_property_readonly("reads", [](const Sampled& s) { return s.run.set.reads; })
      .def_property_readonly("seconds", [](const Sampled& s) { return s.run.set.seconds; })
      .def_property_readonly("dropped_terms",
                             [](const Sampled& s) { return s.run.set.dropped_terms; })
      .def_property_readonly("work",
                             [](const Sampled& s) {
                               const Work& work = s.run.set.work;
                               return py::make_tuple(work.sweeps, work.visits, work.flips);
                             })
      .def_property_readonly(
          "stopped_by", [](const Sampled& s) { return std::string(name_of(s.run.set.stopped_by)); })
      .def_property_readonly("failure", [](const Sampled& s) { return failure_of(s.run.set); })
      .def_property_readonly("method", [](const Sampled& s) { return std::string(s.run.method); })
      .def_property_readonly("parameters", [](const Sampled& s) { return s.run.parameters; })
      .def_property_readonly("seed", [](const Sampled& s) { return s.run.request.seed; })
      .def_property_readonly("threads", [](const Sampled& s) { return s.run.request.threads; })
      .def("json", [](const Sampled& s) { return text_by(s.run, write_sample_json); })
      .def("csv", [](const Sampled& s) { return text_by(s.run, write_sample_csv); });
}

}  // namespace spinsack::python

// SPDX-License-Identifier: Apache-2.0
// Solving, and what came of it.
#include "bindings.hpp"
#include "call.hpp"
#include "run_numbers.hpp"
#include "spinsack.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <pybind11/stl.h>
#include <string>
#include <utility>

namespace spinsack::python {
namespace {

// Of a knapsack, or of an instance of any other problem.
struct Solved {
  Instance any;
  std::shared_ptr<LoadedInstance> knapsack = {};
  SolveResult result = {};
};

using SolvedHandle = std::shared_ptr<Solved>;

// progress is called with the seconds and the best value so far, or None before the first.
py::tuple run_solve(const SolvedHandle& solved, const std::string& method,
                    const ParameterValues& parameters, const RunNumbers& numbers,
                    std::optional<Profit> target, bool certificate, const py::object& progress) {
  const bool listening = !progress.is_none();
  const py::object ended = run_call(
      progress, [solved, method, parameters, numbers, target, certificate, listening](Call& call) {
        SolveRequest request{.seed = numbers.seed,
                             .threads = numbers.threads,
                             .time_limit = numbers.time_limit,
                             .target = target,
                             .interrupted = &call.interrupted};
        if (certificate) request.certificate_of = solved->any.digest();
        const auto start = std::chrono::steady_clock::now();
        const auto keep = [&call, start](std::optional<Profit> value) {
          call.keep_telling([start, value](const py::object& callback) {
            const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
            return callback(passed.count(), value);
          });
        };
        if (listening) {
          keep({});
          request.progress = [&call, keep](double seconds, Profit value) {
            call.tell([=](const py::object& callback) { return callback(seconds, value); });
            keep(value);
          };
        }
        solved->result = solve(solved->any, method, parameters, request);
      });
  return py::make_tuple(solved, ended);
}

py::tuple solve_knapsack(const std::shared_ptr<LoadedInstance>& knapsack, const std::string& method,
                         const ParameterValues& parameters, const RunNumbers& numbers,
                         std::optional<Profit> target, bool certificate,
                         const py::object& progress) {
  return run_solve(std::make_shared<Solved>(Solved{knapsack->any, knapsack}), method, parameters,
                   numbers, target, certificate, progress);
}

py::tuple solve_problem(const Instance& instance, const std::string& method,
                        const ParameterValues& parameters, const RunNumbers& numbers,
                        std::optional<Profit> target, bool certificate,
                        const py::object& progress) {
  return run_solve(std::make_shared<Solved>(Solved{instance}), method, parameters, numbers, target,
                   certificate, progress);
}

py::list trace_of(const Solved& solved) {
  py::list points;
  for (const ValuePoint& point : solved.result.outcome.trace)
    points.append(py::make_tuple(point.seconds, point.value));
  return points;
}

py::dict seconds_of(const Solved& solved) {
  const SolveOutcome& outcome = solved.result.outcome;
  py::dict seconds;
  for (std::size_t s = 0; s < stage_names.size(); ++s)
    seconds[py::str(std::string(stage_names[s]))] = outcome.stage_seconds[s];
  seconds["bound"] = solved.result.seconds_bound;
  seconds["total"] = outcome.seconds + solved.result.seconds_bound;
  return seconds;
}

py::dict details_of(const Solved& solved) {
  py::dict details;
  for (const Detail& detail : solved.result.outcome.details)
    details[py::str(std::string(detail.name))] = detail.value;
  return details;
}

}  // namespace

void bind_solve(py::module_& module) {
  bind_run_numbers(module);
  module.def("solve", solve_knapsack);
  module.def("solve", solve_problem);
  py::class_<Solved, SolvedHandle>(module, "Solved")
      .def_readonly("instance", &Solved::knapsack)
      .def_property_readonly("found", [](const Solved& s) { return s.result.found(); })
      .def_property_readonly("value", [](const Solved& s) { return s.result.value(); })
      .def_property_readonly("load",
                             [](const Solved& s) {
                               return evaluate(s.knapsack->instance, s.result.outcome.bits).load;
                             })
      .def_property_readonly("feasible",
                             [](const Solved& s) { return s.result.judgement.feasible; })
      .def_property_readonly("upper_bound", [](const Solved& s) { return s.result.upper_bound; })
      .def_property_readonly("gap", [](const Solved& s) { return s.result.gap(); })
      .def_property_readonly("proven_optimal",
                             [](const Solved& s) { return s.result.proven_optimal(); })
      .def_property_readonly("bits",
                             [](const SolvedHandle& s) {
                               return read_only(BitView(s->result.outcome.bits), py::cast(s));
                             })
      .def_property_readonly("trace", trace_of)
      .def_property_readonly("seconds", seconds_of)
      .def_property_readonly("details", details_of)
      .def_property_readonly("time_to_best",
                             [](const Solved& s) { return s.result.outcome.time_to_best; })
      .def_property_readonly("work",
                             [](const Solved& s) {
                               const Work& work = s.result.outcome.work;
                               return py::make_tuple(work.sweeps, work.visits, work.flips);
                             })
      .def_property_readonly(
          "stopped_by",
          [](const Solved& s) { return std::string(name_of(s.result.outcome.stopped_by)); })
      .def_property_readonly("failure",
                             [](const Solved& s) { return failure_of(s.result.outcome); })
      .def_property_readonly("method", [](const Solved& s) { return s.result.method; })
      .def_property_readonly("parameters", [](const Solved& s) { return s.result.parameters; })
      .def_property_readonly("seed", [](const Solved& s) { return s.result.seed; })
      .def_property_readonly("threads", [](const Solved& s) { return s.result.threads; })
      .def_property_readonly(
          "certificate", [](const Solved& s) { return py::bytes(s.result.outcome.certificate); })
      .def("json", [](const Solved& s) { return result_json(s.any, s.result); });
}

}  // namespace spinsack::python

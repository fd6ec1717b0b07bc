// SPDX-License-Identifier: Apache-2.0
// The public face of the library: everything a program needs that solves quadratic knapsacks or drives an Ising
// machine. What this header declares or includes is installed, and nothing else. The whole is in namespace
// spinsack and needs the standard library only.
//
//   #include <spinsack/spinsack.hpp>
//
//   const auto loaded = spinsack::load_instance("large:1000_75_5");
//   const auto result = spinsack::solve(loaded.instance);
//   std::cout << result.value() << ", at most " << *result.upper_bound << '\n';
//
// Data are plain values, and the stages are functions on them:
//
//   load         load_instance(name), load_instances(name), InstanceSource for one at a time; or a QkpInstance
//                from numbers, or generate(family, parameters). Names are those of the command: files, "file#2",
//                "large:1000_75_5", "medium:*".
//   solve        solve(instance, method, parameters, request): solution, upper bound, how it went.
//   formulate    formulate(instance, encoding, strength): a QUBO, with the way back to items. A model of any
//                other origin: load_model(name), with a file or a published graph such as "gset:G1".
//   sample       sample(model, machine, parameters, request): what a simulated Ising machine returns.
//   postprocess  postprocess(instance, items, steps): a sample repaired and improved, step by step.
//   bound        best_upper_bound(instance), without any search for a solution.
//   verify       evaluate(instance, items) for the value; verify(instances, result) for whatever a result claims,
//                verify_certificate(instance, instance_digest(instance), file) for a proof of optimality.
//   catalogs     problems(), methods(problem), samplers(), encodings(), steps(), generator_families(),
//                instance_formats(), qubo_formats(), program_formats(), linearisations(): names, what they mean, and
//                their parameters with ranges and defaults.
//   any problem  load_named(name) and NamedInstances give an Instance of whatever problem the name stands for (what
//                load_instance does for knapsacks), and solve(instance, ..) solves it. instance_of(knapsack) makes one.
//   files        of solutions, samples and decode maps, each with its reader and its writer.
//
// Everything wrong with an input throws an Error (core/error.hpp), whose text is the one that the command prints.
// The library prints nothing and never ends the program. It keeps no state between calls, and calls from several
// threads do not disturb each other. Same inputs and seed: same result, for any number of threads.
#pragma once

#include "bound/best_bound.hpp"
#include "core/catalog.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/params.hpp"
#include "core/types.hpp"
#include "exchange/decode_map.hpp"
#include "exchange/sample_json.hpp"
#include "exchange/sample_run.hpp"
#include "exchange/sample_table.hpp"
#include "exchange/solution_file.hpp"
#include "formulation/encoding.hpp"
#include "formulation/formulation.hpp"
#include "formulation/linearise.hpp"
#include "instance/chosen_items.hpp"
#include "instance/digest.hpp"
#include "instance/evaluate.hpp"
#include "instance/format.hpp"
#include "instance/generator.hpp"
#include "instance/qkp.hpp"
#include "machine/sample_file.hpp"
#include "postprocess/step.hpp"
#include "postprocess/trace.hpp"
#include "problem/instance.hpp"
#include "problem/named_instances.hpp"
#include "problem/problem.hpp"
#include "problem/qkp/qkp_problem.hpp"
#include "problem/qkp/qkp_source.hpp"
#include "problem/qkp/solve_qkp.hpp"
#include "program/format.hpp"
#include "qubo/anchor_spin.hpp"
#include "qubo/format.hpp"
#include "qubo/model.hpp"
#include "qubo/source.hpp"
#include "sampler/sampler.hpp"
#include "solver/method.hpp"
#include "solver/solve.hpp"
#include "verify/certificate.hpp"
#include "verify/verify.hpp"

#include <string_view>

namespace spinsack {

// The version of the library that the program is linked with, such as "0.2.0".
[[nodiscard]] std::string_view library_version();

// Samples of a model, by a machine of the catalog samplers(). Reads are independent: how many there are, on how
// many threads, where they begin, and how they are stopped is in the request.
[[nodiscard]] SampleSet sample(const QuboModel& model, std::string_view machine = "auto",
                               const ParameterValues& parameters = {},
                               const SampleRequest& request = {});

// A candidate, feasible or not, after the steps that the text names, joined by '+': its items, and what each
// step brought. x has one entry per item.
[[nodiscard]] StepTrace postprocess(const QkpInstance& instance, BitView x,
                                    std::string_view steps_text = "repair+fill+exchange");

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/max_cut_sampling.hpp"

#include "core/symmetric_rows.hpp"
#include "qubo/quadratic_form.hpp"
#include "sampler/sampler.hpp"

#include <algorithm>
#include <utility>

namespace spinsack::kcut {

bool fits_model(const Graph& graph) {
  return graph.positive_weight() + graph.negative_weight() < exact_double_limit / 4;
}

QuboModel max_cut_model(const Graph& graph) {
  QuadraticForm form;
  form.vartype = Vartype::spin;
  form.unit = 0.5;
  form.linear.resize(at(graph.size()));
  SymmetricRowsBuilder pairs(graph.size());
  graph.for_each_edge([&](Index u, Index v, Value weight) { pairs.add(u, v, weight); });
  form.pairs = std::move(pairs).finish();
  form.constant = -static_cast<double>(graph.weight()) / 2;
  return QuboModel(std::move(form));
}

Labels sample_max_cut(const QuboModel& model, Incumbent& incumbent, std::int64_t first_read,
                      std::int64_t reads, std::optional<double> seconds) {
  const SolveRequest& asked = incumbent.request();
  SampleRequest request;
  request.seed = asked.seed;
  request.first_read = first_read;
  request.threads = asked.threads;
  request.interrupted = asked.interrupted;
  if (seconds)
    request.time_limit = *seconds;
  else
    request.reads = reads;
  if (asked.target) request.target = -static_cast<double>(*asked.target);
  const SampleSet set = find_sampler("auto").sample(model, {}, request);
  incumbent.count(set.work);
  return std::ranges::min_element(set.samples, {}, &Sample::energy)->bits;
}

}  // namespace spinsack::kcut

// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/cut_bound.hpp"

#include "linear/cholesky.hpp"
#include "linear/matrix.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace spinsack::kcut {
namespace {

using Vector = std::vector<double>;

// L + Diag(u) without a matrix.
class CorrectedLaplacian {
 public:
  explicit CorrectedLaplacian(const Graph& graph)
      : graph_(graph), degree_(at(graph.size()), 0), correction_(at(graph.size()), 0) {
    double sum = 0;
    for (Index v = 0; v < graph.size(); ++v) {
      for (const Value w : graph.weights(v)) degree_[at(v)] += static_cast<double>(w);
      sum += degree_[at(v)];
    }
    // One diagonal for all to begin with.
    for (Index v = 0; v < graph.size(); ++v)
      correction_[at(v)] = sum / graph.size() - degree_[at(v)];
  }

  const Vector& degree() const { return degree_; }
  Vector& correction() { return correction_; }

  // y := (L + Diag(u) + shift I) x
  void multiply(const Vector& x, double shift, Vector& y) const {
    for (Index v = 0; v < graph_.size(); ++v) {
      const auto ends = graph_.neighbours(v);
      const auto weights = graph_.weights(v);
      double sum = (degree_[at(v)] + correction_[at(v)] + shift) * x[at(v)];
      for (std::size_t e = 0; e < ends.size(); ++e)
        sum -= static_cast<double>(weights[e]) * x[at(ends[e])];
      y[at(v)] = sum;
    }
  }

  // With it added to the diagonal, no eigenvalue is negative (Gershgorin).
  double lifting() const {
    double shift = 0;
    for (Index v = 0; v < graph_.size(); ++v) {
      double radius = 0;
      for (const Value w : graph_.weights(v)) radius += std::abs(static_cast<double>(w));
      shift = std::max(shift, radius - degree_[at(v)] - correction_[at(v)]);
    }
    return shift;
  }

 private:
  const Graph& graph_;
  Vector degree_;
  Vector correction_;
};

double length(const Vector& x) {
  double sum = 0;
  for (const double value : x) sum += value * value;
  return std::sqrt(sum);
}

// Power iterations from x on; x becomes nearly an eigenvector of the largest eigenvalue. Returns an estimate of that.
double iterate(const CorrectedLaplacian& laplacian, Vector& x, Vector& y, int iterations) {
  const double shift = laplacian.lifting();
  double stretch = 0;
  for (int i = 0; i < iterations; ++i) {
    laplacian.multiply(x, shift, y);
    stretch = length(y);
    if (stretch == 0) return -shift;
    for (std::size_t v = 0; v < x.size(); ++v) x[v] = y[v] / stretch;
  }
  return stretch - shift;
}

// Steps against x_v^2 - 1/n, which is how the largest eigenvalue changes with u_v. The best u of all is left.
double improve_correction(CorrectedLaplacian& laplacian, Stop* stop) {
  constexpr int steps = 60;
  constexpr int iterations = 40;
  const std::size_t n = laplacian.degree().size();
  Vector x(n);
  Vector y(n);
  for (std::size_t v = 0; v < n; ++v)
    x[v] = (v * 2654435761U % 1000 < 500 ? 1.0 : -1.0) / std::sqrt(static_cast<double>(n));
  double best = iterate(laplacian, x, y, 4 * iterations);
  Vector best_correction = laplacian.correction();
  double step = 0.1 * std::abs(best) * static_cast<double>(n);
  for (int s = 0; s < steps && (stop == nullptr || !stop->requested()); ++s) {
    for (std::size_t v = 0; v < n; ++v)
      laplacian.correction()[v] -=
          step * (x[v] * x[v] - 1 / static_cast<double>(n)) / std::sqrt(1.0 + s);
    const double found = iterate(laplacian, x, y, iterations);
    if (found < best) {
      best = found;
      best_correction = laplacian.correction();
    } else {
      step *= 0.8;
    }
  }
  laplacian.correction() = best_correction;
  return iterate(laplacian, x, y, 25 * iterations);
}

// Whether lambda I - L - Diag(u) is positive semidefinite, shown by a factorisation.
linear::Factored shown_definite(const Graph& graph, CorrectedLaplacian& laplacian, double lambda,
                                linear::Matrix& matrix, Stop* stop) {
  const auto n = static_cast<std::size_t>(graph.size());
  const double unit = std::numeric_limits<double>::epsilon() / 2;
  matrix.resize(n, n);
  std::fill(matrix.column(0), matrix.column(0) + n * n, 0.0);
  double trace = 0;
  double largest = 0;
  for (std::size_t v = 0; v < n; ++v) {
    const double entry = lambda - laplacian.degree()[v] - laplacian.correction()[v];
    trace += std::abs(entry);
    largest = std::max(
        {largest, lambda, std::abs(laplacian.degree()[v]), std::abs(laplacian.correction()[v])});
    matrix(v, v) = entry;
  }
  // For the factorisation, and for what the diagonal was rounded by.
  const double gamma = static_cast<double>(n + 1) * unit;
  const double shift = 4 * gamma / (1 - gamma) * trace + 8 * unit * largest;
  for (std::size_t v = 0; v < n; ++v) matrix(v, v) -= shift;
  graph.for_each_edge(
      [&](Index u, Index v, Value weight) { matrix(at(v), at(u)) = static_cast<double>(weight); });
  return linear::factor(matrix.view(), [&] { return stop != nullptr && stop->requested(); });
}

}  // namespace

std::optional<Value> eigenvalue_bound(const Graph& graph, Stop* stop) {
  // Sums of weights are to be exact in doubles.
  if (graph.size() > largest_factor ||
      graph.positive_weight() + graph.negative_weight() > exact_double_limit / 4)
    return std::nullopt;
  CorrectedLaplacian laplacian(graph);
  const double estimate = improve_correction(laplacian, stop);
  linear::Matrix matrix;
  double margin = 1e-4;
  for (int attempt = 0; attempt < 12; ++attempt, margin *= 4) {
    const double lambda = estimate + margin * std::max(1.0, std::abs(estimate));
    const linear::Factored result = shown_definite(graph, laplacian, lambda, matrix, stop);
    if (result == linear::Factored::interrupted) return std::nullopt;
    if (result == linear::Factored::not_definite) continue;
    // n lambda less the sum of u, which should be 0; everything rounded up.
    long double sum = 0;
    long double sizes = 0;
    for (const double u : laplacian.correction()) {
      sum += u;
      sizes += std::abs(u);
    }
    const long double n = graph.size();
    const long double k = graph.parts();
    const long double bound =
        (k - 1) / (2 * k) * (n * lambda - sum + 1e-15L * (n * std::abs(lambda) + n * sizes));
    return static_cast<Value>(std::floor(bound + 1e-12L * std::abs(bound)));
  }
  return std::nullopt;
}

Value cut_bound(const Graph& graph, Stop* stop, std::optional<Value> target) {
  const Value positive = graph.positive_weight();
  if (target && positive <= *target) return positive;
  return std::min(positive, eigenvalue_bound(graph, stop).value_or(positive));
}

}  // namespace spinsack::kcut

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
    for (Index v = 0; v < graph.size(); ++v)
      for (const Value w : graph.weights(v)) degree_[at(v)] += static_cast<double>(w);
  }

  const Vector& degree() const { return degree_; }
  Vector& correction() { return correction_; }

  // y := (L + Diag(u)) x
  void multiply(const Vector& x, Vector& y) const {
    for (Index v = 0; v < graph_.size(); ++v) {
      const auto ends = graph_.neighbours(v);
      const auto weights = graph_.weights(v);
      double sum = (degree_[at(v)] + correction_[at(v)]) * x[at(v)];
      for (std::size_t e = 0; e < ends.size(); ++e)
        sum -= static_cast<double>(weights[e]) * x[at(ends[e])];
      y[at(v)] = sum;
    }
  }

 private:
  const Graph& graph_;
  Vector degree_;
  Vector correction_;
};

double inner(const Vector& x, const Vector& y) {
  double sum = 0;
  for (std::size_t v = 0; v < x.size(); ++v) sum += x[v] * y[v];
  return sum;
}

// A symmetric tridiagonal matrix.
struct Tridiagonal {
  Vector diagonal;
  Vector beside;  // entry i stands between i and i + 1

  // Whether all eigenvalues are below (Sturm).
  bool below(double bound) const {
    double pivot = 1;
    for (std::size_t i = 0; i < diagonal.size(); ++i) {
      pivot = bound - diagonal[i] - (i > 0 ? beside[i - 1] * beside[i - 1] / pivot : 0);
      if (!(pivot > 0)) return false;
    }
    return true;
  }
  double largest_eigenvalue() const {
    double low = *std::max_element(diagonal.begin(), diagonal.end());
    double high = low;
    for (std::size_t i = 0; i < diagonal.size(); ++i)
      high = std::max(high, diagonal[i] + (i > 0 ? std::abs(beside[i - 1]) : 0) +
                                (i + 1 < diagonal.size() ? std::abs(beside[i]) : 0));
    high += 1e-12 * std::max(1.0, std::abs(high));
    for (int halving = 0; halving < 60; ++halving) {
      const double middle = (low + high) / 2;
      (below(middle) ? high : low) = middle;
    }
    return high;
  }
  // Its eigenvector, by inverse iteration from a little above.
  Vector largest_eigenvector(double value) const {
    const std::size_t m = diagonal.size();
    const double shifted = value + 1e-9 * std::max(1.0, std::abs(value));
    Vector x(m, 1);
    Vector pivot(m);
    for (int round = 0; round < 4; ++round) {
      for (std::size_t i = 0; i < m; ++i) {
        const double factor = i > 0 ? beside[i - 1] / pivot[i - 1] : 0;
        pivot[i] = shifted - diagonal[i] - (i > 0 ? factor * beside[i - 1] : 0);
        if (i > 0) x[i] += factor * x[i - 1];
      }
      for (std::size_t i = m; i-- > 0;)
        x[i] = (x[i] + (i + 1 < m ? beside[i] * x[i + 1] : 0)) / pivot[i];
      const double size = std::sqrt(inner(x, x));
      for (double& entry : x) entry /= size;
    }
    return x;
  }
};

// Lanczos from x on: x becomes nearly an eigenvector of the largest eigenvalue, of which an estimate is returned.
double iterate(const CorrectedLaplacian& laplacian, Vector& x, int steps) {
  const std::size_t n = x.size();
  const double length = std::sqrt(inner(x, x));
  for (double& entry : x) entry /= length;
  std::vector<Vector> basis{x};
  Tridiagonal small;
  Vector next(n);
  for (int step = 0; step < steps; ++step) {
    laplacian.multiply(basis.back(), next);
    small.diagonal.push_back(inner(basis.back(), next));
    // Made orthogonal to all before it, twice: once leaves too much of them where an eigenvector is nearly found.
    for (int time = 0; time < 2; ++time)
      for (const Vector& other : basis) {
        const double share = inner(other, next);
        for (std::size_t v = 0; v < n; ++v) next[v] -= share * other[v];
      }
    const double size = std::sqrt(inner(next, next));
    if (step + 1 == steps || basis.size() == n ||
        size < 1e-9 * (1 + std::abs(small.diagonal.back())))
      break;
    small.beside.push_back(size);
    for (double& entry : next) entry /= size;
    basis.push_back(next);
  }
  const double value = small.largest_eigenvalue();
  const Vector weights = small.largest_eigenvector(value);
  std::fill(x.begin(), x.end(), 0.0);
  for (std::size_t b = 0; b < basis.size(); ++b)
    for (std::size_t v = 0; v < n; ++v) x[v] += weights[b] * basis[b][v];
  const double size = std::sqrt(inner(x, x));
  for (double& entry : x) entry /= size;
  return value;
}

// What makes all entries of the diagonal their mean.
Vector level(const Vector& diagonal) {
  double sum = 0;
  for (const double entry : diagonal) sum += entry;
  Vector correction;
  for (const double entry : diagonal)
    correction.push_back(sum / static_cast<double>(diagonal.size()) - entry);
  return correction;
}

// Steps against x_v^2 - 1/n, which is how the largest eigenvalue changes with u_v, as long as it takes to get a little
// below the best (Polyak's step); where that is too much, less is asked for. The best u of all is left.
double improve_correction(CorrectedLaplacian& laplacian, Stop* stop) {
  constexpr int steps = 80;
  constexpr int lanczos = 50;
  constexpr int patience = 5;
  const std::size_t n = laplacian.degree().size();
  Vector x(n);
  for (std::size_t v = 0; v < n; ++v)
    x[v] = (v * 2654435761U % 1000 < 500 ? 1.0 : -1.0) / std::sqrt(static_cast<double>(n));
  const Vector first = x;
  double found = iterate(laplacian, x, 2 * lanczos);
  // One diagonal for all is better to begin with where degrees differ by chance.
  Vector other = first;
  laplacian.correction() = level(laplacian.degree());
  if (const double of_level = iterate(laplacian, other, 2 * lanczos); of_level < found) {
    found = of_level;
    x = other;
  } else {
    std::fill(laplacian.correction().begin(), laplacian.correction().end(), 0.0);
  }
  double best = found;
  Vector best_correction = laplacian.correction();
  double aim = 0.1 * std::abs(best);  // below the best
  int fruitless = 0;
  for (int s = 0; s < steps && (stop == nullptr || !stop->requested()); ++s) {
    double squares = 0;
    for (const double entry : x) squares += std::pow(entry * entry - 1 / static_cast<double>(n), 2);
    if (squares < 1e-18) break;
    const double step = (found - best + aim) / squares;
    for (std::size_t v = 0; v < n; ++v)
      laplacian.correction()[v] -= step * (x[v] * x[v] - 1 / static_cast<double>(n));
    // Another eigenvector may have come to the top: some of everything is in the vector to begin with.
    for (std::size_t v = 0; v < n; ++v) x[v] = (x[v] + first[v]) / 2;
    found = iterate(laplacian, x, lanczos);
    if (found < best) {
      best = found;
      best_correction = laplacian.correction();
      fruitless = 0;
    } else if (++fruitless == patience) {
      aim /= 2;
      fruitless = 0;
      laplacian.correction() = best_correction;
      found = iterate(laplacian, x, lanczos);
    }
  }
  laplacian.correction() = best_correction;
  x = first;
  return iterate(laplacian, x, 3 * lanczos);
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

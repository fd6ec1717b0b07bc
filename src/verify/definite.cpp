// SPDX-License-Identifier: Apache-2.0
#include "verify/definite.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace spinsack::certificate {
namespace {

constexpr double unit = 0x1p-53;

double gamma(std::size_t operations) {
  const double product = static_cast<double>(operations) * unit;
  return 1.001 * product / (1 - product);
}

// Eight sums at a time, which a compiler turns into vectors.
double inner_product(const double* a, const double* b, std::size_t length) {
  constexpr std::size_t ways = 8;
  std::array<double, ways> sums{};
  std::size_t i = 0;
  for (; i + ways <= length; i += ways)
    for (std::size_t w = 0; w < ways; ++w) sums[w] += a[i + w] * b[i + w];
  double total = 0;
  for (; i < length; ++i) total += a[i] * b[i];
  for (const double sum : sums) total += sum;
  return total;
}

// Rows or columns at a time: a strip stays in the cache while all the others pass by.
constexpr std::size_t strip = 32;

double norm(const LowerTriangle& lower) {
  double sum = 0;
  for (std::size_t i = 0; i < lower.size(); ++i)
    sum += inner_product(lower.row(i), lower.row(i), i + 1);
  return std::sqrt(sum);
}

}  // namespace

std::optional<LowerTriangle> root_of(LowerTriangle matrix, double error) {
  const std::size_t n = matrix.size();
  double trace = 0;
  for (std::size_t i = 0; i < n; ++i) trace += std::abs(matrix.row(i)[i]);
  const double shift = 1.01 * (gamma(n + 4) * trace + error) + 1e-10;
  for (std::size_t first = 0; first < n; first += strip) {
    const std::size_t end = std::min(n, first + strip);
    for (std::size_t j = 0; j < end; ++j) {
      double* const pivot_row = matrix.row(j);
      if (j >= first) {  // the part of the row before its pivot was finished in this strip
        const double pivot = pivot_row[j] - shift - inner_product(pivot_row, pivot_row, j);
        if (!(pivot > 0)) return std::nullopt;
        pivot_row[j] = std::sqrt(pivot);
      }
      for (std::size_t i = std::max(first, j + 1); i < end; ++i) {
        double* const row = matrix.row(i);
        row[j] = (row[j] - inner_product(row, pivot_row, j)) / pivot_row[j];
      }
    }
  }
  return matrix;
}

std::vector<double> stiffness_of(const LowerTriangle& root) {
  const std::size_t n = root.size();
  std::vector<double> square(n);  // of the length of each column of the inverse
  std::vector<std::vector<double>> column(strip);
  for (std::size_t first = 0; first < n; first += strip) {
    const std::size_t end = std::min(n, first + strip);
    for (auto& entries : column) entries.clear();
    for (std::size_t i = first; i < n; ++i) {
      const double* const row = root.row(i);
      for (std::size_t c = first; c < std::min(end, i + 1); ++c) {
        std::vector<double>& entries = column[c - first];  // c .. i - 1 so far
        const double right = i == c ? 1 : 0;
        entries.push_back((right - inner_product(row + c, entries.data(), i - c)) / row[i]);
      }
    }
    for (std::size_t c = first; c < end; ++c)
      square[c] = inner_product(column[c - first].data(), column[c - first].data(), n - c);
  }
  double all = 0;
  for (const double s : square) all += s;
  const double rho = 1.001 * gamma(n + 4) * norm(root) * std::sqrt(all);
  std::vector<double> stiffness(n, 0.0);
  if (!(rho < 0.5)) return stiffness;  // too badly conditioned to say anything
  const double share = (1 - rho) * (1 - rho) * (1 - gamma(4 * n + 16));
  for (std::size_t c = 0; c < n; ++c) stiffness[c] = share / square[c];
  return stiffness;
}

}  // namespace spinsack::certificate

// SPDX-License-Identifier: Apache-2.0
#include "linear/cholesky.hpp"

#include "core/rng.hpp"
#include "core/simd_target.hpp"
#include "linear/product.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

namespace spinsack::linear {
namespace {

// Sizes around the borders of blocks, tiles and vectors.
constexpr std::size_t sizes[]{1, 2, 3, 7, 8, 9, 31, 47, 48, 49, 95, 96, 97, 130, 300};

Matrix random_matrix(Rng& rng, std::size_t rows, std::size_t columns) {
  Matrix matrix(rows, columns);
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t i = 0; i < rows; ++i)
      matrix(i, j) = static_cast<double>(rng.integer(-1000, 1000)) / 64;
  return matrix;
}

Matrix definite_matrix(Rng& rng, std::size_t n) {
  Matrix matrix = random_matrix(rng, n, n);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < j; ++i) matrix(i, j) = matrix(j, i);
    matrix(j, j) = 20.0 * static_cast<double>(n);
  }
  return matrix;
}

double entry_of_product(const Matrix& a, const Matrix& b, std::size_t i, std::size_t j) {
  long double sum = 0;
  for (std::size_t k = 0; k < a.columns(); ++k)
    sum += static_cast<long double>(a(i, k)) * static_cast<long double>(b(k, j));
  return static_cast<double>(sum);
}

TEST(LinearProduct, IsTheSumOfProductsHoweverTheFactorsLie) {
  Rng rng(1);
  for (const std::size_t n : {1U, 5U, 17U, 64U, 100U})
    for (const std::size_t inner : {1U, 3U, 64U, 257U, 600U}) {
      const std::size_t m = n / 2 + 3;
      Matrix a = random_matrix(rng, m, inner);
      Matrix b = random_matrix(rng, inner, n);
      Matrix a_transposed(inner, m);
      Matrix b_transposed(n, inner);
      for (std::size_t k = 0; k < inner; ++k) {
        for (std::size_t i = 0; i < m; ++i) a_transposed(k, i) = a(i, k);
        for (std::size_t j = 0; j < n; ++j) b_transposed(j, k) = b(k, j);
      }
      Matrix start = random_matrix(rng, m, n);
      Matrix as_it_is = start;
      Matrix turned = start;
      add_product(2, a.view(), As::it_is, b.view(), As::it_is, as_it_is.view());
      add_product(2, a_transposed.view(), As::transposed, b_transposed.view(), As::transposed,
                  turned.view());
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = 0; i < m; ++i) {
          const double expected = start(i, j) + 2 * entry_of_product(a, b, i, j);
          EXPECT_NEAR(as_it_is(i, j), expected, 1e-9 * static_cast<double>(inner) * 500);
          EXPECT_EQ(as_it_is(i, j), turned(i, j));
        }
    }
}

TEST(Cholesky, RootTimesItsTransposeIsTheMatrix) {
  Rng rng(2);
  for (const std::size_t n : sizes) {
    const Matrix matrix = definite_matrix(rng, n);
    Matrix root = matrix;
    ASSERT_EQ(factor(root.view()), Factored::whole);
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = j; i < n; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k <= j; ++k) sum += root(i, k) * root(j, k);
        EXPECT_NEAR(sum, matrix(i, j), 1e-9 * static_cast<double>(n)) << n;
      }
  }
}

TEST(Cholesky, InverseTimesTheMatrixIsOne) {
  Rng rng(3);
  for (const std::size_t n : sizes) {
    const Matrix matrix = definite_matrix(rng, n);
    Matrix root = matrix;
    ASSERT_EQ(factor(root.view()), Factored::whole);
    Matrix lower = root;
    ASSERT_TRUE(invert_lower(lower.view()));
    Matrix inverse(n, n);
    ASSERT_TRUE(gram(lower.view(), inverse.view()));
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < j; ++i) inverse(i, j) = inverse(j, i);
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<double> x(n, 0.0);
      x[j] = 1;
      solve_lower(root.view(), x.data());
      solve_lower_transposed(root.view(), x.data());
      for (std::size_t i = 0; i < n; ++i) {
        EXPECT_NEAR(entry_of_product(matrix, inverse, i, j), i == j ? 1 : 0, 1e-10);
        EXPECT_NEAR(x[i], inverse(i, j), 1e-13);
      }
    }
  }
}

TEST(Cholesky, TellsWhatIsNotDefinite) {
  Rng rng(4);
  for (const std::size_t n : sizes)
    for (const std::size_t place : {std::size_t{0}, n / 2, n - 1}) {
      Matrix matrix = definite_matrix(rng, n);
      matrix(place, place) = -1;
      EXPECT_EQ(factor(matrix.view()), Factored::not_definite);
    }
}

TEST(Cholesky, EndsWhenAskedTo) {
  Rng rng(5);
  Matrix matrix = definite_matrix(rng, 100);
  EXPECT_EQ(factor(matrix.view(), [] { return true; }), Factored::interrupted);
  EXPECT_FALSE(invert_lower(matrix.view(), [] { return true; }));
}

// Proofs and their certificates are the same on every processor.
TEST(Cholesky, HasTheSameBytesOnEveryInstructionSet) {
  Rng rng(6);
  for (const std::size_t n : sizes) {
    const Matrix matrix = definite_matrix(rng, n);
    std::vector<double> expected;
    for (const std::string& target : simd_targets()) {
      use_simd_target(target);
      Matrix root = matrix;
      ASSERT_EQ(factor(root.view()), Factored::whole);
      Matrix inverse(n, n);
      ASSERT_TRUE(invert_lower(root.view()));
      ASSERT_TRUE(gram(root.view(), inverse.view()));
      std::vector<double> found;
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = j; i < n; ++i) {
          found.push_back(root(i, j));
          found.push_back(inverse(i, j));
        }
      found.push_back(dot(found.data(), found.data(), found.size()));
      if (expected.empty()) expected = found;
      EXPECT_EQ(std::memcmp(found.data(), expected.data(), found.size() * sizeof(double)), 0)
          << target << ", n = " << n;
    }
    use_simd_target("auto");
  }
}

}  // namespace
}  // namespace spinsack::linear

// SPDX-License-Identifier: Apache-2.0
// Sparse Ising models whose numbers need lanes of every width.
#pragma once

#include "core/rng.hpp"
#include "qubo/model.hpp"

#include <array>
#include <cstdint>
#include <utility>

namespace spinsack::test {

// Couplings -1 and +1; small integers with fields; integers beyond a byte; beyond 16 bits; real numbers.
enum class Couplings { signs, bytes, words, long_words, reals };
inline constexpr std::array all_couplings{Couplings::signs, Couplings::bytes, Couplings::words,
                                          Couplings::long_words, Couplings::reals};

inline QuboModel sparse_ising(Couplings kind, Index n, std::uint64_t seed, int half_degree = 2) {
  Rng rng(seed);
  QuadraticForm form;
  form.vartype = Vartype::spin;
  form.linear.assign(at(n), 0);
  SymmetricRowsBuilder pairs(n);
  const auto number = [&]() -> std::int64_t {
    if (kind == Couplings::signs) return rng.integer(0, 1) == 0 ? -1 : 1;
    if (kind == Couplings::bytes) return rng.integer(-5, 5);
    return kind == Couplings::words ? rng.integer(-900, 900) : rng.integer(-90'000, 90'000);
  };
  for (Index v = 0; v < n; ++v) {
    for (int k = 0; k < half_degree; ++k) {
      const auto w = static_cast<Index>((v + rng.integer(1, n - 1)) % n);
      if (kind == Couplings::reals)
        pairs.add(v, w, 2 * rng.real() - 1);
      else
        pairs.add(v, w, number());
    }
    if (kind == Couplings::reals)
      form.linear[at(v)] = rng.real() - 0.5;
    else if (kind != Couplings::signs)
      form.linear[at(v)] = static_cast<double>(number());
  }
  form.pairs = std::move(pairs).finish();
  return QuboModel(std::move(form));
}

}  // namespace spinsack::test

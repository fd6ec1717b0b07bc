// SPDX-License-Identifier: Apache-2.0
// A hidden clique: a random graph in which all pairs of some k items are linked. Every link has the
// same profit, every item the same weight, and exactly k items fit. No k items can have more links
// than k (k - 1) / 2, so the hidden ones are an optimal choice, and the optimum is known whatever
// the random part turned out to be. Far below sqrt(n) items, no fast method is known to find them.
#pragma once

#include "instance/families/common.hpp"
#include "instance/qkp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace spinsack {

struct CliqueFamily {
  static constexpr std::string_view name = "clique";
  static constexpr std::string_view help =
      "a clique hidden in a random graph; the optimum is known";
  static constexpr std::array<std::string_view, 3> in_name{"n", "size", "density"};
  std::int64_t n = 100;
  std::int64_t size = 10;
  double density = 50;
  std::int64_t seed = 1;
  std::int64_t weight = 1;
  std::int64_t profit = 1;
  static constexpr auto fields() {
    using Self = CliqueFamily;
    constexpr std::int64_t one = 1;
    return std::tuple{
        Field{"n", &Self::n, one, largest_dense, "number of items"},
        Field{"size", &Self::size, one, largest_dense, "items in the hidden clique; at most n"},
        Field{"density", &Self::density, 0.0, 100.0, "chance of any other link, in percent"},
        Field{"seed", &Self::seed, std::int64_t{0}, INT64_MAX, "start of the random numbers"},
        Field{"weight", &Self::weight, one, largest_number, "weight of every item"},
        Field{"profit", &Self::profit, one, largest_number, "profit of every link"}};
  }

  void check() const {
    if (size > n)
      refuse_parameter("size", fmt::format("at most --n ({})", n), std::to_string(size));
  }

  Profit optimum() const { return profit * (size * (size - 1) / 2); }

  QkpInstance::Data draw() const {
    const auto items = static_cast<Index>(n);
    const std::vector<std::uint8_t> hidden = draw_clique();
    Rng links(static_cast<std::uint64_t>(seed), stream_of("clique links"));
    SymmetricRowsBuilder pairs(items);
    std::vector<Profit> row;
    for (Index i = 0; i < items; ++i) {
      row.clear();
      for (Index j = i + 1; j < items; ++j) {
        const bool by_chance = links.real() < density / 100;
        const bool planted = hidden[at(i)] != 0 && hidden[at(j)] != 0;
        row.push_back(by_chance || planted ? profit : 0);
      }
      pairs.add_run(i, i + 1, row);
    }
    QkpInstance::Data data;
    data.profit.assign(at(items), 0);
    data.pair_profit = std::move(pairs).finish();
    data.weight.assign(at(items), weight);
    data.capacity = weight * size;
    return data;
  }

 private:
  std::vector<std::uint8_t> draw_clique() const {
    std::vector<Index> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    Rng choice(static_cast<std::uint64_t>(seed), stream_of("clique items"));
    choice.shuffle(std::span(order));
    std::vector<std::uint8_t> hidden(order.size());
    for (std::size_t k = 0; k < static_cast<std::size_t>(size); ++k) hidden[at(order[k])] = 1;
    return hidden;
  }
};

}  // namespace spinsack

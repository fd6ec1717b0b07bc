// SPDX-License-Identifier: Apache-2.0
#include "instance/quadratic_program.hpp"

#include <fmt/format.h>

namespace spinsack {

Program items_and_capacity(const QkpInstance& instance, std::string_view form) {
  Program program;
  program.name = instance.name();
  program.objective_digits = instance.profit_digits();
  program.notes = {fmt::format("Quadratic knapsack {}, {} items, {} pairs with a profit",
                               instance.name(), instance.size(), instance.pair_profits().pairs()),
                   fmt::format("Form: {}", form), "x_i = 1 if item i, counted from 0, is packed"};
  program.columns.reserve(at(instance.size()));
  for (Index i = 0; i < instance.size(); ++i)
    program.add_column({.name = {"x", i}, .objective = instance.profits()[at(i)]});
  program.add_row({"capacity"}, RowSense::at_most, instance.capacity(), instance.weight_digits());
  program.entries.reserve(at(instance.size()));
  for (Index i = 0; i < instance.size(); ++i) program.add_entry(i, instance.weights()[at(i)]);
  return program;
}

Program quadratic_program(const QkpInstance& instance) {
  Program program = items_and_capacity(instance, "quadratic, not linearised");
  program.pairs = instance.pair_profits();
  return program;
}

}  // namespace spinsack

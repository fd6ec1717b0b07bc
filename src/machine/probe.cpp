// SPDX-License-Identifier: Apache-2.0
#include "machine/check.hpp"

#include <cmath>
#include <limits>

namespace spinsack {

QuadraticForm probe_form() {
  QuadraticForm form;
  form.constant = 0.25;
  form.linear = {-9, 6, 9, 3};
  SymmetricRowsBuilder pairs(4);
  pairs.add(0, 1, std::int64_t{-8});
  pairs.add(0, 2, std::int64_t{-1});
  pairs.add(0, 3, std::int64_t{-2});
  pairs.add(1, 2, std::int64_t{-1});
  pairs.add(1, 3, std::int64_t{7});
  pairs.add(2, 3, std::int64_t{7});
  form.pairs = std::move(pairs).finish();
  return form;
}

ProbeAnswer probe_answer(const Reading& reading, const QuadraticForm& form) {
  const std::size_t n = form.linear.size();
  ProbeAnswer best;
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t state = 0; state < std::size_t{1} << n; ++state) {
    Bits bits(n);
    for (std::size_t v = 0; v < n; ++v) bits[v] = static_cast<std::uint8_t>(state >> v & 1U);
    const double value = reading.value(form, bits);
    const double wanted = reading.maximised ? -value : value;
    if (wanted >= lowest) continue;
    lowest = wanted;
    best = {value, std::move(bits)};
  }
  return best;
}

std::optional<Reading> reading_of(const QuadraticForm& form, BitView bits,
                                  std::optional<double> energy, bool lacks_constant) {
  constexpr double near = 1e-3;  // machines of few digits may tell it
  for (const Reading& reading : all_readings()) {
    const ProbeAnswer answer = probe_answer(reading, form);
    if (!std::equal(answer.bits.begin(), answer.bits.end(), bits.begin(), bits.end())) continue;
    if (!energy || std::abs(*energy - answer.energy) <= near) return reading;
    // A file without room for the constant: that it is missing is no mistake of the machine.
    if (lacks_constant && reading.constant &&
        std::abs(*energy + form.constant - answer.energy) <= near)
      return reading;
    if (reading.maximised && std::abs(*energy + answer.energy) <= near) return reading;
  }
  return std::nullopt;
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// Brings decimals met one after another to one common scale. Numbers that need more decimals than
// all before them raise the scale, and what was stored already has to follow.
#pragma once

#include "core/text_reader.hpp"

#include <optional>
#include <span>
#include <string>

namespace spinsack {

// The usual rescale: false if a product leaves 64 bits.
bool multiply_all(std::span<std::int64_t> values, std::int64_t factor);

class DecimalScale {
 public:
  int digits() const { return digits_; }

  // Fills values with the next numbers, as by read() one after another but faster. They are
  // rescaled here; rescale takes care of everything read before them.
  template <class Rescale>
  void read_run(TextReader& reader, std::string_view what, std::span<std::int64_t> values,
                Rescale&& rescale) {
    std::size_t done = 0;
    const auto rescale_all = [&](std::int64_t factor) {
      return multiply_all(values.first(done), factor) && rescale(factor);
    };
    while (done < values.size()) {
      if (digits_ == 0) done += reader.try_integers(values.subspan(done));
      if (done == values.size()) return;
      values[done] = read(reader, what, rescale_all);
      ++done;
    }
  }

  // Reads a number and returns it times 10^digits(). If that raises the scale, rescale(factor) is
  // called first to multiply everything stored; it returns false if that overflows.
  template <class Rescale>
  std::int64_t read(TextReader& reader, std::string_view what, Rescale&& rescale) {
    if (digits_ == 0)
      if (const auto integer = reader.try_integer()) return *integer;
    const Decimal number = reader.decimal(what);
    const auto scaled = take(number, rescale);
    if (!scaled) reader.fail(too_fine(number));
    return *scaled;
  }

  // The number times 10^digits(), likewise; nothing if something leaves 64 bits.
  template <class Rescale>
  std::optional<std::int64_t> take(Decimal number, Rescale&& rescale) {
    if (number.digits > digits_) {
      const auto factor = scale_by_power_of_ten(1, number.digits - digits_);
      if (!factor || !rescale(*factor)) return std::nullopt;
      digits_ = number.digits;
    }
    return scale_by_power_of_ten(number.mantissa, digits_ - number.digits);
  }

  // What to say about a number that could not be taken.
  [[nodiscard]] std::string too_fine(Decimal number) const;

 private:
  int digits_ = 0;
};

}  // namespace spinsack

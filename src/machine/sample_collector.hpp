// SPDX-License-Identifier: Apache-2.0
// How readers of samples put rows together, and the rules that all files obey.
#pragma once

#include "core/file.hpp"
#include "core/text_reader.hpp"
#include "core/types.hpp"
#include "machine/sample_rows.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// Takes a file's samples value by value. Throws InputError at the place of what breaks a rule: values are
// 0 and 1 or -1 and 1, rows have one length.
class SampleCollector {
 public:
  explicit SampleCollector(const InputFile& file) : place_(file.name, file.text) {}

  // Before the first value, where the file says so: its variables are spins or bits, and their number.
  void announce_spin(bool spin) { kind_ = spin ? Kind::spin : Kind::binary; }
  void announce_variables(Index variables) { variables_ = variables; }

  void begin_row(std::size_t offset);
  void value(std::string_view text, std::size_t offset);
  void bits(std::string_view digits, std::size_t offset);  // a value per character
  void bit(bool one) { rows_.bits.push_back(one ? 1 : 0); }
  void end_row();

  // For the latest row, or for all rows one after the other. Occurrences are in 1..max_occurrences.
  void energy(double energy) { rows_.energies.push_back(energy); }
  void occurrences(std::int64_t occurrences) { occurrences_.push_back(occurrences); }

  // labels: names of the columns, or empty. Columns are put in the order of label_order.hpp.
  [[nodiscard]] SampleRows finish(const std::vector<std::string>& labels);

 private:
  enum class Kind { open, binary, spin };  // open until a 0 or a -1 is seen
  void rare_value(std::string_view text, std::size_t offset);
  [[noreturn]] void refuse(std::string_view text, std::size_t offset) const;
  void require_one_per_row(std::size_t count, std::string_view what) const;
  void reorder(const std::vector<Index>& order);

  TextReader place_;  // for messages only
  Kind kind_ = Kind::open;
  Index variables_ = 0;  // 0 until known
  std::size_t count_ = 0;
  std::size_t row_start_ = 0;   // in bits
  std::size_t row_offset_ = 0;  // in the file
  std::vector<std::int64_t> occurrences_;
  SampleRows rows_;
};

inline void SampleCollector::value(std::string_view text, std::size_t offset) {
  // Almost all of a file is single digits.
  if (text == "1" || (text == "0" && kind_ == Kind::binary))
    bit(text == "1");
  else
    rare_value(text, offset);
}

}  // namespace spinsack

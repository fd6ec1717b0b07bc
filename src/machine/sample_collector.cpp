// SPDX-License-Identifier: Apache-2.0
#include "machine/sample_collector.hpp"

#include "core/error.hpp"
#include "machine/label_order.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace spinsack {

void SampleCollector::refuse(std::string_view text, std::size_t offset) const {
  const std::string_view expected = kind_ == Kind::open     ? "0 or 1, or for spins -1 or 1"
                                    : kind_ == Kind::binary ? "0 or 1"
                                                            : "-1 or 1";
  place_.fail_at(offset, fmt::format("expected {}, found {}", expected, quote(text)));
}

// Everything but 1 and a 0 among bits: spins, 1.0 and 0.0 as numerical libraries write them, true and false.
void SampleCollector::rare_value(std::string_view text, std::size_t offset) {
  double number = text == "true" ? 1 : 0;
  if (text != "true" && text != "false") {
    const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
    const auto [end, status] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool whole =
        status == std::errc{} && end == digits.data() + digits.size() && !digits.empty();
    if (!whole || (number != 1 && number != 0 && number != -1)) refuse(text, offset);
  }
  if (number != 1) {
    const Kind seen = number == 0 ? Kind::binary : Kind::spin;
    if (kind_ == Kind::open) kind_ = seen;
    if (kind_ != seen) refuse(text, offset);
  }
  bit(number == 1);
}

void SampleCollector::bits(std::string_view digits, std::size_t offset) {
  for (std::size_t k = 0; k < digits.size(); ++k) {
    if (digits[k] != '0' && digits[k] != '1')
      place_.fail_at(offset + k,
                     fmt::format("expected 0 or 1, found {}", quote(digits.substr(k, 1))));
    bit(digits[k] == '1');
  }
}

void SampleCollector::begin_row(std::size_t offset) {
  row_start_ = rows_.bits.size();
  row_offset_ = offset;
}

void SampleCollector::end_row() {
  const std::size_t length = rows_.bits.size() - row_start_;
  if (length == 0) place_.fail_at(row_offset_, "expected a sample of at least 1 value, found none");
  if (length > at(max_variables))
    place_.fail_at(row_offset_, fmt::format("expected a sample of at most {} values, found {}",
                                            max_variables, length));
  if (variables_ == 0) variables_ = static_cast<Index>(length);
  if (length != at(variables_))
    place_.fail_at(row_offset_,
                   fmt::format("expected a sample of {} values{}, found {}", variables_,
                               count_ == 0 ? "" : " like the one before", length));
  ++count_;
}

void SampleCollector::require_one_per_row(std::size_t count, std::string_view what) const {
  if (count != 0 && count != count_)
    throw InputError(fmt::format("{}: expected {} for each of {} samples, found {}", place_.name(),
                                 what, count_, count));
}

// order[k] is the column of variable k.
void SampleCollector::reorder(const std::vector<Index>& order) {
  Bits row(order.size());
  for (std::size_t start = 0; start < rows_.bits.size(); start += order.size()) {
    for (std::size_t k = 0; k < order.size(); ++k) row[k] = rows_.bits[start + at(order[k])];
    for (std::size_t k = 0; k < order.size(); ++k) rows_.bits[start + k] = row[k];
  }
}

SampleRows SampleCollector::finish(const std::vector<std::string>& labels) {
  if (count_ == 0)
    throw InputError(fmt::format("{}: expected at least one sample, found none", place_.name()));
  require_one_per_row(rows_.energies.size(), "an energy");
  require_one_per_row(occurrences_.size(), "a number of occurrences");
  if (!labels.empty()) {
    if (labels.size() != at(variables_))
      throw InputError(fmt::format("{}: expected {} labels, one per variable, found {}",
                                   place_.name(), variables_, labels.size()));
    reorder(label_order(place_.name(), labels));
  }
  rows_.variables = variables_;
  rows_.occurrences = occurrences_.empty() ? std::vector<std::int64_t>(count_, 1) : occurrences_;
  return std::move(rows_);
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "instance/instance_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

namespace spinsack {
namespace {

std::string found_text(std::string_view text) { return text.empty() ? "nothing" : quote(text); }

}  // namespace

Decimal InstanceParts::number(Written text, std::string_view what) const {
  const auto [value, fault] = parse_decimal(text.text);
  if (!fault) return value;
  std::string message = fmt::format(
      "expected {}{}, found {}", what,
      fault == DecimalFault::too_large ? " with at most 18 digits" : "", found_text(text.text));
  if (std::ranges::count(text.text, ',') == 1 &&
      text.text.find_first_not_of("+-.,0123456789") == std::string_view::npos)
    message += "; decimals have a point";
  place_->fail_at(text.offset, message);
}

std::int64_t InstanceParts::scaled_weight(Written text, Decimal number) {
  const auto scaled = weight_scale_.take(number, [&](std::int64_t factor) {
    const bool fits = multiply_all(data_.weight, factor);
    return fits && (!capacity_ || multiply_all(std::span(&*capacity_, 1), factor));
  });
  if (!scaled) place_->fail_at(text.offset, weight_scale_.too_fine(number));
  return *scaled;
}

std::int64_t InstanceParts::scaled_profit(Written text) {
  const Decimal profit = number(text, "a profit");
  const auto scaled = profit_scale_.take(profit, [&](std::int64_t factor) {
    return multiply_all(data_.profit, factor) && multiply_profits(pairs_, factor);
  });
  if (!scaled) place_->fail_at(text.offset, profit_scale_.too_fine(profit));
  return *scaled;
}

void InstanceParts::set_capacity(Written text) {
  const Decimal capacity = number(text, "a capacity");
  if (capacity.mantissa < 0)
    place_->fail_at(text.offset,
                    fmt::format("expected a capacity of at least 0, found {}", text.text));
  capacity_ = scaled_weight(text, capacity);
}

void InstanceParts::add_item(const Item& item) {
  if (size() == max_variables)
    place_->fail_at(item.offset,
                    fmt::format("expected at most {} items, found more", max_variables));
  if (item.name) {
    const Written& name = *item.name;
    if (!has_names() && size() > 0)
      place_->fail_at(name.offset,
                      fmt::format("expected no name, as the items before have none, found {}",
                                  quoted_name(name.text)));
    if (const std::string expected = broken_name_rule(name.text); !expected.empty())
      place_->fail_at(name.offset,
                      fmt::format("expected {}, found {}", expected, found_text(name.text)));
    data_.item_names.emplace_back(name.text);
    name_offsets_.push_back(name.offset);
  } else if (has_names()) {
    place_->fail_at(item.offset, "expected a name, as the items before have one, found none");
  }
  const Decimal weight = number(item.weight, "a weight");
  if (weight.mantissa <= 0)
    place_->fail_at(item.weight.offset,
                    fmt::format("expected a positive weight, found {}", item.weight.text));
  const std::int64_t scaled = scaled_weight(item.weight, weight);
  data_.weight.push_back(scaled);
  data_.profit.push_back(scaled_profit(item.profit));
}

void InstanceParts::end_items(std::size_t offset) {
  if (size() == 0) place_->fail_at(offset, "expected at least one item, found none");
  lookup_.emplace(data_.item_names);
  if (const auto again = lookup_->repeated())
    place_->fail_at(name_offsets_[at(*again)],
                    fmt::format("expected each name once, found {} again",
                                quoted_name(data_.item_names[at(*again)])));
  name_offsets_ = {};
}

Index InstanceParts::find_item(Written item) const {
  if (has_names()) {
    if (const auto found = lookup_->find(item.text)) return *found;
    place_->fail_at(item.offset, lookup_->unknown(item.text));
  }
  const auto [value, fault] = parse_decimal(item.text);
  if (fault || value.digits != 0 || value.mantissa < 0 || value.mantissa >= size())
    place_->fail_at(item.offset, fmt::format("expected an item in 0..{}, found {}", size() - 1,
                                             found_text(item.text)));
  return static_cast<Index>(value.mantissa);
}

// As the file calls it.
std::string InstanceParts::name_of(Index item) const {
  return has_names() ? quoted_name(data_.item_names[at(item)]) : std::to_string(item);
}

void InstanceParts::add_pair(Index a, Index b, Written profit, std::size_t offset) {
  if (a == b)
    place_->fail_at(offset,
                    fmt::format("expected two different items, found {} twice", name_of(a)));
  const std::int64_t scaled = scaled_profit(profit);
  pairs_.push_back({std::min(a, b), std::max(a, b), scaled, offset});
}

void InstanceParts::end_pairs() {
  if (const ListedPair* const again = sort_and_find_repeated(pairs_))
    place_->fail_at(again->offset, fmt::format("expected each pair once, found {} and {} again",
                                               name_of(again->i), name_of(again->j)));
}

QkpInstance InstanceParts::finish(std::string name) && {
  SymmetricRowsBuilder rows(size());
  for (const ListedPair& pair : pairs_) rows.add(pair.i, pair.j, pair.profit);
  pairs_ = {};
  data_.name = std::move(name);
  data_.pair_profit = std::move(rows).finish();
  data_.capacity = capacity_.value_or(0);
  data_.profit_digits = profit_scale_.digits();
  data_.weight_digits = weight_scale_.digits();
  return QkpInstance(std::move(data_));
}

}  // namespace spinsack

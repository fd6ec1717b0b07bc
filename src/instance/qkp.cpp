// SPDX-License-Identifier: Apache-2.0
#include "instance/qkp.hpp"

#include "core/decimal.hpp"
#include "core/error.hpp"
#include "core/text_reader.hpp"
#include "instance/item_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spinsack {
namespace {

// Adds |value|, or says which sum grew past the limit.
void add_checked(std::int64_t& sum, std::int64_t value, const char* what, const std::string& name) {
  const bool representable = value != std::numeric_limits<std::int64_t>::min();
  if (!representable || (value < 0 ? -value : value) > sum_limit - sum)
    throw InvalidInstance(
        fmt::format("{}: {} exceeds 2^61, beyond which sums could overflow", name, what));
  sum += value < 0 ? -value : value;
}

}  // namespace

QkpInstance::QkpInstance(Data data) : data_(std::move(data)) {
  const std::string& name = data_.name;
  const auto refuse = [&](const std::string& rule) {
    throw InvalidInstance(fmt::format("{}: {}", name, rule));
  };
  const std::size_t n = data_.profit.size();
  if (n == 0) refuse("an instance needs at least one item");
  if (n > at(max_variables)) refuse(fmt::format("{} items, at most {} allowed", n, max_variables));
  if (data_.weight.size() != n)
    refuse(fmt::format("{} weights for {} items", data_.weight.size(), n));
  if (at(data_.pair_profit.size()) != n)
    refuse(fmt::format("pair profits of {} items for {} items", data_.pair_profit.size(), n));
  if (!data_.pair_profit.integral()) refuse("pair profits must be integers");
  if (!data_.item_names.empty()) check_item_names();
  if (data_.capacity < 0)
    refuse(fmt::format("capacity = {}, must be >= 0", weight_text(data_.capacity)));
  if (data_.capacity > sum_limit) refuse("capacity exceeds 2^61");

  for (std::size_t i = 0; i < n; ++i) {
    if (data_.weight[i] < 1)
      refuse(fmt::format(
          "{} = {}, must be {}",
          data_.item_names.empty() ? fmt::format("weight[{}]", i)
                                   : fmt::format("weight of {}", quoted_name(data_.item_names[i])),
          weight_text(data_.weight[i]), data_.weight_digits == 0 ? ">= 1" : "positive"));
    add_checked(total_weight_, data_.weight[i], "the sum of all weights", name);
    add_checked(total_profit_, data_.profit[i], "the sum of all profits", name);
    nonnegative_ = nonnegative_ && data_.profit[i] >= 0;
  }
  // Narrow entries are summed row by row, which cannot overflow; wide ones are checked one by one.
  for (Index i = 0; i < size(); ++i) {
    std::int64_t row_sum = 0;
    bool negative = false;
    data_.pair_profit.scan_row(i, [&]<class T>(Index j, T value) {
      if (j < i) return;
      negative = negative || value < T{0};
      if constexpr (sizeof(T) < sizeof(std::int64_t))
        row_sum +=
            value < T{0} ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
      else
        add_checked(total_profit_, static_cast<Profit>(value), "the sum of all profits", name);
    });
    add_checked(total_profit_, row_sum, "the sum of all profits", name);
    nonnegative_ = nonnegative_ && !negative;
  }
}

void QkpInstance::check_item_names() const {
  const std::vector<std::string>& names = data_.item_names;
  if (names.size() != data_.profit.size())
    throw InvalidInstance(
        fmt::format("{}: {} names for {} items", data_.name, names.size(), data_.profit.size()));
  for (const std::string& name : names)
    if (const std::string expected = broken_name_rule(name); !expected.empty())
      throw InvalidInstance(
          fmt::format("{}: expected {}, found {}", data_.name, expected, quote(name)));
  if (const auto repeated = ItemLookup(names).repeated())
    throw InvalidInstance(
        fmt::format("{}: two items are called {}", data_.name, quoted_name(names[at(*repeated)])));
}

double QkpInstance::density() const {
  const double n = size();
  return n < 2 ? 0 : static_cast<double>(data_.pair_profit.pairs()) / (n * (n - 1) / 2);
}

double QkpInstance::tightness() const {
  return static_cast<double>(capacity()) / static_cast<double>(total_weight_);
}

std::string QkpInstance::profit_text(Profit value) const {
  return format_decimal(value, data_.profit_digits);
}
std::string QkpInstance::weight_text(Weight value) const {
  return format_decimal(value, data_.weight_digits);
}

}  // namespace spinsack

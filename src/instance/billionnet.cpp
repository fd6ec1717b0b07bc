// SPDX-License-Identifier: Apache-2.0
#include "instance/billionnet.hpp"

#include "core/error.hpp"
#include "core/text_reader.hpp"
#include "instance/billionnet_layout.hpp"
#include "instance/decimal_scale.hpp"
#include "instance/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace spinsack {
namespace {

// Numbers of a line, each right-aligned in at least width columns and followed by a blank.
std::string line_of(std::span<const std::int64_t> values, std::size_t width) {
  std::string line;
  for (const std::int64_t value : values) {
    const fmt::format_int digits(value);
    if (digits.size() < width) line.append(width - digits.size(), ' ');
    line.append(digits.data(), digits.size());
    line += ' ';
  }
  return line;
}

void write_row(std::span<const std::int64_t> values, int digits, TextWriter& out) {
  std::string line;
  if (digits == 0)
    line = line_of(values, 1);
  else
    for (const std::int64_t value : values) line += format_decimal(value, digits) + ' ';
  if (!line.empty()) line.back() = '\n';
  out.text(line);
}

// Names come from users of the library too, and may hold anything.
std::string one_line(std::string name) {
  std::ranges::replace_if(name, is_control, ' ');
  return name;
}

// Row i of the triangle, zeros included.
std::vector<std::int64_t> triangle_row(const QkpInstance& instance, Index i) {
  std::vector<std::int64_t> row(at(instance.size() - i - 1));
  instance.pair_profits().for_each_in_row(i, [&](Index j, auto value) {
    if (j > i) row[at(j - i - 1)] = static_cast<std::int64_t>(value);
  });
  return row;
}

void write_padded_row(std::span<const std::int64_t> values, TextWriter& out) {
  out.text(line_of(values, 3) + '\n');
}

}  // namespace

bool detect_billionnet(std::string_view text) {
  TextReader reader({}, text);
  if (!reader.more()) return false;
  if (is_integer(reader.peek())) return true;
  reader.line();  // a name; n must follow
  return is_integer(reader.next());
}

std::vector<QkpInstance> read_billionnet(const InputFile& file) {
  TextReader reader(file.name, file.text);
  if (!reader.more()) reader.fail_next("an instance");
  QkpInstance::Data data;
  data.name = take_name(reader).value_or(name_from_path(file.name));
  const auto n = static_cast<Index>(reader.integer("the number of items", 1, max_variables));

  const TextReader below_n = reader;
  std::vector<std::size_t> row_starts;
  const auto begin_row = [&] {
    reader.more();
    row_starts.push_back(reader.offset());
  };

  // 1. Profits. Vectors grow with the file, never by what its header promises.
  DecimalScale profit_scale;
  std::optional<SymmetricRowsBuilder> pairs;
  const auto rescale_profits = [&](std::int64_t factor) {
    return multiply_all(data.profit, factor) && (!pairs || pairs->multiply(factor));
  };
  begin_row();
  for (Index i = 0; i < n; ++i)
    data.profit.push_back(profit_scale.read(reader, "a profit", rescale_profits));
  pairs.emplace(n);
  std::vector<std::int64_t> row;
  for (Index i = 0; i + 1 < n; ++i) {
    begin_row();
    row.resize(at(n - i - 1));
    profit_scale.read_run(reader, "a pair profit", row, rescale_profits);
    pairs->add_run(i, i + 1, row);
  }

  // 2. The numbers that remain tell whether there is a type line.
  DecimalScale weight_scale;
  std::vector<std::int64_t> rest;
  const auto rescale_weights = [&](std::int64_t factor) { return multiply_all(rest, factor); };
  const auto with_type = at(n) + 2;
  begin_row();
  while (rest.size() < with_type && !parse_decimal(reader.peek()).fault)
    rest.push_back(weight_scale.read(reader, "a weight", rescale_weights));
  // A file with a type line that lost its last weight looks like one without, of capacity 0. The
  // loss is by far the likelier story.
  if (rest.size() == at(n) + 1 && rest.front() == 0)
    reader.fail_next(fmt::format("{} weights after constraint type 0 and the capacity", n));
  if (rest.size() < at(n) + 1)
    reader.fail_next(
        fmt::format("{} numbers after the profits, the capacity and {} weights", at(n) + 1, n));
  check_lines_of_profits(below_n, row_starts);
  if (reader.more() && !parse_decimal(reader.peek()).fault)
    reader.fail_next(fmt::format("the end of the file or a comment after {} weights", n));
  if (rest.size() == with_type) {
    if (rest.front() != 0)
      reader.fail_at(row_starts.back(),
                     fmt::format("expected constraint type 0 (<=), found {}", rest.front()));
    rest.erase(rest.begin());
  }
  data.capacity = rest.front();
  data.weight.assign(rest.begin() + 1, rest.end());
  data.pair_profit = std::move(*pairs).finish();
  data.profit_digits = profit_scale.digits();
  data.weight_digits = weight_scale.digits();
  std::vector<QkpInstance> instances;
  instances.emplace_back(std::move(data));
  return instances;
}

void write_billionnet(const InstanceList& instances, TextWriter& out) {
  const QkpInstance& instance = only_instance(instances, "billionnet");
  out.text(fmt::format("{}\n{}\n", one_line(instance.name()), instance.size()));
  write_row(instance.profits(), instance.profit_digits(), out);
  for (Index i = 0; i + 1 < instance.size(); ++i)
    write_row(triangle_row(instance, i), instance.profit_digits(), out);
  out.text(fmt::format("\n0\n{}\n", instance.weight_text(instance.capacity())));
  write_row(instance.weights(), instance.weight_digits(), out);
}

void write_billionnet_medium(const QkpInstance& instance, const MediumLayout& layout,
                             TextWriter& out) {
  out.text(fmt::format("{}\n{}\n", instance.name(), instance.size()));
  write_padded_row(instance.profits(), out);
  for (Index i = 0; i + 1 < instance.size(); ++i) write_padded_row(triangle_row(instance, i), out);
  out.text(fmt::format("\n0\n{}\n", instance.capacity()));
  write_padded_row(instance.weights(), out);
  out.text(fmt::format("\nComments\n\nDensity             : {:.2f} %\n", layout.density_percent));
  if (layout.empty_last_line) out.text("\n");
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "instance/csv_instance.hpp"

#include "core/csv_reader.hpp"
#include "core/error.hpp"
#include "core/nearest.hpp"
#include "instance/billionnet_layout.hpp"
#include "instance/instance_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace spinsack {
namespace {

using Cells = std::span<const CsvReader::Cell>;

constexpr std::array<std::string_view, 3> item_columns{"name", "weight", "profit"};
constexpr std::array<std::string_view, 3> pair_columns{"a", "b", "profit"};

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

bool is_capacity_line(Cells cells) {
  return cells.size() <= 2 && lower_case(cells.front().text) == "capacity";
}

bool is_pair_header(Cells cells) {
  return cells.size() == pair_columns.size() &&
         std::ranges::all_of(pair_columns, [&](std::string_view column) {
           return std::ranges::any_of(
               cells, [&](const CsvReader::Cell& cell) { return lower_case(cell.text) == column; });
         });
}

// Which column of a record holds what.
class CsvHeader {
 public:
  CsvHeader(const CsvReader& csv, const std::array<std::string_view, 3>& columns,
            std::size_t optional_columns)
      : columns_(columns), width_(csv.cells().size()) {
    for (std::size_t c = 0; c < width_; ++c) take(csv, c);
    for (std::size_t k = optional_columns; k < columns.size(); ++k)
      if (!places_[k])
        csv.place().fail_at(csv.start(),
                            fmt::format("expected a column '{}', found none", columns[k]));
  }

  bool has(std::size_t column) const { return places_[column].has_value(); }
  // The cell of a record, which must not have more cells than there are columns.
  InstanceParts::Written cell(const CsvReader& csv, std::size_t column) const {
    const Cells cells = csv.cells();
    if (cells.size() > width_)
      csv.place().fail_at(
          cells[width_].offset,
          fmt::format("expected {} cells as in the heading, found {}", width_, cells.size()));
    const std::size_t place = *places_[column];
    if (place < cells.size()) return {cells[place].text, cells[place].offset};
    csv.place().fail_at(cells.back().offset + cells.back().text.size(),
                        fmt::format("expected {} after {}, found nothing", columns_[column],
                                    quoted_name(cells.back().text)));
  }

 private:
  void take(const CsvReader& csv, std::size_t c) {
    const CsvReader::Cell& cell = csv.cells()[c];
    const std::string name = lower_case(cell.text);
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      if (columns_[k] != name) continue;
      if (places_[k])
        csv.place().fail_at(cell.offset, fmt::format("expected each column once, found {} again",
                                                     quote(cell.text)));
      places_[k] = c;
      return;
    }
    csv.place().fail_at(cell.offset, unknown_word("column", cell.text, columns_));
  }

  const std::array<std::string_view, 3>& columns_;
  std::size_t width_;
  std::array<std::optional<std::size_t>, 3> places_;
};

class CsvInstance {
 public:
  explicit CsvInstance(const InputFile& file)
      : name_(name_from_path(file.name)), csv_(file.name, file.text), parts_(csv_.place()) {}

  QkpInstance read(const ReadOptions& options) {
    bool more = csv_.next();
    while (more && is_capacity_line(csv_.cells())) {
      read_capacity();
      more = csv_.next();
    }
    if (!more)
      csv_.place().fail_at(csv_.start(),
                           "expected the heading name,weight,profit, found the end of the file");
    if (is_pair_header(csv_.cells()))
      csv_.place().fail_at(csv_.start(),
                           "expected a table of items with the heading name,weight,profit, found a "
                           "table of pairs, which --pairs takes");
    const std::size_t heading = csv_.start();
    const bool pairs_follow = read_items();
    if (!parts_.has_capacity() && !options.capacity)
      csv_.place().fail_at(heading,
                           "expected a line 'capacity,NUMBER' before the heading, or --capacity, "
                           "found neither");
    if (pairs_follow) {
      if (!options.pairs.empty())
        csv_.place().fail_at(csv_.start(), fmt::format("expected the pairs in {}, as --pairs says, "
                                                       "found a table of pairs here too",
                                                       options.pairs));
      read_pairs(csv_);
    } else if (!options.pairs.empty()) {
      const InputFile file = read_file(options.pairs);
      CsvReader csv(file.name, file.text);
      parts_.continue_in(csv.place());
      if (!csv.next())
        csv.place().fail_at(0, "expected the heading a,b,profit, found an empty file");
      read_pairs(csv);
    }
    return std::move(parts_).finish(std::move(name_));
  }

 private:
  void read_capacity() {
    const Cells cells = csv_.cells();
    if (parts_.has_capacity())
      csv_.place().fail_at(cells.front().offset, "expected one capacity, found another");
    if (cells.size() < 2)
      csv_.place().fail_at(cells.front().offset + cells.front().text.size(),
                           "expected a capacity, found nothing");
    parts_.set_capacity({cells[1].text, cells[1].offset});
  }

  // Up to the end, or to the heading of the pairs: true.
  bool read_items() {
    const CsvHeader header(csv_, item_columns, 1);
    bool pairs_follow = false;
    while (csv_.next() && !(pairs_follow = is_pair_header(csv_.cells()))) {
      InstanceParts::Item item;
      if (header.has(0)) item.name = header.cell(csv_, 0);
      item.weight = header.cell(csv_, 1);
      item.profit = header.cell(csv_, 2);
      item.offset = csv_.start();
      parts_.add_item(item);
    }
    parts_.end_items(csv_.start());
    return pairs_follow;
  }

  void read_pairs(CsvReader& csv) {
    const CsvHeader header(csv, pair_columns, 0);
    while (csv.next()) {
      const Index a = parts_.find_item(header.cell(csv, 0));
      const Index b = parts_.find_item(header.cell(csv, 1));
      parts_.add_pair(a, b, header.cell(csv, 2), csv.start());
    }
    parts_.end_pairs();
  }

  std::string name_;
  CsvReader csv_;
  InstanceParts parts_;
};

// A cell that reads back as it is.
std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",;\t\"\n\r") == std::string_view::npos) return std::string(text);
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell += '"';
}

}  // namespace

// By a heading, of which one column may be misspelled. A name may look like that too, but a number stands alone on
// the line below it.
bool detect_csv_instance(std::string_view text) {
  constexpr std::array<std::string_view, 6> words{"capacity", "name", "weight", "profit", "a", "b"};
  constexpr std::string_view separators = ",;\t";
  TextReader reader({}, text);
  if (!reader.more()) return false;
  std::string heading = lower_case(reader.line());
  TextReader below({}, reader.more() ? reader.line() : std::string_view());
  if (is_integer(below.next()) && !below.more()) return false;
  if (heading.find_first_of(separators) == std::string::npos) return false;
  std::ranges::replace_if(
      heading, [&](char c) { return c == '"' || separators.find(c) != std::string_view::npos; },
      ' ');
  TextReader cells({}, heading);
  while (cells.more())
    if (std::ranges::find(words, cells.next()) != words.end()) return true;
  return false;
}

std::vector<QkpInstance> read_csv_instance(const InputFile& file, const ReadOptions& options) {
  std::vector<QkpInstance> instances;
  instances.push_back(CsvInstance(file).read(options));
  return instances;
}

void write_csv_instance(const InstanceList& instances, TextWriter& out) {
  const QkpInstance& instance = only_instance(instances, "csv");
  const std::span<const std::string> names = instance.item_names();
  const auto item = [&](Index i) {
    return names.empty() ? std::to_string(i) : csv_cell(names[at(i)]);
  };
  out.text(fmt::format("capacity,{}\n{}weight,profit\n", instance.weight_text(instance.capacity()),
                       names.empty() ? "" : "name,"));
  for (Index i = 0; i < instance.size(); ++i) {
    if (!names.empty()) out.text(item(i) + ",");
    out.text(fmt::format("{},{}\n", instance.weight_text(instance.weights()[at(i)]),
                         instance.profit_text(instance.profits()[at(i)])));
  }
  if (instance.pair_profits().pairs() == 0) return;
  out.text("\na,b,profit\n");
  instance.pair_profits().for_each_pair([&](Index i, Index j, auto profit) {
    out.text(fmt::format("{},{},{}\n", item(i), item(j),
                         instance.profit_text(static_cast<Profit>(profit))));
  });
}

}  // namespace spinsack

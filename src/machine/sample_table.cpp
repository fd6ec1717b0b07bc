// SPDX-License-Identifier: Apache-2.0
#include "machine/sample_table.hpp"

#include "core/text_reader.hpp"
#include "machine/sample_collector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

namespace spinsack {
namespace {

// A part of the file: a line, or a value in it.
struct Part {
  std::string_view text;
  std::size_t offset = 0;  // in the file
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

char separator_of(std::string_view line) {
  for (const char c : {',', ';', '\t', ' '})
    if (line.find(c) != std::string_view::npos) return c;
  return ',';
}

// The fields of a line. Blanks around a field and quotes do not belong to it.
void split(const Part& whole, char separator, std::vector<Part>& fields) {
  const std::string_view line = whole.text;
  fields.clear();
  for (std::size_t start = 0; start <= line.size();) {
    const bool quoted = start < line.size() && line[start] == '"';
    const std::size_t closing = quoted ? line.find('"', start + 1) : std::string_view::npos;
    const std::size_t from = closing == std::string_view::npos ? start : closing;
    const std::size_t end = std::min(line.find(separator, from), line.size());
    std::string_view text = trimmed(line.substr(start, end - start));
    const auto place = static_cast<std::size_t>(text.data() - line.data());
    if (text.size() > 1 && text.front() == '"' && text.back() == '"')
      text = text.substr(1, text.size() - 2);
    if (separator != ' ' || !text.empty()) fields.push_back({text, whole.offset + place});
    start = end + 1;
  }
}

std::optional<double> number_of(std::string_view text) {
  double number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool is_header(const std::vector<Part>& fields) {
  std::set<std::string_view> different;
  bool beyond_one = false;
  for (const Part& field : fields) {
    const auto number = number_of(field.text);
    if (!number) return true;
    beyond_one = beyond_one || *number > 1;
    if (field.text.find_first_not_of("0123456789") == std::string_view::npos)
      different.insert(field.text);
  }
  return beyond_one && different.size() == fields.size();
}

enum class Column { variable, energy, occurrences, passed_over };

Column column_of(std::string_view name) {
  if (name == "energy") return Column::energy;
  if (name == "num_occurrences" || name == "occurrences") return Column::occurrences;
  if (name.empty() || name == "chain_break_fraction") return Column::passed_over;
  return Column::variable;
}

class SampleTable {
 public:
  explicit SampleTable(const InputFile& file) : reader_(file.name, file.text), collector_(file) {}

  SampleRows read() {
    Part line;
    if (next_line(line)) {
      if (line.text.find_first_not_of("0123456789") == std::string_view::npos)
        read_digits(line);
      else
        read_table(line);
    }
    return collector_.finish(labels_);
  }

 private:
  // The next line that counts, without blanks around it; line keeps its value if there is none.
  bool next_line(Part& line) {
    while (reader_.offset() < reader_.text().size()) {
      const std::size_t start = reader_.offset();
      const std::string_view whole = reader_.line();
      const std::string_view text = trimmed(whole);
      if (text.empty() || text.front() == '#') continue;
      line = {text, start + static_cast<std::size_t>(text.data() - whole.data())};
      return true;
    }
    return false;
  }

  void read_digits(Part line) {
    do {
      collector_.begin_row(line.offset);
      collector_.bits(line.text, line.offset);
      collector_.end_row();
    } while (next_line(line));
  }

  void read_table(Part line) {
    const char separator = separator_of(line.text);
    std::vector<Part> fields;
    split(line, separator, fields);
    if (is_header(fields)) {
      read_header(fields);
      if (!next_line(line))
        reader_.fail_at(
            line.offset,
            fmt::format("expected samples, found the line of names {} only", quote(line.text)));
    }
    do {
      split(line, separator, fields);
      read_row(fields, line.offset);
    } while (next_line(line));
  }

  void read_header(const std::vector<Part>& fields) {
    for (const Part& field : fields) {
      columns_.push_back(column_of(field.text));
      if (columns_.back() == Column::variable) labels_.emplace_back(field.text);
      const bool single =
          columns_.back() == Column::energy || columns_.back() == Column::occurrences;
      if (single && std::ranges::count(columns_, columns_.back()) > 1)
        reader_.fail_at(field.offset, fmt::format("expected one column of this kind, found {}",
                                                  quote(field.text)));
    }
    if (labels_.empty())
      reader_.fail_at(fields.front().offset, "expected at least one variable, found none");
  }

  void read_row(const std::vector<Part>& fields, std::size_t offset) {
    if (!columns_.empty() && fields.size() != columns_.size())
      reader_.fail_at(offset, fmt::format("expected {} values as in the first line, found {}",
                                          columns_.size(), fields.size()));
    collector_.begin_row(offset);
    for (std::size_t k = 0; k < fields.size(); ++k)
      read_field(columns_.empty() ? Column::variable : columns_[k], fields[k]);
    collector_.end_row();
  }

  void read_field(Column column, const Part& field) {
    switch (column) {
      case Column::variable:
        collector_.value(field.text, field.offset);
        break;
      case Column::energy:
        collector_.energy(energy_of(field));
        break;
      case Column::occurrences:
        collector_.occurrences(occurrences_of(field));
        break;
      case Column::passed_over:
        break;
    }
  }

  double energy_of(const Part& field) const {
    const auto number = number_of(field.text);
    if (!number || !std::isfinite(*number))
      reader_.fail_at(field.offset,
                      "expected an energy, a finite number, found " + quote(field.text));
    return *number;
  }

  std::int64_t occurrences_of(const Part& field) const {
    const auto number = number_of(field.text);
    if (!number || !(*number >= 1 && *number <= static_cast<double>(max_occurrences)) ||
        *number != std::floor(*number))
      reader_.fail_at(field.offset,
                      fmt::format("expected a number of occurrences in 1..{}, found {}",
                                  max_occurrences, quote(field.text)));
    return static_cast<std::int64_t>(*number);
  }

  TextReader reader_;
  SampleCollector collector_;
  std::vector<Column> columns_;  // empty without a header
  std::vector<std::string> labels_;
};

}  // namespace

SampleRows read_sample_table(const InputFile& file) { return SampleTable(file).read(); }

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "qubo/bqm_format.hpp"

#include "core/json_reader.hpp"
#include "core/json_text.hpp"
#include "core/whole_rows.hpp"
#include "qubo/byte_reader.hpp"
#include "qubo/term_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

constexpr std::string_view magic = "DIMODBQM";
constexpr std::string_view labels_magic = "VARS";
constexpr std::size_t block = 64;  // headers end at a multiple of this

// What the file calls each variable: its number if the label is one, or nothing.
using Labels = std::vector<std::optional<std::uint64_t>>;

struct Header {
  bool labels_follow = false;
  Labels labels;  // of version 1.0
  Index size = 0;
  std::int64_t interactions = 0;
  Vartype vartype = Vartype::binary;
  NumberType bias, neighbour, start;
};

// A member of the header, or any other piece of good JSON, in the hope that it is what is asked for. A text
// that is empty is null.
class JsonPiece {
 public:
  explicit JsonPiece(std::string_view text) : text_(text.empty() ? "null" : text) {}

  bool is(JsonReader::Kind kind) const { return reader().kind({}) == kind; }
  bool is_word(std::string_view word) const {
    return is(JsonReader::Kind::text) && reader().text({}) == word;
  }
  bool truth() const { return is(JsonReader::Kind::boolean) && reader().boolean({}); }
  // A whole number that is not negative.
  std::optional<std::uint64_t> number() const {
    if (!is(JsonReader::Kind::number)) return std::nullopt;
    const std::string_view digits = reader().word({});
    std::uint64_t value = 0;
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (status != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    return value;
  }
  // Those of a list; nothing if it is none.
  std::optional<Labels> numbers() const {
    if (!is(JsonReader::Kind::list)) return std::nullopt;
    Labels all;
    JsonReader json = reader();
    json.enter_list({});
    while (json.next_value()) {
      all.push_back(JsonPiece(text_.substr(json.next())).number());
      json.skip();
    }
    return all;
  }
  // That of an object; null if there is none.
  JsonPiece member(std::string_view name) const {
    JsonPiece found({});
    if (!is(JsonReader::Kind::object)) return found;
    JsonReader json = reader();
    json.enter_object({});
    for (std::string key; json.next_key(key); json.skip())
      if (key == name) found = JsonPiece(text_.substr(json.next()));
    return found;
  }

 private:
  JsonReader reader() const { return {{}, text_}; }

  std::string_view text_;  // the piece and what follows it
};

Header read_header(ByteReader& reader) {
  if (reader.left() < magic.size() || reader.bytes(magic.size(), {}) != magic)
    reader.fail(0, fmt::format("expected '{}'", magic));
  const auto major = reader.unsigned_number(1, "the version");
  const auto minor = reader.unsigned_number(1, "the version");
  if ((major != 1 && major != 2) || minor != 0)
    reader.fail(magic.size(),
                fmt::format("expected version 1.0 or 2.0, found {}.{}", major, minor));
  Header header;
  const std::size_t start = reader.offset() + 4;  // of the JSON
  const JsonPiece data(reader.json_text("the header"));
  const auto require = [&](bool good, std::string_view expected) {
    if (!good) reader.fail(start, fmt::format("expected {} in the header", expected));
  };
  const auto type = [&](std::string_view key, bool real) {
    const JsonPiece name = data.member(key);
    const auto found = std::find_if(
        number_types.begin(), number_types.end(),
        [&](const NumberType& entry) { return name.is_word(entry.name) && entry.real == real; });
    require(
        found != number_types.end(),
        fmt::format("{} {}", key, real ? "float64 or float32" : "int32, int64, uint32 or uint64"));
    return *found;
  };
  header.bias = type("dtype", true);
  header.neighbour = type("itype", false);
  header.start = type("ntype", false);
  const JsonPiece vartype = data.member("vartype");
  require(vartype.is_word("SPIN") || vartype.is_word("BINARY"), "vartype SPIN or BINARY");
  header.vartype = vartype.is_word("SPIN") ? Vartype::spin : Vartype::binary;

  const Labels shape = data.member("shape").numbers().value_or(Labels{});
  require(shape.size() == 2 && shape[0] && shape[1], "shape [variables, interactions]");
  const std::uint64_t size = *shape[0];
  require(size >= 1 && size <= std::uint64_t{max_variables},
          fmt::format("1..{} variables", max_variables));
  header.size = static_cast<Index>(size);
  const std::uint64_t most = size * (size - 1) / 2;
  require(*shape[1] <= most, fmt::format("at most {} interactions of {} variables", most, size));
  header.interactions = static_cast<std::int64_t>(*shape[1]);

  const JsonPiece variables = data.member("variables");
  if (major == 1) {
    header.labels = variables.numbers().value_or(Labels{});
    require(header.labels.size() == size, fmt::format("variables, a list of {} labels,", size));
  } else {
    require(variables.is(JsonReader::Kind::boolean), "variables, true or false,");
    header.labels_follow = variables.truth();
  }
  return header;
}

// The labels as numbers, if they are 0..n-1 in some order.
std::optional<std::vector<Index>> numbering(const Labels& labels, Index size) {
  std::vector<Index> by_label;
  Bits seen(at(size));
  for (const std::optional<std::uint64_t>& label : labels) {
    if (!label || *label >= at(size)) return std::nullopt;
    by_label.push_back(static_cast<Index>(*label));
    if (std::exchange(seen[at(by_label.back())], std::uint8_t{1}) != 0) return std::nullopt;
  }
  return by_label;
}

// Where each variable of the file goes: by its label if these number the variables.
std::vector<Index> order_of(const Labels& labels, Index size) {
  if (!labels.empty())
    if (auto order = numbering(labels, size)) return std::move(*order);
  std::vector<Index> order(at(size));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

Labels read_labels(const Header& header, ByteReader& reader) {
  if (!header.labels_follow) return header.labels;
  const std::size_t start = reader.offset();
  if (reader.bytes(labels_magic.size(), "the section 'VARS'") != labels_magic)
    reader.fail(start, "expected the section 'VARS'");
  const auto labels = JsonPiece(reader.json_text("the list of labels")).numbers();
  if (!labels || labels->size() != at(header.size))
    reader.fail(start, fmt::format("expected a list of {} labels", header.size));
  return *labels;
}

// Of all rows of neighbours; and of these with the constant, the linear biases and the starts of rows.
std::uint64_t bytes_of_neighbours(const Header& header) {
  return static_cast<std::uint64_t>(2 * header.interactions) *
         (header.neighbour.bytes + header.bias.bytes);
}
std::uint64_t bytes_of_biases(const Header& header) {
  return header.bias.bytes + at(header.size) * (header.start.bytes + header.bias.bytes) +
         bytes_of_neighbours(header);
}

// The next number of this type, wherever it stands.
template <class T>
T load(const char* bytes) {
  T value;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&value, bytes, sizeof value);
  } else {
    std::array<char, sizeof(T)> turned;
    std::reverse_copy(bytes, bytes + sizeof value, turned.begin());
    std::memcpy(&value, turned.data(), sizeof value);
  }
  return value;
}

// The rows of neighbours, under the numbers that the variables are to have.
class NeighbourRows {
 public:
  // reader stands before the first entry.
  NeighbourRows(const Header& header, const std::vector<std::int64_t>& start,
                const ByteReader& reader, const std::vector<Index>& order)
      : header_(header),
        start_(start),
        reader_(reader),
        data_(ByteReader(reader).bytes(bytes_of_neighbours(header), "biases")),
        order_(order),
        plain_(std::ranges::is_sorted(order)),
        by_number_(order.size()) {
    for (std::size_t v = 0; v < order.size(); ++v) by_number_[at(order[v])] = static_cast<Index>(v);
    const bool wide = header.bias.bytes == 8;
    if (header.neighbour.bytes == 4)
      read_ = wide ? &NeighbourRows::read_as<std::uint32_t, double>
                   : &NeighbourRows::read_as<std::uint32_t, float>;
    else
      read_ = wide ? &NeighbourRows::read_as<std::uint64_t, double>
                   : &NeighbourRows::read_as<std::uint64_t, float>;
  }

  std::span<const RowEntry> row(Index number) {
    (this->*read_)(by_number_[at(number)]);
    if (!plain_) {
      for (RowEntry& entry : entries_) entry.column = order_[at(entry.column)];
      std::ranges::sort(entries_, {}, &RowEntry::column);
    }
    return entries_;
  }

  // Says where the two rows of a pair differ: in the later one, if that says anything. Every row is asked for later and
  // later neighbours, so a place in each is enough.
  [[noreturn]] void refuse_unequal_rows() {
    std::vector<std::int64_t> next = start_;
    for (Index v = 0; v < header_.size; ++v)
      for (std::int64_t e = start_[at(v)]; e < start_[at(v) + 1]; ++e) {
        const auto [u, bias] = entry(e);
        if (u > v) break;
        std::int64_t& other = next[at(u)];
        while (other < start_[at(u) + 1] && entry(other).column < v) ++other;
        const bool found = other < start_[at(u) + 1] && entry(other).column == v;
        if ((found ? entry(other).value : 0) != bias)
          reader_.fail(place_of(e),
                       fmt::format("expected one bias for variables {} and {}, found a "
                                   "different one in each row",
                                   u, v));
      }
    reader_.fail(reader_.offset(),
                 "expected each bias in the rows of both variables, found one in the row of the "
                 "earlier one only");
  }

 private:
  // The row of a variable of the file into entries_. Number is as wide as the type of neighbours; one that is negative
  // or too large exceeds the size either way.
  template <class Number, class Bias>
  void read_as(Index v) {
    constexpr std::size_t bytes = sizeof(Number) + sizeof(Bias);
    const auto first = static_cast<std::size_t>(start_[at(v)]);
    entries_.resize(static_cast<std::size_t>(start_[at(v) + 1]) - first);
    const char* place = data_.data() + first * bytes;
    std::int64_t previous = -1;
    for (std::size_t e = 0; e < entries_.size(); ++e, place += bytes) {
      const auto number = load<Number>(place);
      const auto bias = static_cast<double>(load<Bias>(place + sizeof(Number)));
      const auto u = static_cast<std::int64_t>(number);
      const bool good = number < static_cast<Number>(header_.size) && u > previous && u != v &&
                        std::fabs(bias) <= largest_coefficient;
      if (!good) [[unlikely]]
        refuse_entry(static_cast<std::int64_t>(first + e), v);
      previous = u;
      entries_[e] = {static_cast<Index>(u), bias};
    }
  }

  // An entry that is not as it must be, read once more for its message.
  [[noreturn]] void refuse_entry(std::int64_t e, Index v) const {
    reader_.fail(place_of(e), fmt::format("expected the neighbours of variable {} in ascending "
                                          "order and without itself, found {}",
                                          v, entry(e).column));
  }

  // One entry anywhere; slow, for messages.
  RowEntry entry(std::int64_t e) const {
    ByteReader reader = reader_;
    static_cast<void>(reader.bytes(place_of(e) - reader_.offset(), "biases"));
    const std::int64_t u = reader.integer(header_.neighbour, header_.size - 1, "a neighbour");
    return {static_cast<Index>(u), reader.coefficient(header_.bias, "a bias")};
  }
  std::size_t place_of(std::int64_t e) const {
    return reader_.offset() +
           static_cast<std::size_t>(e) * (header_.neighbour.bytes + header_.bias.bytes);
  }

  const Header& header_;
  const std::vector<std::int64_t>& start_;
  ByteReader reader_;
  std::string_view data_;
  const std::vector<Index>& order_;
  bool plain_;                     // order is 0, 1, 2, ..
  std::vector<Index> by_number_;   // the variable of the file that gets a number
  std::vector<RowEntry> entries_;  // of the row that was read last
  void (NeighbourRows::*read_)(Index) = nullptr;
};

// Little-endian, whatever the machine.
void append(std::unsigned_integral auto value, std::string& bytes) {
  for (std::size_t k = 0; k < sizeof(value); ++k)
    bytes += static_cast<char>(value >> (8 * k) & 0xff);
}
void append(double value, std::string& bytes) {
  require_writable(value);
  append(std::bit_cast<std::uint64_t>(value), bytes);
}

}  // namespace

bool detect_bqm(std::string_view text) { return text.starts_with(magic); }

bool bqm_drops_labels(const InputFile& file) {
  ByteReader reader(file);
  const Header header = read_header(reader);
  if (!header.labels_follow && header.labels.empty()) return false;
  reader.bytes(bytes_of_biases(header), "biases");
  return !numbering(read_labels(header, reader), header.size);
}

QuadraticForm read_bqm(const InputFile& file) {
  ByteReader reader(file);
  const Header header = read_header(reader);
  const Index n = header.size;
  const std::int64_t entries = 2 * header.interactions;

  // 1. The size is checked before anything is built.
  const std::uint64_t neighbour_bytes = bytes_of_neighbours(header);
  const std::uint64_t promised = bytes_of_biases(header);
  if (reader.left() < promised)
    reader.fail(reader.offset(), fmt::format("expected {} bytes of biases, found {} bytes before "
                                             "the end of the file",
                                             promised, reader.left()));

  // 2. Constant, linear biases and where neighbourhoods start.
  const double constant = reader.coefficient(header.bias, "the offset");
  std::vector<std::int64_t> start;
  std::vector<double> linear;
  for (Index v = 0; v < n; ++v) {
    const std::size_t place = reader.offset();
    start.push_back(reader.integer(header.start, entries, "the start of a neighbourhood"));
    if (v == 0 ? start.back() != 0 : start.back() < start[at(v - 1)])
      reader.fail(place, "expected starts of neighbourhoods that ascend from 0");
    linear.push_back(reader.coefficient(header.bias, "a linear bias"));
  }
  start.push_back(entries);

  // 3. Labels come last in the file, but say where the biases go.
  ByteReader after = reader;
  after.bytes(neighbour_bytes, "biases");
  const std::vector<Index> order = order_of(read_labels(header, after), n);
  if (after.left() != 0) after.fail(after.offset(), "expected the end of the file");

  // 4. Rows of the file are rows of the form.
  NeighbourRows rows(header, start, reader, order);
  auto pairs = whole_rows(n, [&](Index v) { return rows.row(v); });
  if (!pairs) rows.refuse_unequal_rows();
  QuadraticForm form;
  form.vartype = header.vartype;
  form.constant = constant;
  form.linear.resize(at(n));
  for (std::size_t v = 0; v < order.size(); ++v) form.linear[at(order[v])] = linear[v];
  form.pairs = std::move(*pairs);
  return form;
}

void write_bqm(const QuadraticForm& form, const FileNotes& notes, TextWriter& out) {
  require_variables(form);
  const std::int64_t entries = 2 * form.pairs.pairs();
  const bool wide = entries > std::numeric_limits<std::int32_t>::max();
  JsonObject header;
  header.text("dtype", "float64").text("itype", "int32");
  if (!notes.empty()) {
    std::vector<std::string> texts;
    for (const std::string& note : notes) texts.push_back(json_ascii_string(note));
    header.add("notes", json_array(texts));
  }
  header.text("ntype", wide ? "int64" : "int32")
      .add("shape", fmt::format("[{},{}]", form.size(), form.pairs.pairs()))
      .text("type", "BinaryQuadraticModel")
      .boolean("variables", false)
      .text("vartype", form.vartype == Vartype::spin ? "SPIN" : "BINARY");
  std::string text = header.line() + "\n";
  const std::size_t before = magic.size() + 2 + 4;
  text.append((block - (before + text.size()) % block) % block, ' ');

  std::string bytes(magic);
  bytes += {'\2', '\0'};
  append(static_cast<std::uint32_t>(text.size()), bytes);
  bytes += text;
  append(form.constant, bytes);
  std::uint64_t start = 0;
  for (Index v = 0; v < form.size(); ++v) {
    if (wide)
      append(start, bytes);
    else
      append(static_cast<std::uint32_t>(start), bytes);
    append(form.linear[at(v)], bytes);
    form.pairs.for_each_in_row(v, [&](Index, auto) { ++start; });
  }
  for (Index v = 0; v < form.size(); ++v) {
    form.pairs.for_each_in_row(v, [&](Index u, auto value) {
      append(static_cast<std::uint32_t>(u), bytes);
      append(form.unit * static_cast<double>(value), bytes);
    });
    out.text(bytes);
    bytes.clear();
  }
}

}  // namespace spinsack

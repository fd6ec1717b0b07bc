// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/edge_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace spinsack::kcut {
namespace {

void stay_on_edge_line(TextReader& reader, std::string_view expected) {
  if (reader.more_on_line()) return;
  TextReader ahead = reader;
  if (!ahead.more()) ahead.fail_next(expected);
  reader.fail_at(reader.offset(), fmt::format("expected {}, found the end of the line", expected));
}

std::size_t line_number(std::string_view text, std::size_t offset) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, offset), '\n'));
}

}  // namespace

bool next_line(TextReader& reader, char mark) {
  while (reader.more()) {
    if (reader.text()[reader.offset()] != mark) return true;
    reader.line();
  }
  return false;
}

EdgeReading::EdgeReading(TextReader& reader, int parts) : reader_(reader), parts_(parts) {
  reader.more();
  const std::size_t line = reader.offset();
  vertices_ =
      static_cast<Index>(reader.integer("the number of vertices", fewest_parts, max_variables));
  stay_on_edge_line(reader, "the number of edges");
  const std::int64_t most = std::int64_t{vertices_} * (vertices_ - 1);  // each from both ends
  announced_ = reader.integer("the number of edges", 0, most);
  if (reader.more_on_line()) reader.fail_next("the end of the line after the number of edges");
  if (parts > vertices_)
    reader.fail_at(line, fmt::format("expected at least as many vertices as parts, {}, found {}",
                                     parts, vertices_));
  entries_.reserve(static_cast<std::size_t>(std::min<std::int64_t>(announced_, 1 << 20)));
}

void EdgeReading::read_edge() {
  reader_.more();
  const std::size_t offset = reader_.offset();
  if (static_cast<std::int64_t>(entries_.size()) == announced_)
    reader_.fail_at(
        offset, fmt::format("expected the end of the file after {} edges, as announced, found more",
                            announced_));
  // Nearly all lines are like this.
  if (std::array<std::int64_t, 3> line{}; reader_.try_line(line)) {
    const auto [u, v, weight] = line;
    if (u >= 1 && v >= 1 && u <= vertices_ && v <= vertices_)
      return add(static_cast<Index>(u - 1), static_cast<Index>(v - 1), weight, offset);
    reader_.seek(offset);
  }
  const auto u = static_cast<Index>(reader_.integer("a vertex", 1, vertices_) - 1);
  stay_on_edge_line(reader_, "a second vertex");
  const auto v = static_cast<Index>(reader_.integer("a vertex", 1, vertices_) - 1);
  const Value weight = reader_.more_on_line() ? reader_.integer("an integer weight") : 1;
  if (reader_.more_on_line()) reader_.fail_next("the end of the line after the weight");
  add(u, v, weight, offset);
}

void EdgeReading::add(Index u, Index v, Value weight, std::size_t offset) {
  if (u == v)
    reader_.fail_at(offset, fmt::format("expected two different vertices, found {} twice", u + 1));
  const auto bits = static_cast<std::uint64_t>(weight);
  const std::uint64_t size = weight < 0 ? 0 - bits : bits;
  constexpr auto limit = static_cast<std::uint64_t>(sum_limit);
  if (size > limit || sum_ + size > limit)
    reader_.fail_at(offset,
                    fmt::format("expected weights that add up to at most 2^61 = {} without their "
                                "signs, found more from here on",
                                sum_limit));
  sum_ += size;
  entries_.push_back({{u, v, weight}, offset});
}

// Each edge once, sorted by its ends.
std::vector<Edge> EdgeReading::edges_once() {
  const auto ends = [](const Entry& entry) {
    return std::pair(std::min(entry.edge.u, entry.edge.v), std::max(entry.edge.u, entry.edge.v));
  };
  const auto order = [&](const Entry& entry) { return std::pair(ends(entry), entry.offset); };
  if (!std::ranges::is_sorted(entries_, {}, order)) std::ranges::sort(entries_, {}, order);
  std::vector<Edge> edges;
  edges.reserve(entries_.size());
  const Entry* repeated = nullptr;  // the first one in the file,
  std::size_t original = 0;         // and where it stood before
  for (std::size_t i = 0; i < entries_.size();) {
    const Entry& first = entries_[i];
    edges.push_back(first.edge);
    std::size_t next = i + 1;
    while (next < entries_.size() && ends(entries_[next]) == ends(first)) ++next;
    const bool from_both_ends =
        both_directions_ && next == i + 2 &&
        entries_[i + 1].edge == Edge{first.edge.v, first.edge.u, first.edge.weight};
    if (next > i + 1 && !from_both_ends &&
        (repeated == nullptr || entries_[i + 1].offset < repeated->offset)) {
      repeated = &entries_[i + 1];
      original = first.offset;
    }
    i = next;
  }
  if (repeated != nullptr)
    reader_.fail_at(
        repeated->offset,
        fmt::format(
            "expected every edge once, found that of vertices {} and {} again, after line {}",
            repeated->edge.u + 1, repeated->edge.v + 1, line_number(reader_.text(), original)));
  return edges;
}

Graph EdgeReading::finish(std::string name) {
  const auto found = static_cast<std::int64_t>(entries_.size());
  if (found < announced_)
    reader_.fail_at(
        reader_.offset(),
        fmt::format("expected {} edges, as announced, found {} before the end of the file",
                    announced_, found));
  Graph::Data data{
      .name = std::move(name), .vertices = vertices_, .parts = parts_, .edges = edges_once()};
  entries_.clear();
  return Graph(std::move(data));
}

}  // namespace spinsack::kcut

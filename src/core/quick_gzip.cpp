// SPDX-License-Identifier: Apache-2.0
#include "core/quick_gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <span>

namespace spinsack {
namespace {

constexpr std::uint32_t end_of_block = 256;
constexpr std::size_t shortest_match = 4;
constexpr std::size_t longest_match = 258;
constexpr std::uint32_t longest_code = 15;

// What follows a symbol of a length or distance.
struct Extra {
  std::uint16_t symbol = 0;
  std::uint16_t bits = 0;
  std::uint16_t value = 0;
};

// RFC 1951, 3.2.5: a symbol stands for a range of lengths, and extra bits say which.
constexpr std::array<Extra, longest_match + 1> make_lengths() {
  std::array<Extra, longest_match + 1> all{};
  std::size_t length = 3;
  for (std::uint16_t symbol = 257; symbol < 285; ++symbol) {
    const auto bits = static_cast<std::uint16_t>(symbol < 265 ? 0 : (symbol - 261) / 4);
    for (std::uint16_t value = 0; value < (1 << bits) && length < longest_match; ++value)
      all[length++] = {symbol, bits, value};
  }
  all[longest_match] = {285, 0, 0};
  return all;
}
constexpr std::array<Extra, longest_match + 1> lengths = make_lengths();

Extra distance_of(std::uint32_t distance) {
  const std::uint32_t d = distance - 1;
  if (d < 4) return {static_cast<std::uint16_t>(d), 0, 0};
  const std::uint32_t bits = static_cast<std::uint32_t>(std::bit_width(d)) - 2;
  return {static_cast<std::uint16_t>(2 * (bits + 1) + ((d >> bits) & 1)),
          static_cast<std::uint16_t>(bits), static_cast<std::uint16_t>(d & ((1U << bits) - 1))};
}

// Lengths of Huffman's codes, none longer than 15 bits. No count is 0.
template <std::size_t N>
std::array<std::uint8_t, N> code_lengths(std::array<std::uint32_t, N> counts) {
  for (;; std::ranges::for_each(counts, [](std::uint32_t& c) { c = (c + 1) / 2; })) {
    struct Node {
      std::uint64_t count;
      int left, right;
    };
    std::vector<Node> nodes;
    std::vector<int> symbols;
    for (std::size_t s = 0; s < N; ++s) symbols.push_back(static_cast<int>(s));
    std::ranges::stable_sort(symbols, {},
                             [&](int s) { return counts[static_cast<std::size_t>(s)]; });
    for (const int s : symbols) nodes.push_back({counts[static_cast<std::size_t>(s)], -1, s});
    const std::size_t leaves = nodes.size();
    // Two queues, leaves and joined nodes, each in the order of their counts.
    std::size_t leaf = 0;
    std::size_t joined = leaves;
    const auto take = [&] {
      const bool from_leaves =
          leaf < leaves && (joined >= nodes.size() || nodes[leaf].count <= nodes[joined].count);
      return static_cast<int>(from_leaves ? leaf++ : joined++);
    };
    while (nodes.size() < 2 * leaves - 1) {
      const int left = take();
      const int right = take();
      nodes.push_back({nodes[static_cast<std::size_t>(left)].count +
                           nodes[static_cast<std::size_t>(right)].count,
                       left, right});
    }
    std::vector<std::uint32_t> depths(nodes.size());
    for (std::size_t k = nodes.size(); k-- > leaves;) {
      depths[static_cast<std::size_t>(nodes[k].left)] = depths[k] + 1;
      depths[static_cast<std::size_t>(nodes[k].right)] = depths[k] + 1;
    }
    std::array<std::uint8_t, N> result{};
    std::uint32_t deepest = 0;
    for (std::size_t k = 0; k < leaves; ++k) {
      result[static_cast<std::size_t>(nodes[k].right)] = static_cast<std::uint8_t>(depths[k]);
      deepest = std::max(deepest, depths[k]);
    }
    if (deepest <= longest_code) return result;
  }
}

std::uint32_t reversed(std::uint32_t bits, std::uint32_t length) {
  std::uint32_t result = 0;
  for (std::uint32_t k = 0; k < length; ++k) result |= ((bits >> k) & 1) << (length - 1 - k);
  return result;
}

// RFC 1951, 3.2.2: codes of a length in the order of their symbols; they go out from their highest bit.
template <class Code, std::size_t N>
std::array<Code, N> codes_of(const std::array<std::uint8_t, N>& code_length) {
  std::array<std::uint32_t, longest_code + 2> next{};
  for (const std::uint8_t length : code_length)
    if (length > 0) ++next[length + 1U];
  for (std::uint32_t length = 1; length <= longest_code; ++length)
    next[length] = (next[length] + next[length - 1]) << 1;
  std::array<Code, N> codes{};
  for (std::size_t s = 0; s < N; ++s)
    if (const std::uint32_t length = code_length[s]; length > 0)
      codes[s] = {reversed(next[length]++, length), length};
  return codes;
}

std::uint64_t eight_bytes(const char* place) {
  std::uint64_t value = 0;
  std::memcpy(&value, place, sizeof value);
  return value;
}

// How far a text at place goes on as at before, at most so many bytes. Some bytes behind the end may be looked at.
std::size_t common_length(const char* place, const char* before, std::size_t most) {
  std::size_t length = 0;
  while (length < most) {
    const std::uint64_t difference = eight_bytes(place + length) ^ eight_bytes(before + length);
    if (difference != 0)
      return std::min(most, length + static_cast<std::size_t>(std::countr_zero(difference)) / 8);
    length += 8;
  }
  return most;
}

}  // namespace

QuickGzip::QuickGzip(std::string_view anchors, Sink sink)
    : sink_(std::move(sink)),
      text_(window + block + slack),
      out_(2 * (window + block) + header_room) {
  for (const char c : anchors) is_anchor_[static_cast<std::uint8_t>(c)] = true;
  last_.fill(no_place);
  put(0x8b1f, 16);  // RFC 1952: deflate, no name, no time
  put(8, 48);
  put(0xff04, 16);  // the fastest way, on an unknown system
}

void QuickGzip::write(std::string_view piece) {
  while (!piece.empty()) {
    const std::size_t part = std::min(piece.size(), text_.size() - slack - end_);
    std::memcpy(text_.data() + end_, piece.data(), part);
    end_ += part;
    piece.remove_prefix(part);
    if (end_ == text_.size() - slack) pack();
  }
}

// Calls literal(byte) or match(length, distance) for one part of the text after the other.
template <class Literal, class Match>
void QuickGzip::walk(const Literal& literal, const Match& match) {
  const char* const text = text_.data();
  for (std::size_t place = begin_; place < end_;) {
    const auto byte = static_cast<std::uint8_t>(text[place]);
    if (is_anchor_[byte]) {
      const std::size_t before = last_[byte];
      last_[byte] = place;
      const std::size_t length =
          before == no_place || place - before > window
              ? 0
              : common_length(text + place, text + before, std::min(longest_match, end_ - place));
      if (length >= shortest_match) {
        match(length, static_cast<std::uint32_t>(place - before));
        place += length;
        continue;
      }
    }
    literal(byte);
    ++place;
  }
}

// At most 56 bits. There is room for them.
void QuickGzip::put(std::uint64_t bits, std::uint32_t length) {
  bits_ |= bits << bit_count_;
  bit_count_ += length;
  std::uint64_t low = bits_;
  if constexpr (std::endian::native == std::endian::big) low = __builtin_bswap64(low);
  std::memcpy(out_.data() + out_size_, &low, sizeof low);
  out_size_ += bit_count_ / 8;
  bits_ >>= bit_count_ & ~7U;
  bit_count_ &= 7;
}

// Codes by what there is in the text to come; every symbol has one, for the texts after that.
void QuickGzip::begin_codes() {
  if (blocks_++ > 0) put(codes_[end_of_block].bits, codes_[end_of_block].length);
  std::array<std::uint32_t, 286> counts{};
  std::array<std::uint32_t, 30> distance_counts{};
  counts.fill(1);
  distance_counts.fill(1);
  const auto places = last_;
  walk([&](std::uint8_t byte) { ++counts[byte]; },
       [&](std::size_t length, std::uint32_t distance) {
         ++counts[lengths[length].symbol];
         ++distance_counts[distance_of(distance).symbol];
       });
  last_ = places;
  const auto code_length = code_lengths(counts);
  const auto distance_length = code_lengths(distance_counts);
  // The lengths of codes are written with four bits each: symbols 0..15 of their own code, which has no others.
  put(0b100, 3);  // not the last block, codes of its own
  put(counts.size() - 257, 5);
  put(distance_counts.size() - 1, 5);
  put(19 - 4, 4);
  for (const int symbol : {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15})
    put(symbol < 16 ? 4 : 0, 3);
  for (const std::uint8_t length : code_length) put(reversed(length, 4), 4);
  for (const std::uint8_t length : distance_length) put(reversed(length, 4), 4);
  codes_ = codes_of<Code>(code_length);
  distance_codes_ = codes_of<Code>(distance_length);
}

void QuickGzip::pack() {
  if (begin_ == end_) return;
  crc32_ = static_cast<std::uint32_t>(
      ::crc32(crc32_, reinterpret_cast<const Bytef*>(text_.data() + begin_),  // NOLINT
              static_cast<uInt>(end_ - begin_)));
  text_bytes_ += static_cast<std::int64_t>(end_ - begin_);
  if (packed_++ % texts_per_code == 0) begin_codes();
  // As put(), with what it changes in registers: bytes that are written could be any member.
  std::uint64_t waiting = bits_;
  std::uint32_t count = bit_count_;
  char* out = out_.data() + out_size_;
  const auto put_quickly = [&](std::uint64_t more, std::uint32_t length) {
    waiting |= more << count;
    count += length;
    std::uint64_t low = waiting;
    if constexpr (std::endian::native == std::endian::big) low = __builtin_bswap64(low);
    std::memcpy(out, &low, sizeof low);
    out += count / 8;
    waiting >>= count & ~7U;
    count &= 7;
  };
  walk([&](std::uint8_t byte) { put_quickly(codes_[byte].bits, codes_[byte].length); },
       [&](std::size_t length, std::uint32_t distance) {
         std::uint64_t bits = 0;
         std::uint32_t size = 0;
         const auto add = [&](const Code& code, const Extra& extra) {
           bits |= (code.bits | static_cast<std::uint64_t>(extra.value) << code.length) << size;
           size += code.length + extra.bits;
         };
         add(codes_[lengths[length].symbol], lengths[length]);
         const Extra extra = distance_of(distance);
         add(distance_codes_[extra.symbol], extra);
         put_quickly(bits, size);
       });
  bits_ = waiting;
  bit_count_ = count;
  out_size_ = static_cast<std::size_t>(out - out_.data());
  // What the next text may look back at.
  const std::size_t kept = std::min(end_, window);
  const std::size_t moved = end_ - kept;
  std::memmove(text_.data(), text_.data() + moved, kept);
  for (std::size_t& place : last_)
    place = place == no_place || place < moved ? no_place : place - moved;
  begin_ = end_ = kept;
  pass_on();
}

void QuickGzip::pass_on() {
  sink_({out_.data(), out_size_});
  passed_on_ += static_cast<std::int64_t>(out_size_);
  out_size_ = 0;
}

// An empty block of plain bytes ends at a whole byte.
void QuickGzip::align() {
  if (blocks_ > 0) put(codes_[end_of_block].bits, codes_[end_of_block].length);
  blocks_ = packed_ = 0;
  put(0, 3);
  put(0, (8 - bit_count_) % 8);
  put(0xffff0000, 32);
}

QuickGzip::Mark QuickGzip::mark() {
  pack();
  align();
  pass_on();
  return {.bytes = passed_on_, .crc32 = crc32_, .text_bytes = text_bytes_};
}

void QuickGzip::finish() {
  pack();
  align();
  put(0b011, 3);  // an empty block, the last one, of the codes that everybody knows
  put(0, 13);
  put(crc32_, 32);
  put(static_cast<std::uint32_t>(text_bytes_), 32);
  pass_on();
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "qubo/byte_reader.hpp"

#include "core/error.hpp"
#include "core/json_reader.hpp"
#include "qubo/term_lines.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <string>

namespace spinsack {

std::string_view ByteReader::bytes(std::size_t count, std::string_view what) {
  if (count > left())
    fail(offset_, fmt::format("expected {} ({} bytes), found {} bytes before the end of the file",
                              what, count, left()));
  offset_ += count;
  return data_.substr(offset_ - count, count);
}

std::uint64_t ByteReader::unsigned_number(std::size_t count, std::string_view what) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes(count, what).data(), count);
  if constexpr (std::endian::native == std::endian::big) bits = __builtin_bswap64(bits);
  return bits;
}

std::int64_t ByteReader::integer(const NumberType& type, std::int64_t limit,
                                 std::string_view what) {
  const std::uint64_t bits = unsigned_number(type.bytes, what);
  if (bits <= static_cast<std::uint64_t>(limit)) return static_cast<std::int64_t>(bits);
  const bool negative = type.name.starts_with('i') && bits >> (8 * type.bytes - 1) != 0;
  fail(offset_ - type.bytes, fmt::format("expected {} in 0..{}, found {}", what, limit,
                                         negative ? "a negative number" : std::to_string(bits)));
}

double ByteReader::coefficient(const NumberType& type, std::string_view what) {
  const std::uint64_t bits = unsigned_number(type.bytes, what);
  const double value = type.bytes == 8
                           ? std::bit_cast<double>(bits)
                           : double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
  if (!(std::fabs(value) <= largest_coefficient))
    fail(offset_ - type.bytes, fmt::format("expected {} of at most {:g} in magnitude, found {:g}",
                                           what, largest_coefficient, value));
  return value;
}

std::string_view ByteReader::json_text(std::string_view what) {
  const auto length = unsigned_number(4, fmt::format("the length of {}", what));
  const std::size_t start = offset_;
  const std::string_view text = bytes(length, what);
  JsonReader json(name_, text);
  try {
    json.skip();
    json.end(what);
  } catch (const InputError&) {
    fail(start + json.last(), fmt::format("expected {} in JSON, found a syntax error", what));
  }
  return text;
}

void ByteReader::fail(std::size_t offset, std::string_view message) const {
  throw InputError(fmt::format("{}: byte {}: {}", name_, offset, message));
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// Reads a binary file number by number and knows where each stood: what TextReader is to text.
#pragma once

#include "core/file.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace spinsack {

// A type of numpy, by the name that files give it.
struct NumberType {
  std::string_view name;
  std::size_t bytes = 0;
  bool real = false;
};
inline constexpr std::array number_types{
    NumberType{"float64", 8, true}, NumberType{"float32", 4, true}, NumberType{"int32", 4, false},
    NumberType{"int64", 8, false},  NumberType{"uint32", 4, false}, NumberType{"uint64", 8, false}};

// Numbers are little-endian. Every function but the first two throws InputError at the byte that is
// wrong; what names the expected thing.
class ByteReader {
 public:
  explicit ByteReader(const InputFile& file) : name_(file.name), data_(file.text) {}

  std::size_t offset() const { return offset_; }
  std::size_t left() const { return data_.size() - offset_; }

  std::string_view bytes(std::size_t count, std::string_view what);
  std::uint64_t unsigned_number(std::size_t count, std::string_view what);  // of 1..8 bytes
  std::int64_t integer(const NumberType& type, std::int64_t limit,          // in 0..limit
                       std::string_view what);
  double coefficient(const NumberType& type, std::string_view what);  // see largest_coefficient
  // A 32-bit length and that many bytes, which are good JSON.
  std::string_view json_text(std::string_view what);

  [[noreturn]] void fail(std::size_t offset, std::string_view message) const;

 private:
  std::string_view name_;
  std::string_view data_;
  std::size_t offset_ = 0;
};

}  // namespace spinsack

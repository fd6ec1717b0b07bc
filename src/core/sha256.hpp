// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace spinsack {

// 64 lower-case hexadecimal digits, as sha256sum prints them.
[[nodiscard]] std::string sha256(std::string_view data);

// The same as 32 bytes.
[[nodiscard]] std::array<std::uint8_t, 32> sha256_bytes(std::string_view data);

// The same of data that come piece by piece.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(std::string_view piece);
  // Numbers as this machine holds them.
  template <class T>
  requires std::is_arithmetic_v<T>
  void add(std::span<const T> numbers) {
    const auto bytes = std::as_bytes(numbers);
    add(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }
  [[nodiscard]] std::string digits() &&;  // as sha256() gives them

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "core/sha256.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>

#include <stdexcept>

namespace spinsack {

std::array<std::uint8_t, 32> sha256_bytes(std::string_view data) {
  std::array<std::uint8_t, 32> digest{};
  unsigned length = 0;
  if (EVP_Digest(data.data(), data.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("the cryptography library refused to compute SHA-256");
  return digest;
}

std::string sha256(std::string_view data) {
  return fmt::format("{:02x}", fmt::join(sha256_bytes(data), ""));
}

}  // namespace spinsack

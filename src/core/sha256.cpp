// SPDX-License-Identifier: Apache-2.0
#include "core/sha256.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>

#include <stdexcept>

namespace spinsack {
namespace {

using Digest = std::array<std::uint8_t, 32>;

void require(bool done) {
  if (!done) throw std::runtime_error("the cryptography library refused to compute SHA-256");
}

std::string digits_of(const Digest& digest) { return fmt::format("{:02x}", fmt::join(digest, "")); }

}  // namespace

struct Sha256::Context {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> state{EVP_MD_CTX_new(), EVP_MD_CTX_free};
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  require(context_->state && EVP_DigestInit_ex(context_->state.get(), EVP_sha256(), nullptr) == 1);
}

Sha256::~Sha256() = default;

void Sha256::add(std::string_view piece) {
  require(EVP_DigestUpdate(context_->state.get(), piece.data(), piece.size()) == 1);
}

std::string Sha256::digits() && {
  Digest digest{};
  require(EVP_DigestFinal_ex(context_->state.get(), digest.data(), nullptr) == 1);
  return digits_of(digest);
}

Digest sha256_bytes(std::string_view data) {
  Digest digest{};
  require(EVP_Digest(data.data(), data.size(), digest.data(), nullptr, EVP_sha256(), nullptr) == 1);
  return digest;
}

std::string sha256(std::string_view data) { return digits_of(sha256_bytes(data)); }

}  // namespace spinsack

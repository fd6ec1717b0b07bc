// SPDX-License-Identifier: Apache-2.0
// gzip and xz, as streams of bytes in memory.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace spinsack {

// Whether data that begins so is gzip or xz.
[[nodiscard]] bool is_packed(std::string_view data);

// Unpacks gzip or xz data, recognised by their first bytes; anything else comes back as it is.
// name is for messages only. Throws FileError on damaged data and beyond size_limit bytes.
[[nodiscard]] std::string unpack(std::string_view name, std::string data, std::size_t size_limit);

// Packs pieces as they come.
class Packer {
 public:
  using Sink = std::function<void(std::string_view)>;
  virtual ~Packer() = default;
  virtual void write(std::string_view piece) = 0;
  virtual void finish() = 0;
};

// Whether a file of this name is compressed when written.
[[nodiscard]] bool is_packed_name(std::string_view path);

// The packer that a file name asks for (.gz, .xz), or one that passes everything through.
[[nodiscard]] std::unique_ptr<Packer> make_packer(std::string_view path, Packer::Sink sink);

}  // namespace spinsack

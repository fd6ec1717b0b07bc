// SPDX-License-Identifier: Apache-2.0
// Compiled alone: joined with file.cpp, g++ 12 sees an uninitialised string where there is none.
#include "core/compression.hpp"

#include "core/error.hpp"

#include <fmt/format.h>
#include <lzma.h>
#include <zlib.h>

#include <array>
#include <cstdint>
#include <new>
#include <utility>

namespace spinsack {
namespace {

constexpr std::size_t chunk = std::size_t{1} << 18;

[[noreturn]] void damaged(std::string_view name, std::string_view kind) {
  throw FileError(fmt::format("{}: damaged or truncated {} data", name, kind));
}

void check_size(std::string_view name, std::size_t size, std::size_t limit) {
  if (size > limit) throw FileError(fmt::format("{}: unpacks to more than {} bytes", name, limit));
}

// zlib and lzma take mutable or unsigned pointers to data they only read.
std::uint8_t* bytes(std::string_view data) {
  return reinterpret_cast<std::uint8_t*>(const_cast<char*>(data.data()));  // NOLINT
}
std::uint8_t* bytes(std::array<char, chunk>& data) {
  return reinterpret_cast<std::uint8_t*>(data.data());  // NOLINT
}

bool is_gzip(std::string_view data) { return data.starts_with("\x1f\x8b"); }

bool is_xz(std::string_view data) {
  using namespace std::string_view_literals;
  return data.starts_with(
      "\xfd"
      "7zXZ\0"sv);
}

std::string unpack_gzip(std::string_view name, std::string_view data, std::size_t limit) {
  std::string text;
  std::array<char, chunk> out{};
  z_stream stream{};
  constexpr int gzip_only = 15 + 16;  // window bits, plus the flag for a gzip header
  if (inflateInit2(&stream, gzip_only) != Z_OK) throw std::bad_alloc();
  const auto close = std::unique_ptr<z_stream, int (*)(z_stream*)>(&stream, inflateEnd);
  while (!data.empty()) {
    constexpr std::size_t largest_piece = std::size_t{1} << 30;  // avail_in has 32 bits
    const std::string_view piece = data.substr(0, largest_piece);
    stream.next_in = bytes(piece);
    stream.avail_in = static_cast<uInt>(piece.size());
    int status = Z_OK;
    do {
      stream.next_out = bytes(out);
      stream.avail_out = chunk;
      status = inflate(&stream, Z_NO_FLUSH);
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) damaged(name, "gzip");
      text.append(out.data(), chunk - stream.avail_out);
      check_size(name, text.size(), limit);
    } while (stream.avail_out == 0 && status != Z_STREAM_END);
    data.remove_prefix(piece.size() - stream.avail_in);
    if (status != Z_STREAM_END) {
      if (data.empty() || stream.avail_in == piece.size()) damaged(name, "gzip");
      continue;
    }
    // gzip files may be joined end to end; padding of zeros is allowed after the last one.
    if (data.empty() || data.find_first_not_of('\0') == std::string_view::npos) return text;
    inflateReset(&stream);
  }
  damaged(name, "gzip");
}

std::string unpack_xz(std::string_view name, std::string_view data, std::size_t limit) {
  std::string text;
  std::array<char, chunk> out{};
  lzma_stream stream = LZMA_STREAM_INIT;
  constexpr std::uint64_t memory_limit = std::uint64_t{1} << 30;
  if (lzma_stream_decoder(&stream, memory_limit, LZMA_CONCATENATED) != LZMA_OK)
    throw std::bad_alloc();
  const auto close = std::unique_ptr<lzma_stream, void (*)(lzma_stream*)>(&stream, lzma_end);
  stream.next_in = bytes(data);
  stream.avail_in = data.size();
  for (;;) {
    stream.next_out = bytes(out);
    stream.avail_out = chunk;
    const lzma_ret status = lzma_code(&stream, LZMA_FINISH);
    text.append(out.data(), chunk - stream.avail_out);
    check_size(name, text.size(), limit);
    if (status == LZMA_STREAM_END) return text;
    if (status != LZMA_OK) damaged(name, "xz");
  }
}

class PlainPacker : public Packer {
 public:
  explicit PlainPacker(Sink sink) : sink_(std::move(sink)) {}
  void write(std::string_view piece) override { sink_(piece); }
  void finish() override {}

 private:
  Sink sink_;
};

class GzipPacker : public Packer {
 public:
  explicit GzipPacker(Sink sink) : sink_(std::move(sink)) {
    constexpr int gzip_window = 15 + 16;
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  GzipPacker(const GzipPacker&) = delete;
  GzipPacker& operator=(const GzipPacker&) = delete;
  ~GzipPacker() override { deflateEnd(&stream_); }
  void write(std::string_view piece) override {
    // zlib counts what it is given in 32 bits.
    constexpr std::size_t most = std::size_t{1} << 30;
    for (; piece.size() > most; piece.remove_prefix(most)) run(piece.substr(0, most), Z_NO_FLUSH);
    run(piece, Z_NO_FLUSH);
  }
  void finish() override { run({}, Z_FINISH); }

 private:
  void run(std::string_view piece, int flush) {
    stream_.next_in = bytes(piece);
    stream_.avail_in = static_cast<uInt>(piece.size());
    do {
      stream_.next_out = bytes(out_);
      stream_.avail_out = chunk;
      deflate(&stream_, flush);
      sink_({out_.data(), chunk - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }
  Sink sink_;
  z_stream stream_{};
  std::array<char, chunk> out_{};
};

class XzPacker : public Packer {
 public:
  explicit XzPacker(Sink sink) : sink_(std::move(sink)) {
    if (lzma_easy_encoder(&stream_, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64) != LZMA_OK)
      throw std::bad_alloc();
  }
  XzPacker(const XzPacker&) = delete;
  XzPacker& operator=(const XzPacker&) = delete;
  ~XzPacker() override { lzma_end(&stream_); }
  void write(std::string_view piece) override { run(piece, LZMA_RUN); }
  void finish() override { run({}, LZMA_FINISH); }

 private:
  void run(std::string_view piece, lzma_action action) {
    stream_.next_in = bytes(piece);
    stream_.avail_in = piece.size();
    do {
      stream_.next_out = bytes(out_);
      stream_.avail_out = chunk;
      if (lzma_code(&stream_, action) == LZMA_MEM_ERROR) throw std::bad_alloc();
      sink_({out_.data(), chunk - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }
  Sink sink_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::array<char, chunk> out_{};
};

}  // namespace

bool is_packed(std::string_view data) { return is_gzip(data) || is_xz(data); }

std::string unpack(std::string_view name, std::string data, std::size_t size_limit) {
  if (is_gzip(data)) return unpack_gzip(name, data, size_limit);
  if (is_xz(data)) return unpack_xz(name, data, size_limit);
  return data;
}

bool is_packed_name(std::string_view path) {
  return path.ends_with(".gz") || path.ends_with(".xz");
}

std::unique_ptr<Packer> make_packer(std::string_view path, Packer::Sink sink) {
  if (path.ends_with(".gz")) return std::make_unique<GzipPacker>(std::move(sink));
  if (path.ends_with(".xz")) return std::make_unique<XzPacker>(std::move(sink));
  return std::make_unique<PlainPacker>(std::move(sink));
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// gzip at several times the speed of zlib's fastest level, for texts of millions of like terms, as the bodies of requests
// are: a term is compared with the one before it, and nothing else is searched for. Sizes are about those of that level.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace spinsack {

class QuickGzip {
 public:
  using Sink = std::function<void(std::string_view)>;
  // anchors: the characters with which parts of a term begin that may be as in the last one.
  QuickGzip(std::string_view anchors, Sink sink);

  void write(std::string_view piece);
  // A place in the packed bytes where other data can go on: bytes before it, and checksum and size of the text so far.
  struct Mark {
    std::int64_t bytes = 0;
    std::uint32_t crc32 = 0;
    std::int64_t text_bytes = 0;
  };
  [[nodiscard]] Mark mark();
  void finish();

 private:
  static constexpr std::size_t window = std::size_t{1} << 15;
  static constexpr std::size_t block = std::size_t{1} << 17;
  static constexpr std::size_t slack = 16;          // that may be read behind a text
  static constexpr std::size_t header_room = 1024;  // for all but the codes of a text

  struct Code {
    std::uint32_t bits = 0;
    std::uint32_t length = 0;
  };
  template <class Literal, class Match>
  void walk(const Literal& literal, const Match& match);
  void begin_codes();
  void pack();
  void put(std::uint64_t bits, std::uint32_t length);
  void align();
  void pass_on();

  Sink sink_;
  std::array<bool, 256> is_anchor_{};
  std::vector<char> text_;               // the window, then what is to be packed
  std::size_t begin_ = 0;                // of what is to be packed
  std::size_t end_ = 0;                  // of it
  std::array<std::size_t, 256> last_{};  // place of the latest anchor of each kind; none: no_place
  static constexpr std::size_t no_place = ~std::size_t{0};
  static constexpr std::int64_t texts_per_code = 16;
  std::int64_t packed_ = 0;        // texts, since codes began
  std::int64_t blocks_ = 0;        // one is open if there are any
  std::array<Code, 286> codes_{};  // of bytes and lengths
  std::array<Code, 30> distance_codes_{};
  std::uint64_t bits_ = 0;  // not yet in out_
  std::uint32_t bit_count_ = 0;
  std::vector<char> out_;
  std::size_t out_size_ = 0;
  std::int64_t passed_on_ = 0;
  std::uint32_t crc32_ = 0;
  std::int64_t text_bytes_ = 0;
};

}  // namespace spinsack

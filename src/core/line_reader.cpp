// SPDX-License-Identifier: Apache-2.0
#include "core/line_reader.hpp"

#include "core/compression.hpp"
#include "core/system_reason.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace spinsack {
namespace {

constexpr std::size_t block = std::size_t{1} << 18;
constexpr std::size_t largest_packed = std::size_t{4} << 30;  // when unpacked

}  // namespace

LineReader::LineReader(std::string_view path, std::size_t longest_line)
    : name_(path == "-" ? "standard input" : path), longest_line_(longest_line) {
  if (path != "-") {
    own_ = open_file(name_, O_RDONLY);
    if (!own_.open()) file_failure(name_, "open", errno);
    file_ = own_.get();
  }
  fill();
  if (is_packed(buffer_)) {
    while (fill()) {
    }
    buffer_ = unpack(name_, std::move(buffer_), largest_packed);
  }
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (buffer_.starts_with(byte_order_mark)) {
    begin_ = byte_order_mark.size();
    after_ = static_cast<std::int64_t>(begin_);
  }
}

bool LineReader::fill() {
  buffer_.erase(0, begin_);
  begin_ = 0;
  const std::size_t size = buffer_.size();
  buffer_.resize(size + std::max(block, size / 2));  // a long line is moved few times
  ssize_t got = -1;
  do got = ::read(file_, buffer_.data() + size, buffer_.size() - size);
  while (got < 0 && errno == EINTR);
  buffer_.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (got < 0) file_failure(name_, "read", errno);
  return got > 0;
}

bool LineReader::next() {
  too_long_ = false;
  offset_ = after_;
  std::size_t searched = 0;  // bytes without a line end
  std::size_t end = std::string::npos;
  while ((end = buffer_.find('\n', begin_ + searched)) == std::string::npos) {
    searched = buffer_.size() - begin_;
    if (searched > longest_line_) {
      if (!too_long_) start_of_long_line_ = buffer_.substr(begin_, block);
      too_long_ = true;
      pass(searched);
      searched = 0;
    }
    if (!fill()) break;
  }
  finished_ = end != std::string::npos;
  const std::size_t size = (finished_ ? end : buffer_.size()) - begin_;
  line_ = too_long_ ? std::string_view(start_of_long_line_)
                    : std::string_view(buffer_).substr(begin_, size);
  pass(size + (finished_ ? 1 : 0));
  if (!finished_ && !too_long_ && size == 0) return false;
  ++number_;
  return true;
}

// Bytes that have been read.
void LineReader::pass(std::size_t count) {
  begin_ += count;
  after_ += static_cast<std::int64_t>(count);
}

}  // namespace spinsack

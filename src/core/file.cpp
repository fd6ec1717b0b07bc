// SPDX-License-Identifier: Apache-2.0
#include "core/file.hpp"

#include "core/compression.hpp"
#include "core/descriptor.hpp"
#include "core/error.hpp"
#include "core/output_file.hpp"
#include "core/system_reason.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

constexpr std::size_t largest_input = std::size_t{4} << 30;
constexpr std::size_t flush_size = std::size_t{1} << 20;

std::string read_all(std::string_view name, int fd) {
  struct stat status {};
  if (fstat(fd, &status) != 0) file_failure(name, "read", errno);
  if (S_ISDIR(status.st_mode)) file_failure(name, "read", EISDIR);
  std::string data;
  const auto expected = S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
  std::size_t size = 0;
  for (;;) {
    // One byte more than a regular file holds, so that its end is seen without growing.
    if (size == data.size()) data.resize(std::max({expected + 1, 2 * size, flush_size}));
    const ssize_t got = ::read(fd, data.data() + size, data.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) file_failure(name, "read", errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
    if (size > largest_input)
      throw FileError(fmt::format("{}: larger than {} bytes", name, largest_input));
  }
  data.resize(size);
  return data;
}

// Most reals of a file are decimals of few digits. With at most 15 of them a decimal is the only text so short that
// reads back as its double, so there is nothing to search for. Returns the length, 0 if the value is no such decimal.
std::size_t short_decimal(double value, std::array<char, 32>& digits) {
  constexpr int most_places = 6;
  const double magnitude = std::fabs(value);
  std::uint64_t power = 1;
  for (int places = 1; places <= most_places; ++places) {
    power *= 10;
    const double scaled = std::nearbyint(magnitude * static_cast<double>(power));
    if (!(scaled < 1e15)) return 0;
    if (scaled / static_cast<double>(power) != magnitude) continue;
    const auto number = static_cast<std::uint64_t>(scaled);
    const fmt::format_int whole(number / power);
    char* end = digits.data();
    if (value < 0) *end++ = '-';
    end = std::copy_n(whole.data(), whole.size(), end);
    *end++ = '.';
    std::uint64_t fraction = number % power;
    for (int place = places - 1; place >= 0; --place) {
      end[place] = static_cast<char>('0' + fraction % 10);
      fraction /= 10;
    }
    return static_cast<std::size_t>(end + places - digits.data());
  }
  return 0;
}

// Feeds write's output through the packer that the name asks for.
void produce(OutputFile& file, const std::function<void(TextWriter&)>& write) {
  file.open();
  const auto packer = make_packer(file.name(), [&](std::string_view piece) { file.write(piece); });
  TextWriter writer([&](std::string_view piece) { packer->write(piece); });
  write(writer);
  writer.flush();
  packer->finish();
}

}  // namespace

InputFile read_file(std::string_view path) {
  InputFile input{path == "-" ? "standard input" : std::string(path), {}};
  if (path == "-") {
    input.text = read_all(input.name, STDIN_FILENO);
  } else {
    const Descriptor file = open_file(input.name, O_RDONLY);
    if (!file.open()) file_failure(input.name, "open", errno);
    input.text = read_all(input.name, file.get());
  }
  input.text = unpack(input.name, std::move(input.text), largest_input);
  // Some editors put an invisible mark in front of every text; no format of ours starts with one.
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (input.text.starts_with(byte_order_mark)) input.text.erase(0, byte_order_mark.size());
  return input;
}

void TextWriter::text(std::string_view piece) {
  buffer_ += piece;
  if (buffer_.size() >= flush_size) flush();
}

void TextWriter::integer(std::int64_t value) {
  const fmt::format_int digits(value);
  text({digits.data(), digits.size()});
}

void TextWriter::real(double value) {
  constexpr double exact = 9007199254740992.0;  // 2^53
  if (std::fabs(value) <= exact && std::trunc(value) == value)
    return integer(static_cast<std::int64_t>(value));
  if (std::array<char, 32> digits{}; const std::size_t length = short_decimal(value, digits))
    return text({digits.data(), length});
  // 1.8e308 has 309 digits before the point, 5e-324 more than a thousand after it.
  std::array<char, 1500> digits;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled next
  const auto [end, status] =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed);
  text({digits.data(), end});
}

void TextWriter::flush() {
  sink_(buffer_);
  buffer_.clear();
}

void write_file(std::string_view path, const std::function<void(TextWriter&)>& write) {
  OutputFile file(path);
  produce(file, write);
  file.publish();
}

void write_files(std::span<const FileToWrite> files) {
  std::vector<OutputFile> outputs;
  for (const FileToWrite& file : files) outputs.emplace_back(file.path);
  // What cannot be taken back comes after everything else that may fail.
  for (const bool stream : {false, true})
    for (std::size_t i = 0; i < files.size(); ++i)
      if (outputs[i].is_stream() == stream) produce(outputs[i], files[i].write);
  try {
    for (OutputFile& output : outputs) output.publish(OutputFile::Old::keep);
  } catch (...) {
    for (OutputFile& output : outputs) output.take_back();
    throw;
  }
}

std::string write_string(const std::function<void(TextWriter&)>& write) {
  std::string text;
  TextWriter writer([&](std::string_view piece) { text += piece; });
  write(writer);
  writer.flush();
  return text;
}

}  // namespace spinsack

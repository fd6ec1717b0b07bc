// SPDX-License-Identifier: Apache-2.0
// Files in, files out. Input may be compressed; output appears whole or not at all.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace spinsack {

struct InputFile {
  std::string name;  // as the user typed it; "standard input" for "-"
  std::string text;  // uncompressed
};

// Reads a file, or standard input for "-". gzip and xz are recognised by their first bytes, whatever
// the name; a UTF-8 byte order mark is skipped. Throws FileError with the reason.
[[nodiscard]] InputFile read_file(std::string_view path);

// Collects text and hands it on in large pieces.
class TextWriter {
 public:
  using Sink = std::function<void(std::string_view)>;
  explicit TextWriter(Sink sink) : sink_(std::move(sink)) {}

  void text(std::string_view piece);
  void integer(std::int64_t value);
  // Shortest text that reads back as the same double, never with an exponent. Whole numbers carry
  // no point.
  void real(double value);
  void flush();

 private:
  Sink sink_;
  std::string buffer_;
};

// Runs write and puts what it produced at path: standard output for "-", compressed if the name ends
// in .gz or .xz. A regular file appears whole or not at all, see OutputFile. Throws FileError.
void write_file(std::string_view path, const std::function<void(TextWriter&)>& write);

struct FileToWrite {
  std::string path;
  std::function<void(TextWriter&)> write;
};

// Several files that are worth something only together: all of them appear, or the old ones stay. Only a power
// cut or kill -9 in the moment between two of them leaves a mixture, since no system replaces two files at once.
void write_files(std::span<const FileToWrite> files);

// The same into a string.
[[nodiscard]] std::string write_string(const std::function<void(TextWriter&)>& write);

}  // namespace spinsack

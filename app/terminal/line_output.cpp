// SPDX-License-Identifier: Apache-2.0
#include "terminal/line_output.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "terminal/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace spinsack::cli {
namespace {

[[noreturn]] void fail(const std::string& path) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread writes
  throw FileError(fmt::format("{}: {}", path, std::strerror(errno)));
}

}  // namespace

LineOutput::LineOutput(std::string path) : path_(std::move(path)) {
  if (path_.empty() || path_ == "-" || compressed()) return;
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(path_);
}

LineOutput::~LineOutput() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool LineOutput::compressed() const { return path_.ends_with(".gz") || path_.ends_with(".xz"); }

void LineOutput::line(const std::string& text) {
  if (path_.empty()) return;
  std::string whole = text + '\n';
  if (path_ == "-") return print(whole);
  if (compressed()) {
    kept_ += whole;
    return;
  }
  std::string_view rest = whole;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path_);
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

void LineOutput::close() {
  if (compressed()) write_file(path_, [&](TextWriter& out) { out.text(kept_); });
  if (descriptor_ >= 0 && ::close(std::exchange(descriptor_, -1)) != 0) fail(path_);
}

}  // namespace spinsack::cli

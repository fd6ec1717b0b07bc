// SPDX-License-Identifier: Apache-2.0
#include "core/line_output.hpp"

#include "core/compression.hpp"
#include "core/file.hpp"

namespace spinsack {

LineOutput::LineOutput(const std::string& path) {
  if (path.empty()) return;
  file_.emplace(path);
  if (is_packed_name(path)) packed_path_ = path;
}

void LineOutput::line(const std::string& text) {
  if (!file_) return;
  if (!packed_path_.empty()) {
    packed_ += text + '\n';
    return;
  }
  file_->write(text + '\n');
  file_->publish();
}

void LineOutput::close() {
  if (!packed_.empty()) write_file(packed_path_, [&](TextWriter& out) { out.text(packed_); });
  packed_.clear();
  if (file_) file_->sync();
}

}  // namespace spinsack

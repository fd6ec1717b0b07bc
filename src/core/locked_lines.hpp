// SPDX-License-Identifier: Apache-2.0
// A file of lines that several processes write and read in turns, on one machine or on several that share it. Whatever
// ends a process, lines before are good; one that was cut off is closed by whoever comes next, and means nothing.
#pragma once

#include "core/descriptor.hpp"

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace spinsack {

class LockedLines {
 public:
  explicit LockedLines(std::string path) : path_(std::move(path)) {}

  using Take = std::function<void(std::string_view line)>;
  // Calls take with every line since the last time, without waiting for anybody; a file that is missing has none.
  void read(const Take& take);
  // The same while nobody else has a turn, then appends what write gives back, lines with their ends. They are on the
  // disk when this returns, and come back to take the next time. FileError.
  void turn(const Take& take, const std::function<std::string()>& write);

 private:
  void take_new(std::int64_t size, const Take& take);

  std::string path_;
  std::mutex mutex_;
  Descriptor file_;
  std::int64_t taken_ = 0;  // bytes, all of whole lines
};

}  // namespace spinsack

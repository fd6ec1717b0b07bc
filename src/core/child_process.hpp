// SPDX-License-Identifier: Apache-2.0
// Work in a process of its own: for code of others that cannot be asked to stop, prints where it likes, or
// might crash. It can be ended at any moment, and takes its memory with it.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace spinsack {

class ChildProcess {
 public:
  // Runs body in a copy of this process; out is a pipe to us. The copy ends with the body, whose exception is
  // its last word on the pipe and makes the exit code 1. Other threads of ours do not exist in the copy, so
  // the body must not wait for what they hold; the heap is safe. Its standard streams are /dev/null. It is
  // killed if we die. FileError if the system has no process left.
  explicit ChildProcess(const std::function<void(int out)>& body);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();  // kills it, and what it started

  // Waits for news up to this long and appends them to text. False once there will be no more.
  [[nodiscard]] bool read(std::string& text, std::chrono::milliseconds patience);

  struct End {
    int exit_code = 0;  // of a process that ended by itself
    int signal = 0;     // that killed it, or 0
  };
  // Waits for the end up to this long: it may live on after read() was false. Not again once it was told.
  [[nodiscard]] std::optional<End> wait(std::chrono::milliseconds patience);

 private:
  pid_t child_ = -1;
  int pipe_ = -1;
};

// For the body: writes all of it, or ends the process if nobody reads any more.
void write_to_parent(int out, std::string_view text);

// For the body: becomes this program, in this directory, printing to out. Returns only by an exception.
void become_program(const std::string& path, std::span<const std::string> arguments,
                    const std::string& directory, int out);

// Where PATH has an executable file of this name.
[[nodiscard]] std::optional<std::string> find_program(std::string_view name);

}  // namespace spinsack

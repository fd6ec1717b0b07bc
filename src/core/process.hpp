// SPDX-License-Identifier: Apache-2.0
// Other programs. This is the one place that starts them: to talk to while they live, or to run to
// their end (core/run_process.hpp).
//
// A program is always started by exec, so nothing of ours runs in a copy of this process, and it gets its three
// standard streams and no other descriptor. It leads a process group of its own: Ctrl-C in a terminal is for us,
// and what it started itself ends with it. It is killed when the thread that started it ends, and so when we die.
#pragma once

#include "core/descriptor.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace spinsack {

enum class Stream {
  nothing,      // /dev/null
  pipe,         // between the program and us
  shared,       // our own
  with_output,  // for standard error: goes where standard output goes
};

struct ProcessRequest {
  std::vector<std::string> command;  // a path or a name in PATH, then the arguments
  std::string directory = {};        // where to run; here if empty
  std::map<std::string, std::string> environment = {};  // on top of ours
  bool only_environment = false;                        // or that alone, with nothing of ours
  Stream input = Stream::nothing;
  Stream output = Stream::pipe;
  Stream errors = Stream::pipe;
};

struct ProcessEnd {
  int exit_code = 0;  // of a program that ended by itself
  int signal = 0;     // that killed it, or 0
  bool lost = false;  // the system does not say how it ended, as this process ignores SIGCHLD

  [[nodiscard]] bool success() const { return exit_code == 0 && signal == 0 && !lost; }
  [[nodiscard]] std::string text() const;  // "its exit code is 3", "signal 11 ended it"
};

class Process {
 public:
  // FileError with the reason if the program cannot be started: it then has no exit code.
  explicit Process(const ProcessRequest& request);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();  // kills it, and what it started

  // Puts text into the queue for its standard input, a pipe. Nothing is lost and nobody waits: listen() passes on
  // as much as the pipe takes. A program that no longer reads gets no more, and that is no error of ours.
  void send(std::string_view text);
  [[nodiscard]] std::size_t unsent() const { return queue_.size() - sent_; }
  void close_input();  // once the queue is empty

  // Waits up to this long for something to pass on in either direction, and appends what was said on its piped
  // streams, at most listen_limit bytes of each. False once there will be no more, though it may live on.
  static constexpr std::size_t listen_limit = 65536;
  [[nodiscard]] bool listen(std::string& output, std::string& errors,
                            std::chrono::milliseconds patience);

  // Waits for the end up to this long. What the program left behind in its process group is killed then. Once
  // told, the end is told again.
  [[nodiscard]] std::optional<ProcessEnd> wait(std::chrono::milliseconds patience);

  // SIGTERM for the group, SIGKILL for what still lives after the grace period.
  ProcessEnd stop(std::chrono::milliseconds grace);

 private:
  struct Ends;  // of the pipes, as the program gets them

  void start(const ProcessRequest& request, Ends& ends);
  void pass_on();
  void kill_group(int signal) const;

  pid_t child_ = -1;
  std::optional<ProcessEnd> end_;
  Descriptor input_;
  Descriptor output_;
  Descriptor errors_;
  std::string queue_;
  std::size_t sent_ = 0;  // bytes of the queue
  bool closing_ = false;
};

// This process goes on as another program, found in PATH; returns only by FileError.
[[noreturn]] void become_program(const std::vector<std::string>& command);

// Takes the first line out of the text, without its end, if all of it is there.
[[nodiscard]] std::optional<std::string> take_line(std::string& text);

}  // namespace spinsack

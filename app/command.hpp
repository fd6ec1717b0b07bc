// SPDX-License-Identifier: Apache-2.0
// A command is a row of text and one function. The function declares the flags of a plain struct
// and hands that struct back, to be run once the flags are filled in.
#pragma once

#include "flags.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace spinsack::cli {

// Exit codes of the program.
inline constexpr int success = 0;
inline constexpr int bad_input = 1;  // or bad usage
inline constexpr int failure = 2;    // internal error, or a verification that failed
inline constexpr int unproven = 3;   // the answer is there, the proof that was asked for is not

// Owns some struct with `int run() const`, whatever its type.
class Task {
 public:
  template <class Work>
  explicit Task(std::unique_ptr<Work> work)
      : work_(work.release(), [](void* w) { delete static_cast<Work*>(w); }),
        run_([](const void* w) { return static_cast<const Work*>(w)->run(); }) {}
  int run() const { return run_(work_.get()); }

 private:
  std::unique_ptr<void, void (*)(void*)> work_;
  int (*run_)(const void*);
};

struct Example {
  std::string_view command;
  std::string_view meaning;
};

struct Command {
  std::string_view name;
  std::string_view help;   // one line, no full stop
  std::string_view about;  // a raw string: paragraphs of any lines, an empty line between two
  std::span<const Example> examples;
  Task (*declare)(Flags& flags);
};

// The declare function of a command whose flags are the members of Work.
template <class Work>
Task declare(Flags& flags) {
  auto work = std::make_unique<Work>();
  work->declare(flags);
  return Task(std::move(work));
}

}  // namespace spinsack::cli

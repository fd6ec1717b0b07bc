// SPDX-License-Identifier: Apache-2.0
// The processes that mpirun started, and what they say to each other. All of MPI is behind this file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spinsack::cli {

enum class Say : int {
  // to the first rank
  ready,        // a thread has nothing to do
  record,       // a line; its thread has nothing to do now
  interrupted,  // a signal came
  bye,          // the last message
  // from the first rank
  cell,  // its number, for a thread that was ready
  stop,  // the last message: give up what is being worked on
};

struct Message {
  int from = 0;
  Say say = Say::ready;
  std::string text;
};

class Ranks {
 public:
  Ranks(int* argc, char*** argv);
  ~Ranks();  // waits for the others
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int own() const { return own_; }
  bool first() const { return own_ == 0; }
  int count() const { return count_; }

  // These are called by all ranks together.
  [[nodiscard]] std::int64_t sum(std::int64_t value) const;
  [[nodiscard]] std::string text_of_first(std::string text) const;

  // From one thread only. Short messages to a rank that does not listen yet do not wait.
  void send(int to, Say say, std::string_view text = {}) const;
  [[nodiscard]] std::optional<Message> receive() const;  // or nothing, at once

  // Ends all ranks, whatever they do.
  [[noreturn]] void abort(int code) const;

 private:
  int own_ = 0;
  int count_ = 1;
};

}  // namespace spinsack::cli

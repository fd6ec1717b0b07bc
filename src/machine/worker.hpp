// SPDX-License-Identifier: Apache-2.0
// A worker at work: a program that stays, and answers questions line by line. Several threads may ask at a time; while
// they wait, each listens for all. Whatever the program does, a question ends: with an answer, or with a fault.
#pragma once

#include "core/process.hpp"
#include "machine/messages.hpp"
#include "machine/model_file.hpp"
#include "machine/secrets.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

namespace spinsack {

struct WorkerPatience {
  std::chrono::milliseconds hello{30'000};
  std::chrono::milliseconds cancel{5'000};  // for the answer to it
  std::chrono::milliseconds bye{5'000};     // for its own end, and again after SIGTERM
  std::size_t longest_line = std::size_t{1} << 30;
};

class Worker {
 public:
  using Outcome = std::variant<MachineAnswer, WorkerFault>;

  // Starts the program and waits for its hello. MachineError: auth if a variable is missing, else protocol.
  // What it writes on its standard error goes to the log, redacted.
  explicit Worker(MachineDescription machine, const WorkerPatience& patience = {},
                  WorkerLog::Sink log = {});
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker();  // bye, then SIGTERM, then SIGKILL

  const Hello& hello() const { return hello_; }
  const MachineDescription& machine() const { return machine_; }
  ModelFolder& models() { return models_; }
  bool alive();

  // line gets the number of the question, and those that were settled meanwhile. A question that is not answered in
  // time, or not wanted any more, is cancelled; a worker that does not react to that is ended.
  struct Waiting {
    std::chrono::duration<double> deadline;
    std::function<bool()> give_up = {};                    // asked every few milliseconds
    std::function<void(const WorkerStatus&)> status = {};  // on the asking thread
  };
  using Settled = std::vector<std::int64_t>;
  [[nodiscard]] Outcome ask(
      const std::function<std::string(std::int64_t id, const Settled& settled)>& line,
      const Waiting& waiting);
  // What the worker has said about this question is safe: it is told so with the next one.
  void settle(std::int64_t id);

 private:
  // How far a question is. A worker need not tell: once asked, it may have sent the question to its machine, and only
  // the word that it is still encoding says that it has not.
  enum class Progress { unasked, asked, encoding, sent };
  struct Question {
    std::vector<WorkerStatus> statuses;  // not yet told
    std::optional<Outcome> outcome;
    Progress progress = Progress::unasked;
  };
  using Clock = std::chrono::steady_clock;
  class Place;  // of a question among the open ones

  void wait_for_hello();
  void release();
  bool listen(std::chrono::milliseconds patience);
  void take_lines();
  void handle(std::string_view line);
  void end_program(std::chrono::milliseconds grace);
  void fail(Question& question, MachineFault fault, const std::string& why) const;
  void end_all(MachineFault fault, const std::string& why);
  [[nodiscard]] std::string with_last_words(std::string message) const;

  MachineDescription machine_;
  WorkerPatience patience_;
  WorkerEnvironment environment_;
  Redactor redactor_;
  WorkerLog log_;
  ModelFolder models_;
  Hello hello_;

  std::mutex mutex_;  // guards all that follows
  std::atomic<int> waiting_{0};
  std::optional<Process> process_;
  std::string output_;
  std::size_t searched_ = 0;  // of output_, for the end of a line
  std::string errors_;
  std::map<std::int64_t, Question*> open_;
  std::int64_t next_id_ = 1;
  Settled settled_;  // and not yet told
  bool ended_ = false;

  // A program ends with the thread that started it, and those who ask come and go.
  std::thread keeper_;
  std::condition_variable leaving_;
  bool leave_ = false;
};

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "solver/mip_conversation.hpp"

#include "core/error.hpp"
#include "core/process.hpp"
#include "core/run_process.hpp"
#include "solver/mip_exchange.hpp"
#include "solver/mip_task.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

namespace spinsack {
namespace {

// Short enough for a target or Ctrl-C, long enough to cost nothing.
constexpr std::chrono::milliseconds patience{5};

// spinsack-mip at work: a task goes to it, and its reports come back at the same time.
class Conversation {
 public:
  Conversation(const std::string& program, const MipQuestion& question, double& since,
               Incumbent& incumbent)
      : process_({.command = {program}, .input = Stream::pipe}),
        question_(&question),
        since_(&since),
        incumbent_(&incumbent) {}

  void send() {
    TextWriter writer([&](std::string_view piece) {
      process_.send(piece);
      while (process_.unsent() > 0 && !incumbent_->done()) (void)listen();
      if (incumbent_->done()) throw MipNotWanted();
    });
    question_->write(writer);
    writer.flush();
    process_.close_input();
  }

  // Until its end, or until the incumbent is good enough.
  void follow() {
    while (!incumbent_->done() && listen()) continue;
    std::optional<ProcessEnd> end;
    while (!incumbent_->done() && !end) end = process_.wait(patience);
    if (incumbent_->done()) return;
    if (!end->success()) mip_failed(name, end->text(), errors_);
    if (!complete_ || !output_.empty())
      mip_failed(name, "it ended before its last report", errors_);
  }

 private:
  static constexpr std::string_view name = "cbc-library";
  static constexpr std::size_t longest_line = 1 << 20;

  // False once there is nothing more to hear.
  bool listen() {
    const bool more = process_.listen(output_, errors_, patience);
    while (!incumbent_->done())
      if (const std::optional<std::string> line = take_line(output_))
        note(read_mip_report(*line, question_->columns));
      else
        break;
    if (output_.size() > longest_line) mip_failed(name, "its report has no end", errors_);
    if (errors_.size() > longest_line) errors_.erase(0, errors_.size() / 2);
    return more;
  }

  void note(const MipReport& report) {
    using Kind = MipReport::Kind;
    if (complete_) mip_failed(name, "it went on after its last report", errors_);
    switch (report.kind) {
      case Kind::built:
        return end_stage(Stage::formulate, *since_, *incumbent_);
      case Kind::items: {
        Bits columns(at(question_->columns), 0);
        for (const Index set : report.items) columns[at(set)] = 1;
        return question_->offer(columns);
      }
      case Kind::bound:
        return offer_bound(report.bound + question_->constant, *incumbent_);
      case Kind::work:
        return incumbent_->count({.sweeps = report.nodes, .visits = report.iterations, .flips = 0});
      case Kind::end:
        complete_ = true;
        return;
    }
  }

  Process process_;
  const MipQuestion* question_;
  double* since_;
  Incumbent* incumbent_;
  std::string output_;  // not yet read
  std::string errors_;
  bool complete_ = false;
};

}  // namespace

void ask_spinsack_mip(const std::string& program, const MipQuestion& question, double& since,
                      Incumbent& incumbent) {
  Conversation conversation(program, question, since, incumbent);
  try {
    conversation.send();
    conversation.follow();
  } catch (const MipNotWanted&) {  // the process ends with the conversation
  }
}

void offer_bound(double bound, Incumbent& incumbent) {
  const double safe = std::floor(bound + mip_tolerance(bound));
  // Below what was found it is wrong, and then it proves nothing.
  if (safe < static_cast<double>(incumbent.value()) || !(safe < static_cast<double>(sum_limit)))
    return;
  incumbent.bound(static_cast<Profit>(safe));
}

void end_stage(Stage stage, double& since, Incumbent& incumbent) {
  const double now = incumbent.stop().seconds();
  incumbent.time(stage, now - std::exchange(since, now));
}

void mip_failed(std::string_view solver, std::string_view how, std::string_view words) {
  constexpr std::size_t most = 300;
  if (words.size() > most) words.remove_prefix(words.size() - most);
  throw Error(fmt::format("--mip-solver {}: expected it to solve the program, but {}; it said: {}",
                          solver, how, words.empty() ? "nothing" : words));
}

}  // namespace spinsack

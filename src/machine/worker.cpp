// SPDX-License-Identifier: Apache-2.0
#include "machine/worker.hpp"

#include "core/worker_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace spinsack {
namespace {

using namespace std::chrono_literals;
std::chrono::milliseconds until(std::chrono::steady_clock::time_point end) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(end -
                                                               std::chrono::steady_clock::now());
}

// Where a line is wrong, the message quotes the beginning of what was found. Half a secret would not be known for one
// any more, so it is the line without secrets that is found wrong.
template <class Read>
auto read_line(const Read& read, std::string_view line, const Redactor& redactor) {
  try {
    return read(line, redactor);
  } catch (const InputError&) {
    return read(redactor.text(std::string(line)), redactor);
  }
}

}  // namespace

// Whatever happens while it waits, a question does not stay among the open ones.
class Worker::Place {
 public:
  explicit Place(Worker& worker) : worker_(&worker) { ++worker_->waiting_; }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() {
    const std::scoped_lock lock(worker_->mutex_);
    worker_->open_.erase(id_);
    --worker_->waiting_;
  }
  // With the lock held.
  std::int64_t take(Question& question) {
    id_ = worker_->next_id_++;
    worker_->open_.emplace(id_, &question);
    return id_;
  }

 private:
  Worker* worker_;
  std::int64_t id_ = 0;
};

Worker::Worker(MachineDescription machine, const WorkerPatience& patience, WorkerLog::Sink log)
    : machine_(std::move(machine)),
      patience_(patience),
      environment_(worker_environment(machine_)),
      redactor_(environment_.secrets),
      log_(redactor_, std::move(log)) {
  const auto launch = [this] {
    process_.emplace(ProcessRequest{.command = findable_command(machine_.worker),
                                    .environment = environment_.variables,
                                    .only_environment = true,
                                    .input = Stream::pipe});
  };
  std::exception_ptr failure;
  bool launched = false;
  const auto keep = [&] {
    std::unique_lock lock(mutex_);
    try {
      launch();
    } catch (...) {
      failure = std::current_exception();
    }
    launched = true;
    leaving_.notify_all();
    if (process_) leaving_.wait(lock, [this] { return leave_; });
  };
  {
    std::unique_lock lock(mutex_);
    try {
      keeper_ = start_thread(keep);
      leaving_.wait(lock, [&] { return launched; });
    } catch (const std::system_error&) {  // no thread to be had: it lives as long as this one
      launch();
    }
  }
  try {
    if (failure) std::rethrow_exception(failure);
    wait_for_hello();
  } catch (const Error& error) {
    release();
    throw MachineError(MachineFault::protocol,
                       with_last_words(fmt::format("machine '{}': {}", machine_.name,
                                                   redactor_.text(error.what()))));
  } catch (...) {  // out of memory, say; without this its thread would end the program
    release();
    throw;
  }
}

// The end of the program, and of the thread that it lived by.
void Worker::release() {
  {
    const std::scoped_lock lock(mutex_);
    process_.reset();
    leave_ = true;
  }
  leaving_.notify_all();
  if (keeper_.joinable()) keeper_.join();
}

Worker::~Worker() {
  {
    const std::scoped_lock lock(mutex_);
    if (process_ && !ended_) {
      process_->send(bye_line());
      process_->close_input();
      const auto end = Clock::now() + patience_.bye;
      // A program that still has something to say could not end without a listener.
      while (listen(std::clamp(until(end), 0ms, 10ms)) && until(end) > 0ms) take_lines();
      if (!process_->wait(std::max(0ms, until(end)))) process_->stop(patience_.bye);
    }
  }
  release();
}

std::string Worker::with_last_words(std::string message) const {
  const std::string words = log_.last_words();
  return words.empty() ? message : fmt::format("{}; it said: {}", message, words);
}

void Worker::wait_for_hello() {
  const std::scoped_lock lock(mutex_);
  process_->send(hello_line());
  const auto end = Clock::now() + patience_.hello;
  for (bool more = true;;) {
    const std::size_t stop = output_.find('\n');
    if (stop != std::string::npos) {
      hello_ = read_line(read_hello, std::string_view(output_).substr(0, stop), redactor_);
      output_.erase(0, stop + 1);
      searched_ = 0;
      return;
    }
    constexpr std::size_t longest_hello = 1 << 20;
    if (output_.size() > longest_hello) throw InputError("its hello has no end");
    if (!more) {
      const auto how = process_->wait(100ms);
      throw InputError(fmt::format("it ended before its hello{}", how ? ": " + how->text() : ""));
    }
    if (until(end) <= 0ms)
      throw InputError(fmt::format("no hello within {} s",
                                   std::chrono::duration<double>(patience_.hello).count()));
    more = listen(std::min(until(end), 10ms));
  }
}

// False once there will be no more answers.
bool Worker::listen(std::chrono::milliseconds patience) {
  const bool more = process_->listen(output_, errors_, patience);
  if (!errors_.empty()) log_.take(errors_);
  return more;
}

void Worker::take_lines() {
  for (;;) {
    const std::size_t end = output_.find('\n', searched_);
    if (end == std::string::npos) break;
    const std::string line = output_.substr(0, end);
    output_.erase(0, end + 1);
    searched_ = 0;
    handle(line);
  }
  searched_ = output_.size();
  if (output_.size() > patience_.longest_line) {
    end_all(MachineFault::protocol, "the worker wrote a line without end");
    output_.clear();
    searched_ = 0;
  }
}

void Worker::handle(std::string_view line) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
  WorkerMessage message;
  try {
    message = read_line(read_worker_message, line, redactor_);
  } catch (const Error& error) {
    return end_all(MachineFault::protocol, redactor_.text(error.what()));
  }
  if (!message.id) {
    // An error that belongs to no question is about all of them.
    if (const auto* const fault = std::get_if<WorkerFault>(&message.content))
      end_all(fault->fault, fault->message);
    return;
  }
  const auto found = open_.find(*message.id);
  if (found == open_.end() || found->second->outcome) return;  // too late, or twice
  Question& question = *found->second;
  if (auto* const status = std::get_if<WorkerStatus>(&message.content)) {
    // Nothing has left the worker yet if this is all that it has said.
    const bool at_home = status->state == "encoding" && !status->accepted;
    if (!at_home)
      question.progress = Progress::sent;
    else if (question.progress == Progress::asked)
      question.progress = Progress::encoding;
    question.statuses.push_back(std::move(*status));
  } else if (auto* const answer = std::get_if<MachineAnswer>(&message.content)) {
    question.outcome = std::move(*answer);
  } else if (auto* const fault = std::get_if<WorkerFault>(&message.content)) {
    question.outcome = std::move(*fault);
  }
}

void Worker::end_program(std::chrono::milliseconds grace) {
  if (ended_) return;
  ended_ = true;
  process_->stop(grace);
}

void Worker::fail(Question& question, MachineFault fault, const std::string& why) const {
  if (!question.outcome)
    question.outcome = WorkerFault{
        .fault = fault,
        .message = with_last_words(why),
        .accepted = question.progress == Progress::asked || question.progress == Progress::sent};
}

// No more of this program: whoever waits is told why.
void Worker::end_all(MachineFault fault, const std::string& why) {
  end_program(fault == MachineFault::network ? 0ms : std::min(patience_.bye, 1000ms));
  for (auto& [id, question] : open_) fail(*question, fault, why);
}

bool Worker::alive() {
  const std::scoped_lock lock(mutex_);
  return !ended_ && !process_->wait(0ms);
}

void Worker::settle(std::int64_t id) {
  const std::scoped_lock lock(mutex_);
  settled_.push_back(id);
}

Worker::Outcome Worker::ask(
    const std::function<std::string(std::int64_t id, const Settled& settled)>& line,
    const Waiting& waiting) {
  constexpr std::chrono::milliseconds slice = 5ms;
  Question question;
  std::vector<WorkerStatus> statuses;
  Place place(*this);
  std::unique_lock lock(mutex_);
  // As many at a time as the machine takes.
  while (!ended_ && open_.size() >= static_cast<std::size_t>(hello_.limits.concurrent)) {
    lock.unlock();
    if (waiting.give_up && waiting.give_up())
      return WorkerFault{.fault = MachineFault::cancelled, .message = "cancelled"};
    std::this_thread::sleep_for(1ms);
    lock.lock();
  }
  const std::int64_t id = place.take(question);
  if (ended_) end_all(MachineFault::network, "the worker has ended");
  if (!ended_) {
    process_->send(line(id, std::exchange(settled_, {})));
    question.progress = Progress::asked;
  }
  constexpr std::chrono::duration<double> forever{1e9};  // the clock counts nanoseconds
  auto end = Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::min(waiting.deadline, forever));
  bool cancelled = false;
  MachineFault reason = MachineFault::timeout;
  while (!question.outcome) {
    // What a dead worker has said is heard to its end; what it started may hold its output open for ever.
    const bool dead = process_->wait(0ms).has_value();
    const std::size_t heard = output_.size();
    const bool more = listen(waiting_ > 1 ? 1ms : slice) && !(dead && output_.size() == heard);
    take_lines();
    if (!more && !question.outcome) {
      const auto how = process_->wait(100ms);
      end_all(MachineFault::network,
              fmt::format("the worker ended{}", how ? ": " + how->text() : " its output"));
    }
    statuses.swap(question.statuses);
    // Others may ask and listen now, and what is told may take its time.
    lock.unlock();
    if (waiting.status)
      for (const WorkerStatus& status : statuses) waiting.status(status);
    statuses.clear();
    const bool unwanted = !cancelled && waiting.give_up && waiting.give_up();
    if (waiting_ > 1) std::this_thread::sleep_for(50us);
    lock.lock();
    if (question.outcome || (!unwanted && Clock::now() < end)) continue;
    if (cancelled || !hello_.cancel) {
      if (unwanted) reason = MachineFault::cancelled;
      end_program(std::min(patience_.bye, 1000ms));
      fail(question, reason, reason == MachineFault::cancelled ? "cancelled" : "no answer in time");
      // The others have their own time, and lose no more than a worker.
      end_all(MachineFault::network, "the worker was ended, as another request had no answer");
      break;
    }
    cancelled = true;
    reason = unwanted ? MachineFault::cancelled : MachineFault::timeout;
    process_->send(cancel_line(id));
    end = Clock::now() + patience_.cancel;
  }
  statuses.swap(question.statuses);
  lock.unlock();
  if (waiting.status)
    for (const WorkerStatus& status : statuses) waiting.status(status);
  // Who was cancelled for its deadline says so.
  if (auto* const fault = std::get_if<WorkerFault>(&*question.outcome);
      fault != nullptr && cancelled && fault->fault == MachineFault::cancelled)
    fault->fault = reason;
  return std::move(*question.outcome);
}

}  // namespace spinsack

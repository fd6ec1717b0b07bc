// SPDX-License-Identifier: Apache-2.0
#include "call.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace spinsack::python {
namespace {

using namespace std::chrono_literals;

[[noreturn]] void sleep_until_the_end() {
  const py::gil_scoped_release released;
  for (;;) std::this_thread::sleep_for(1h);
}

// The calls that are being made, so that the end of the interpreter can wait for them: a thread that asks for the interpreter lock after
// that is unwound by force, which C++ frames do not survive.
class CallsInProgress {
 public:
  // After the end: an exception in the thread that ends the interpreter. All others are daemons, and do not come back. An exception
  // there would be told on standard error, and Python dies if it ends while a daemon writes.
  void enter(const std::shared_ptr<Call>& call) {
    std::unique_lock lock(mutex_);
    if (ended_by_ == std::this_thread::get_id())
      throw std::runtime_error("the interpreter is ending");
    if (ended_by_ != std::thread::id()) {
      lock.unlock();
      sleep_until_the_end();
    }
    calls_.push_back(call);
  }
  void leave(const std::shared_ptr<Call>& call) {
    const std::lock_guard lock(mutex_);
    std::erase(calls_, call);
    left_.notify_all();
  }
  // A work that nobody waits for any more, but for the end.
  void abandon(std::thread worker) {
    const std::lock_guard lock(mutex_);
    abandoned_.push_back(std::move(worker));
  }
  // Without the interpreter lock, which the others need to leave. A callback that does not return is not waited for for ever.
  void end() {
    std::unique_lock lock(mutex_);
    ended_by_ = std::this_thread::get_id();
    for (const auto& call : calls_) call->interrupt();
    left_.wait_for(lock, 10s, [this] { return calls_.empty(); });
    for (std::thread& worker : abandoned_) worker.join();
    abandoned_.clear();
  }

 private:
  std::mutex mutex_;
  std::condition_variable left_;
  std::vector<std::shared_ptr<Call>> calls_;
  std::vector<std::thread> abandoned_;
  std::thread::id ended_by_;  // nobody at first
};

// Never destroyed: threads may still look at it while the program ends. After fork() the child has none of its parent's threads, so it
// takes a new one.
CallsInProgress*& calls_in_progress() {
  static auto* calls = new CallsInProgress;
  return calls;
}

class Presence {
 public:
  explicit Presence(std::shared_ptr<Call> call) : call_(std::move(call)) { calls_->enter(call_); }
  ~Presence() { calls_->leave(call_); }
  Presence(const Presence&) = delete;
  Presence& operator=(const Presence&) = delete;

 private:
  CallsInProgress* calls_ = calls_in_progress();
  std::shared_ptr<Call> call_;
};

// The exception that Python has just raised.
py::object raised(const py::error_already_set& error) {
  py::object value = error.value();
  if (error.trace()) PyException_SetTraceback(value.ptr(), error.trace().ptr());
  return value;
}

// What the thread that waits knows.
struct Waiting {
  Call& call;
  const py::object& callback;
  py::object ended_by = py::none();
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();

  void end(py::object reason) {
    if (ended_by.is_none()) ended_by = std::move(reason);
    call.interrupted = true;
  }
  void hand_on(std::deque<Notice> notices) {
    const auto now = std::chrono::steady_clock::now();
    if (notices.empty() && now - last >= 100ms) notices.push_back(call.kept());
    for (const Notice& notice : notices) {
      if (!notice || !ended_by.is_none()) return;
      last = now;
      try {
        const py::object answer = notice(callback);
        if (!answer.is_none() && py::bool_(answer)) end(py::bool_(true));
      } catch (py::error_already_set& error) {
        end(raised(error));
      }
    }
  }
  // Throws what a handler raised if the work was told to end before.
  void hear_signals() {
    if (PyErr_CheckSignals() == 0) return;
    py::error_already_set error;
    if (!ended_by.is_none()) throw error;
    end(raised(error));
  }
};

}  // namespace

void Call::tell(Notice notice) {
  const std::lock_guard lock(mutex_);
  notices_.push_back(std::move(notice));
  changed_.notify_all();
}

void Call::keep_telling(Notice notice) {
  const std::lock_guard lock(mutex_);
  kept_ = std::move(notice);
}

Notice Call::kept() {
  const std::lock_guard lock(mutex_);
  return kept_;
}

bool Call::wait(std::deque<Notice>& notices) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, 50ms, [this] { return done_ || !notices_.empty(); });
  notices.swap(notices_);
  return done_;
}

void Call::finish(std::exception_ptr fault) {
  const std::lock_guard lock(mutex_);
  fault_ = std::move(fault);
  done_ = true;
  changed_.notify_all();
}

void Call::rethrow() const {
  if (fault_) std::rethrow_exception(fault_);
}

void Call::interrupt() { interrupted = true; }

py::object run_call(const py::object& callback, std::function<void(Call&)> work) {
  const auto call = std::make_shared<Call>();
  const Presence presence(call);
  std::thread worker([call, work = std::move(work)]() mutable {
    std::exception_ptr fault;
    try {
      work(*call);
    } catch (...) {
      fault = std::current_exception();
    }
    work = nullptr;  // before anybody hears that it is done
    call->finish(std::move(fault));
  });
  Waiting waiting{*call, callback};
  try {
    for (bool done = false; !done;) {
      std::deque<Notice> notices;
      {
        const py::gil_scoped_release released;
        done = call->wait(notices);
      }
      if (!callback.is_none()) waiting.hand_on(std::move(notices));
      waiting.hear_signals();  // also of a work that is done: its result goes with the interrupt
    }
  } catch (...) {
    call->interrupted = true;
    calls_in_progress()->abandon(std::move(worker));
    throw;
  }
  worker.join();
  // A real machine complains that it was cancelled; what the user did is what the user hears.
  if (call->failed() && PyExceptionInstance_Check(waiting.ended_by.ptr())) {
    PyErr_SetObject(PyExceptionInstance_Class(waiting.ended_by.ptr()), waiting.ended_by.ptr());
    throw py::error_already_set();
  }
  call->rethrow();
  return waiting.ended_by;
}

void bind_calls(py::module_& module) {
  module.def(
      "end_calls", [] { calls_in_progress()->end(); }, py::call_guard<py::gil_scoped_release>(),
      "Ends all calls in progress and waits for them; new ones are refused.");
  module.def(
      "forget_calls", [] { calls_in_progress() = new CallsInProgress; },
      "In a child of fork(), which has none of the threads of its parent.");
}

}  // namespace spinsack::python

// SPDX-License-Identifier: Apache-2.0
// A long call in Python's manner. The work is done on a thread of its own, without the interpreter lock. The thread that called
// waits for it, hears of signals and hands on what the work tells to a function of the user.
//
// Ctrl-C (or any signal handler that raises), a callback that returns True and one that raises end the work; it then returns what it
// has. A second Ctrl-C does not even wait for that. Nothing of the work may hold Python objects: they would die without the lock.
#pragma once

#include "bindings.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>

namespace spinsack::python {

// Calls the user's function with what there is to tell. Made by the work, called by the thread that waits.
using Notice = std::function<py::object(const py::object& callback)>;

class Call {
 public:
  // Set when the work should end; for the requests of the library.
  std::atomic<bool> interrupted = false;

  // From any thread of the work: once, and ten times a second from now on while nothing else is told.
  void tell(Notice notice);
  void keep_telling(Notice notice);

  // Until there are notices, the work is done, or it is time to look for signals again. Whether it is done.
  bool wait(std::deque<Notice>& notices);
  Notice kept();
  void finish(std::exception_ptr fault);
  bool failed() const { return fault_ != nullptr; }  // as rethrow(): once it is done
  void rethrow() const;
  void interrupt();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Notice> notices_;
  Notice kept_;
  bool done_ = false;
  std::exception_ptr fault_;
};

// Does the work and returns what ended it from outside: an exception of Python (KeyboardInterrupt, whatever a callback raised), True
// after a callback that returned it, or None. Errors of the work itself are thrown; so is a second Ctrl-C, and what ended a work that had
// nothing to return then. callback may be None.
py::object run_call(const py::object& callback, std::function<void(Call&)> work);

}  // namespace spinsack::python

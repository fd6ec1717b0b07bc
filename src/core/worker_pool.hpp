// SPDX-License-Identifier: Apache-2.0
// The one place that starts threads for work. Threads are a help, never a need: where the system refuses one (a
// limit on processes, no memory for another stack), those that were started do the same work, in the worst
// case the caller's thread alone.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace spinsack {

// Starts a thread that calls work, or throws std::system_error. Tests pass one that fails.
using StartThread = std::function<std::thread(const std::function<void()>& work)>;
[[nodiscard]] std::thread start_thread(const std::function<void()>& work);

// Threads that each call one function once.
class WorkerPool {
 public:
  // As many threads as the system gives, at most those asked for.
  WorkerPool(std::int64_t threads, std::function<void()> work,
             const StartThread& start = start_thread);
  ~WorkerPool();  // waits for all of them
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  int size() const { return static_cast<int>(threads_.size()); }
  void join();  // waits for all of them, then throws what the first that failed threw

 private:
  void wait();

  std::function<void()> work_;
  std::mutex mutex_;  // guards failure_ while threads run
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

// Calls job(number) for number = 0 .. count - 1, on the caller's thread and up to threads - 1 others. Jobs begin in
// the order of their numbers. Once a job returns false or throws, none with a larger number begins. Returns when
// all that began have ended, and throws what the job with the smallest number threw, as a plain loop would.
void run_jobs(std::int64_t threads, std::int64_t count,
              const std::function<bool(std::int64_t number)>& job,
              const StartThread& start = start_thread);

}  // namespace spinsack

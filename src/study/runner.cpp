// SPDX-License-Identifier: Apache-2.0
#include "study/runner.hpp"

#include "core/stopwatch.hpp"
#include "study/ledger.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>

namespace spinsack {
namespace {

// Threads that take one cell after the other until there is none, an interrupt comes or a record cannot be
// written.
class Crew {
 public:
  Crew(const Plan& plan, Ledger& ledger, const StudyRequest& request)
      : plan_(&plan), ledger_(&ledger), request_(&request) {}

  void work() {
    {
      std::vector<std::jthread> threads;
      for (int t = 0; t < request_->threads; ++t) threads.emplace_back([this] { take_cells(); });
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  bool interrupted() const { return request_->interrupted != nullptr && *request_->interrupted; }

  void take_cells() {
    const std::vector<const Cell*>& todo = ledger_->missing();
    try {
      for (std::size_t i = next_++; i < todo.size() && !over_ && !interrupted(); i = next_++) {
        const Stopwatch watch;
        const std::optional<CellRecord> record = run_cell(*todo[i], *plan_, request_->interrupted);
        if (!record) return;
        ledger_->enter(*todo[i], *record, watch.seconds());
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      over_ = true;
    }
  }

  const Plan* plan_;
  Ledger* ledger_;
  const StudyRequest* request_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> over_{false};
  std::mutex mutex_;  // guards what follows
  std::exception_ptr failure_;
};

}  // namespace

StudySummary run_study(const Plan& plan, const std::vector<Cell>& cells,
                       const StudyRequest& request) {
  Ledger ledger(plan, cells, request);
  Crew(plan, ledger, request).work();
  return ledger.close();
}

}  // namespace spinsack

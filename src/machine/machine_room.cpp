// SPDX-License-Identifier: Apache-2.0
#include "machine/machine_room.hpp"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

class MachineRoom {
 public:
  static MachineRoom& of_process() {
    static MachineRoom room;
    return room;
  }

  std::shared_ptr<Worker> worker(const MachineDescription& machine,
                                 const WorkerPatience& patience) {
    const std::scoped_lock lock(mutex_);
    const auto known = std::ranges::find_if(
        workers_, [&](const std::shared_ptr<Worker>& each) { return each->machine() == machine; });
    if (known != workers_.end()) {
      if ((*known)->alive()) return *known;
      workers_.erase(known);
    }
    workers_.push_back(
        std::make_shared<Worker>(machine, patience, [this, name = machine.name](auto line) {
          const std::scoped_lock log_lock(log_mutex_);
          if (log_) log_(name, line);
        }));
    return workers_.back();
  }

  void close() {
    std::vector<std::shared_ptr<Worker>> leaving;  // ended without the lock
    const std::scoped_lock lock(mutex_);
    leaving.swap(workers_);
  }

  void use_log(std::function<void(std::string_view, std::string_view)> log) {
    const std::scoped_lock lock(log_mutex_);
    log_ = std::move(log);
  }

 private:
  std::mutex log_mutex_;
  std::function<void(std::string_view, std::string_view)> log_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Worker>> workers_;
};

}  // namespace

std::shared_ptr<Worker> worker_of(const MachineDescription& machine,
                                  const WorkerPatience& patience) {
  return MachineRoom::of_process().worker(machine, patience);
}

void close_machine_room() { MachineRoom::of_process().close(); }

void use_worker_log(std::function<void(std::string_view, std::string_view)> log) {
  MachineRoom::of_process().use_log(std::move(log));
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "families.hpp"

#include "core/error.hpp"
#include "core/nearest.hpp"
#include "core/rng.hpp"
#include "core/stopwatch.hpp"
#include "support/instance_kinds.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <thread>
#include <tuple>

namespace spinsack::quality {
namespace {

using test::InstanceKind;

struct Task {
  const InstanceKind* kind;
  Index n;
  std::uint64_t seed;
};

bool named(const InstanceKind& kind, const std::vector<std::string>& names) {
  return names.empty() || std::ranges::find(names, kind.name) != names.end() ||
         std::ranges::find(names, kind.family + "-*") != names.end();
}

std::vector<Task> tasks_of(const FamilyPlan& plan, const std::vector<InstanceKind>& kinds) {
  std::vector<Task> tasks;
  for (std::uint64_t seed = plan.first_seed; seed < plan.first_seed + plan.seeds; ++seed) {
    const std::size_t round = tasks.size();
    for (const InstanceKind& kind : kinds)
      for (const Index n : plan.sizes)
        if (named(kind, plan.kinds)) tasks.push_back({&kind, n, seed});
    Rng(seed, stream_of("quality order")).shuffle(std::span(tasks).subspan(round));
  }
  return tasks;
}

class Campaign {
 public:
  Campaign(const FamilyPlan& plan, const Runs& done, const std::function<void(const Run&)>& keep)
      : plan_(plan), keep_(keep), kinds_(test::instance_kinds()), tasks_(tasks_of(plan, kinds_)) {
    for (const Run& run : done) done_.insert({run.group, run.n, run.seed, run.limit, run.method});
  }

  void run() {
    std::vector<std::jthread> workers;
    for (int job = 1; job < plan_.jobs; ++job) workers.emplace_back([this] { work(); });
    work();
    workers.clear();  // joins
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work() {
    try {
      for (std::size_t task = next_++; task < tasks_.size() && !over(); task = next_++)
        run_task(tasks_[task]);
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      failure_ = std::current_exception();
      next_ = tasks_.size();
    }
  }

  bool over() const { return interrupted() || clock_.seconds() > 60 * plan_.minutes; }

  void run_task(const Task& task) {
    std::optional<QkpInstance> instance;
    const std::size_t methods = plan_.methods.size();
    for (const double seconds : plan_.seconds)
      for (std::size_t turn = 0; turn < methods; ++turn) {
        const MethodChoice& method = plan_.methods[(task.seed + turn) % methods];
        if (done_.contains({task.kind->name, task.n, task.seed, seconds, method.label})) continue;
        if (!instance) instance = test::draw(*task.kind, task.n, task.seed);
        const auto run = run_once(method, *instance, task.kind->name,
                                  {.seed = task.seed, .seconds = seconds, .target = {}});
        if (!run) return;
        const std::scoped_lock lock(mutex_);
        keep_(*run);
      }
  }

  const FamilyPlan& plan_;
  const std::function<void(const Run&)>& keep_;
  std::vector<InstanceKind> kinds_;
  std::vector<Task> tasks_;
  std::set<std::tuple<std::string, Index, std::uint64_t, double, std::string>> done_;
  Stopwatch clock_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

void check(const FamilyPlan& plan) {
  std::set<std::string> known;
  for (const InstanceKind& kind : test::instance_kinds()) {
    known.insert(kind.name);
    known.insert(kind.family + "-*");
  }
  const std::vector<std::string_view> names(known.begin(), known.end());
  for (const std::string& name : plan.kinds)
    if (!known.contains(name)) throw UsageError("--kinds: " + unknown_word("kind", name, names));
}

void run_families(const FamilyPlan& plan, const Runs& done,
                  const std::function<void(const Run&)>& keep) {
  Campaign(plan, done, keep).run();
}

}  // namespace spinsack::quality

// SPDX-License-Identifier: Apache-2.0
#include "solver/exact.hpp"

#include "bound/best_bound.hpp"
#include "core/worker_pool.hpp"
#include "proof/tree.hpp"
#include "solver/lha.hpp"
#include "solver/qkbp.hpp"
#include "solver/quick_solution.hpp"
#include "solver/split_tree.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace spinsack {
namespace {

// After all reads of lha.
constexpr std::int64_t exact_number = std::int64_t{1} << 40;
constexpr std::int64_t all_of_it = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t first_turn_of_trees = 4'000'000'000;  // operations

}  // namespace

class ExactSearch::Trees {
 public:
  Trees(const QkpInstance& instance, Incumbent& incumbent, Exact effort)
      : instance_(instance), incumbent_(incumbent), effort_(std::move(effort)) {
    concave_possible_ = effort_.bounds != "split" && proof::reason_against(instance).empty() &&
                        workspace_bytes() <= effort_.memory * 1'000'000;
    // A proof that is written down is that of the concave tree.
    const bool written = incumbent.request().certificate_of && concave_possible_;
    if (effort_.bounds != "concave" && !written)
      split_.emplace(instance, incumbent,
                     SplitEffort{.root_passes = effort_.root_passes,
                                 .node_passes = effort_.node_passes,
                                 .nodes = effort_.nodes,
                                 .memory = effort_.memory},
                     exact_number);
  }

  bool run(std::int64_t operations, Stop& stop) {
    stop_ = &stop;
    const double started = incumbent_.stop().seconds();
    const bool proven = take_turns(operations);
    incumbent_.time(Stage::improve, incumbent_.stop().seconds() - started);
    return proven;
  }

  bool blind() const {
    return concave_possible_ && (!prover_ || (!prover_->exhausted() && !prover_->outcome().bound));
  }

 private:
  bool ended() { return stop_->requested() || incumbent_.done(exact_number); }

  bool take_turns(std::int64_t operations) {
    while (operations > 0 && !ended()) {
      const std::int64_t turn = std::min(turn_, operations);
      const std::int64_t before = done_;
      if (concave_possible_ && concave_turn(turn)) return true;
      if (ended()) break;
      if (split_ && split_turn(concave_possible_ ? turn / 4 : turn)) return true;
      if (done_ == before) break;  // neither can go on
      operations -= done_ - before;
      turn_ = std::min(2 * turn_, all_of_it / 4);
    }
    return false;
  }

  bool concave_turn(std::int64_t turn) {
    if (prover_ && prover_->exhausted()) return false;
    // What others have found since makes a better reference.
    if (!prover_ || reference_value_ < incumbent_.value()) begin_concave_tree();
    const std::int64_t before = prover_->operations();
    prover_->run(turn);
    done_ += prover_->operations() - before;
    proof::TreeOutcome outcome = prover_->outcome();
    if (outcome.bound) incumbent_.bound(*outcome.bound);
    count({.sweeps = outcome.regions, .visits = outcome.steps * instance_.size()},
          concave_counted_);
    if (!outcome.complete) return false;
    incumbent_.detail("regions", outcome.regions);
    incumbent_.detail("core", outcome.core);
    if (!outcome.certificate.empty()) incumbent_.certificate(std::move(outcome.certificate));
    return true;
  }

  void begin_concave_tree() {
    reference_value_ = incumbent_.value();
    concave_counted_ = {};
    const std::int64_t threads = std::clamp<std::int64_t>(
        effort_.memory * 1'000'000 / workspace_bytes(), 1, incumbent_.request().threads);
    prover_.emplace(
        instance_, incumbent_.best(),
        proof::TreeRequest{.impatient = [this] { return ended(); },
                           .spread =
                               [threads](std::size_t count, const proof::TreeRequest::Work& work) {
                                 run_jobs(threads, static_cast<std::int64_t>(count),
                                          [&](std::int64_t number) {
                                            work(static_cast<std::size_t>(number));
                                            return true;
                                          });
                               },
                           .improved =
                               [this](BitView bits, Profit value) {
                                 reference_value_ = value;  // as good as a better reference
                                 incumbent_.offer(bits, value, exact_number);
                               },
                           .certificate_of = incumbent_.request().certificate_of,
                           .most_regions = effort_.nodes,
                           .most_bytes = effort_.memory * 1'000'000});
  }

  // Beside a concave tree the split tree is the exception. So it gets less, and begins late: its first node is the
  // most work.
  bool split_turn(std::int64_t turn) {
    split_credit_ += turn;
    const auto n = static_cast<std::int64_t>(instance_.size());
    if (split_->exhausted() ||
        (concave_possible_ && split_->operations() == 0 &&
         static_cast<double>(split_credit_) < 10.0 * static_cast<double>(effort_.root_passes) *
                                                  static_cast<double>(n) * static_cast<double>(n)))
      return false;
    const std::int64_t before = split_->operations();
    const bool complete = split_->run(std::exchange(split_credit_, 0), *stop_);
    done_ += split_->operations() - before;
    incumbent_.bound(split_->bound());
    count(split_->work(), split_counted_);
    return complete;
  }

  // What was added since the last time.
  void count(const Work& now, Work& counted) {
    incumbent_.count({.sweeps = now.sweeps - counted.sweeps,
                      .visits = now.visits - counted.visits,
                      .flips = now.flips - counted.flips},
                     exact_number);
    counted = now;
  }

  // Of one thread.
  std::int64_t workspace_bytes() const {
    constexpr std::int64_t matrices =
        6;  // of a workspace; the pairs of the ground come once on top
    const auto n = static_cast<std::int64_t>(instance_.size());
    return matrices * n * n * static_cast<std::int64_t>(sizeof(double)) + 1;
  }

  const QkpInstance& instance_;
  Incumbent& incumbent_;
  Exact effort_;
  Stop* stop_ = nullptr;  // of this run
  bool concave_possible_ = false;
  Profit reference_value_ = 0;
  std::optional<proof::Prover> prover_;
  std::optional<SplitTree> split_;
  std::int64_t turn_ = 20'000'000;  // a millisecond, about
  std::int64_t done_ = 0;           // operations of both trees
  std::int64_t split_credit_ = 0;   // operations that the split tree may do
  Work concave_counted_;
  Work split_counted_;
};

ExactSearch::ExactSearch(const QkpInstance& instance, Incumbent& incumbent, Exact effort)
    : trees_(std::make_unique<Trees>(instance, incumbent, std::move(effort))) {}
ExactSearch::~ExactSearch() = default;

bool ExactSearch::run(std::int64_t operations, Stop& stop) { return trees_->run(operations, stop); }
bool ExactSearch::blind() const { return trees_->blind(); }

void Exact::solve(const QkpInstance& instance, Incumbent& incumbent) const {
  const bool written = incumbent.request().certificate_of.has_value();
  std::optional<KnapsackState> quick;
  if (breakpoints_are_cheap(instance)) {
    // Cuts have nothing to offer before they end.
    quick = offer_quick_solution(instance, incumbent);
    BreakpointGreedy{.finish = "swaps"}.solve(instance, incumbent);
    if ((incumbent.proven() && !written) || incumbent.done(-1)) return;
  }
  // Trees take turns that grow with searches for something better: where a proof takes long, the first incumbent may
  // not be the best.
  ExactSearch trees(instance, incumbent, *this);
  std::int64_t turn = first_turn_of_trees;
  bool proven = false;
  LagrangianHyperplaneAnnealing{}.search(
      instance, incumbent,
      [&](const RoundReport& report) {
        if (report.idle < 2) return false;
        if (!proven) proven = (incumbent.proven() && !written) || trees.run(turn, incumbent.stop());
        turn += turn / 2;
        return proven;
      },
      std::move(quick));
  if (!proven && !incumbent.done(exact_number)) trees.run(all_of_it, incumbent.stop());
}

}  // namespace spinsack

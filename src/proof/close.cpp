// SPDX-License-Identifier: Apache-2.0
#include "proof/close.hpp"

#include "proof/exact_bound.hpp"

#include <algorithm>
#include <cmath>

namespace spinsack::proof {
namespace {

using linear::Factored;

// Decisions rest on this share of what the bound says about single items, so that a checker with other rounding
// errors agrees.
constexpr double safe_share = 1 - 1e-6;

class Closer {
 public:
  Closer(Region& region, const Ground& ground, Workspace& work, Profit beyond,
         const CloseEffort& effort, const Findings& findings, const linear::Impatient& impatient)
      : region_(region),
        ground_(ground),
        work_(work),
        limit_(static_cast<Wide>(beyond) << bound_bits(ground)),
        beyond_(beyond),
        effort_(effort),
        findings_(findings),
        impatient_(impatient) {}

  Closing run() {
    int stalls = 0;
    int quiet = 0;  // rounds in which hardly anything was decided
    for (int round = 0;; ++round) {
      const Verdict verdict = bound_and_decide(quiet);
      if (verdict != Verdict::open || region_.size() == 0 || closing_.blind) return end(verdict);
      const double gap = 2 * static_cast<double>(region_.size()) * region_.barrier;
      const bool central = region_.barrier > 0 && gap < 0.15 * work_.top;
      if (round >= effort_.steps || stalls >= 3) return end(Verdict::open);
      if (!effort_.thorough && round >= 2 && central) return end(Verdict::open);
      if (effort_.thorough && round >= 3 && central && quiet >= 2) return end(Verdict::open);
      if (region_.barrier <= 0) begin_barrier();
      ++closing_.steps;
      const Step step = newton_step(region_, ground_, work_, impatient_);
      if (impatient_ && impatient_()) return end(Verdict::stopped);
      current_ = step.taken;
      if (!step.taken) {
        region_.barrier *= 10;
        ++stalls;
        inflate(1e-4, 1e-3);
      } else if (step.length > 0.9) {
        region_.barrier *= step.decrement < 2 ? 0.1 : 0.25;
      } else if (step.length > 0.3) {
        region_.barrier *= 0.5;
      } else if (step.length > 0.1 && step.decrement < 15) {
        region_.barrier *= 0.8;
      }
    }
  }

 private:
  Closing end(Verdict verdict) {
    closing_.verdict = verdict;
    return closing_;
  }

  void inflate(double share, double plus) {
    for (double& c : region_.curvature) c = rounded(c * (1 + share) + plus, ground_.strength_bits);
    current_ = false;
  }

  // A barrier that fits the point where we are.
  void begin_barrier() {
    std::vector<double> each;
    for (std::size_t i = 0; i < region_.size(); ++i) {
      const double y = work_.point[i];
      each.push_back(std::max(0.0, y - y * y) * work_.stiff[i]);
    }
    const auto middle = each.begin() + static_cast<std::ptrdiff_t>(each.size() / 2);
    std::ranges::nth_element(each, middle);
    region_.barrier =
        std::max(*middle, std::max(work_.top, 1.0) / (4 * static_cast<double>(region_.size())));
    for (Product& product : region_.products)
      if (product.sign == Product::Sign::positive)
        product.slack = region_.barrier / product.strength;
  }

  // False if interrupted, or if no curvature in reach makes S definite: then the region is left to its parts.
  bool evaluate() {
    constexpr int most_tries = 60;
    for (int tries = 1; !current_; ++tries) {
      lay_out_products(region_, ground_, work_);
      build(region_, ground_, work_);
      const Factored factored = find_top(region_, work_, impatient_);
      closing_.blind = factored == Factored::not_definite && tries > most_tries;
      if (factored == Factored::interrupted || closing_.blind) return false;
      if (factored == Factored::whole) current_ = true;
      if (factored == Factored::not_definite) inflate(1e-4 * tries, 0.01 * tries * tries);
    }
    point_.resize(region_.size());
    for (std::size_t i = 0; i < region_.size(); ++i)
      point_[i] = rounded(work_.point[i], point_bits);
    closing_.bound = exact_bound(region_, ground_, work_, point_);
    return find_stiffness(work_, impatient_);
  }

  Verdict bound_and_decide(int& quiet) {
    for (;;) {
      if (region_.size() == 0) {
        closing_.bound = static_cast<Wide>(region_.constant) << bound_bits(ground_);
        return region_.room >= 0 && region_.constant >= beyond_ ? Verdict::open : Verdict::closed;
      }
      // 1. What cannot fit.
      std::vector<Decision> decisions(region_.size(), Decision::open);
      const Weight space = largest_space();
      if (space < 0) return Verdict::closed;
      if (by_capacity(space, decisions) > 0) {
        findings_({.region = &region_, .point = nullptr, .decisions = &decisions, .neither = {}});
        decide(region_, ground_, decisions);
        current_ = false;
        continue;
      }
      // 2. What cannot be better.
      if (!evaluate()) return closing_.blind ? Verdict::open : Verdict::stopped;
      if (closing_.bound && *closing_.bound < limit_) {
        findings_({.region = &region_, .point = &point_, .decisions = nullptr, .neither = {}});
        return Verdict::closed;
      }
      std::optional<std::size_t> neither;
      const std::size_t decided = by_bound(decisions, neither);
      const std::size_t size = region_.size();
      quiet = decided * 50 >= size ? 0 : quiet + 1;
      if (decided == 0) return Verdict::open;
      findings_(
          {.region = &region_, .point = &point_, .decisions = &decisions, .neither = neither});
      if (neither) return Verdict::closed;
      decide(region_, ground_, decisions);
      current_ = false;
      if (decided * 10 >= size || !effort_.thorough || region_.size() == 0) continue;
      if (!evaluate()) return closing_.blind ? Verdict::open : Verdict::stopped;
      if (!closing_.bound || *closing_.bound >= limit_) return Verdict::open;
    }
  }

  // Free capacity if every active item were out.
  Weight largest_space() const {
    Weight space = region_.room;
    for (const Index i : region_.active) space -= std::min<Weight>(0, ground_.growth[at(i)]);
    return space;
  }

  std::size_t by_capacity(Weight space, std::vector<Decision>& decisions) const {
    std::size_t decided = 0;
    for (std::size_t a = 0; a < region_.size(); ++a) {
      const Weight growth = ground_.growth[at(region_.active[a])];
      if (std::abs(growth) <= space) continue;
      decisions[a] = growth > 0 ? Decision::stay : Decision::change;
      ++decided;
    }
    return decided;
  }

  // neither: an item for which both decisions are refuted, so that nothing is in the region.
  std::size_t by_bound(std::vector<Decision>& decisions,
                       std::optional<std::size_t>& neither) const {
    if (!closing_.bound) return 0;
    const double bound = real_bound(*closing_.bound, ground_);
    const auto limit = static_cast<double>(beyond_) - 1e-9;
    std::size_t decided = 0;
    for (std::size_t a = 0; a < region_.size(); ++a) {
      const double y = point_[a];
      const double stiff = safe_share * work_.stiff[a];
      const bool no_change = bound - stiff * (1 - y) * (1 - y) < limit;
      const bool no_stay = bound - stiff * y * y < limit;
      if (!no_change && !no_stay) continue;
      decisions[a] = no_change ? Decision::stay : Decision::change;
      if (no_change && no_stay) neither = a;
      ++decided;
    }
    return decided;
  }

  Region& region_;
  const Ground& ground_;
  Workspace& work_;
  Wide limit_;
  Profit beyond_;
  CloseEffort effort_;
  const Findings& findings_;
  const linear::Impatient& impatient_;
  bool current_ = false;       // work_ is that of the region's multipliers
  std::vector<double> point_;  // rounded
  Closing closing_;
};

}  // namespace

Closing close(Region& region, const Ground& ground, Workspace& work, Profit beyond,
              const CloseEffort& effort, const Findings& findings,
              const linear::Impatient& impatient) {
  return Closer(region, ground, work, beyond, effort, findings, impatient).run();
}

}  // namespace spinsack::proof

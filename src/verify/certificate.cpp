// SPDX-License-Identifier: Apache-2.0
#include "verify/certificate.hpp"

#include "core/error.hpp"
#include "core/text_reader.hpp"
#include "verify/certificate_file.hpp"
#include "verify/tangent_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

using certificate::OpenSet;
using certificate::RegionLine;
using certificate::State;
using certificate::StepLine;
using Span = std::pair<Index, Index>;
using Spans = std::set<Span>;  // that do not overlap

struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The most items that can be in a knapsack at once: the lightest.
Index most_items(const QkpInstance& instance) {
  std::vector<Weight> weights(instance.weights().begin(), instance.weights().end());
  std::ranges::sort(weights);
  Weight load = 0;
  Index count = 0;
  for (const Weight weight : weights) {
    load += weight;
    if (load > instance.capacity()) break;
    ++count;
  }
  return count;
}

// A region that was not closed, until regions that cover it have been.
struct Split {
  OpenSet set;
  Spans ranges;               // of its parts
  std::optional<Index> item;  // or the item that its two parts differ in
  bool part_with = false;
  bool part_without = false;
};

class Checker {
 public:
  Checker(const QkpInstance& instance, const certificate::Head& head)
      : instance_(instance), head_(head), most_(most_items(instance)) {}

  void check_head(std::string_view digest) {
    if (head_.n != instance_.size())
      throw Refused(fmt::format("expected a certificate about {} items, found one about {}",
                                instance_.size(), head_.n));
    if (head_.sha256 != digest)
      throw Refused(fmt::format("expected the digest {} of the instance, found {}", digest,
                                quote(head_.sha256)));
    Profit value = 0;
    Weight load = 0;
    std::vector<bool> in(at(head_.n));
    for (const Index i : head_.items) {
      in[at(i)] = true;
      value += instance_.profits()[at(i)];
      load += instance_.weights()[at(i)];
    }
    instance_.pair_profits().for_each_pair([&](Index i, Index j, auto p) {
      if (in[at(i)] && in[at(j)]) value += static_cast<Profit>(p);
    });
    if (load > instance_.capacity())
      throw Refused(fmt::format("expected items that weigh {} at most, found {}",
                                instance_.capacity(), load));
    if (value != head_.value)
      throw Refused(
          fmt::format("expected {}, what the items are worth, found {}", value, head_.value));
  }

  void check_region(const RegionLine& line) {
    OpenSet set = origin_of(line);
    const std::int64_t number = regions_++;
    bool empty = false;
    for (const StepLine& step : line.steps) {
      if (empty) throw Refused("expected no step after one that closes the region, found another");
      fixings_ += static_cast<std::int64_t>(step.in.size() + step.out.size());
      if (!step.by_bound) {
        check_capacity_step(set, step);
      } else {
        ++bounds_;
        empty = check_bound_step(set, step);
      }
    }
    if (!empty && nothing_better(set)) empty = true;
    if (line.closed && !empty)
      throw Refused("expected steps that close the region, found that they leave some of it open");
    if (!line.closed) open_.emplace(number, Split{.set = std::move(set), .ranges = {}, .item = {}});
  }

  void check_end() {
    if (regions_ != head_.regions)
      throw Refused(fmt::format("expected {} regions, found {}", head_.regions, regions_));
    if (!begun_whole_) check_cover(begun_, 0, most_, "the first regions");
    for (const auto& [number, split] : open_) {
      const std::string name = fmt::format("the parts of region {}", number);
      if (split.item)
        throw Refused(fmt::format("expected {} to be with and without item {}, found one of them",
                                  name, *split.item));
      // Fewer items than are in, or more than are in or open, is no set of the region.
      Index low = 0;
      Index high = 0;
      for (const State state : split.set.state) {
        if (state == State::in) ++low;
        if (state != State::out) ++high;
      }
      high = std::min(high, most_);
      if (split.set.range) {
        low = std::max(low, split.set.range->first);
        high = std::min(high, split.set.range->second);
      }
      check_cover(split.ranges, low, high, name);
    }
  }

  std::int64_t regions() const { return regions_; }
  std::int64_t bounds() const { return bounds_; }
  std::int64_t fixings() const { return fixings_; }

 private:
  OpenSet origin_of(const RegionLine& line) {
    if (!line.parent) {
      if (line.item)
        throw Refused(
            fmt::format("expected a parent of the region with item {}, found none", *line.item));
      if (begun_whole_ || (!line.range && !begun_.empty()))
        throw Refused("expected no other region beside one of everything, found another");
      if (line.range)
        add_range(begun_, *line.range);
      else
        begun_whole_ = true;
      return {.state = std::vector<State>(at(head_.n), State::open), .range = line.range};
    }
    const auto parent = open_.find(*line.parent);
    if (parent == open_.end())
      throw Refused(fmt::format("expected a region that was left open before, found {} as parent",
                                *line.parent));
    Split& split = parent->second;
    OpenSet set = split.set;
    if (line.item.has_value() == line.range.has_value())
      throw Refused(fmt::format("expected a range or an item of the part, found {}",
                                line.item ? "both" : "neither"));
    if (line.range) {
      if (split.item)
        throw Refused(
            fmt::format("expected the other part of item {}, found a range", *split.item));
      add_range(split.ranges, *line.range);
      // A set of the part is one of the parent's too, so that its range may be used as far as it is narrower.
      set.range = line.range;
      if (split.set.range) {
        set.range->first = std::max(set.range->first, split.set.range->first);
        set.range->second = std::min(set.range->second, split.set.range->second);
        if (*set.range != *line.range)
          throw Refused(fmt::format("expected a range within {}..{}, found {}..{}",
                                    split.set.range->first, split.set.range->second,
                                    line.range->first, line.range->second));
      }
      return set;
    }
    if (!split.ranges.empty())
      throw Refused(fmt::format("expected another range of the region, found item {}", *line.item));
    if (split.item && *split.item != *line.item)
      throw Refused(fmt::format("expected the other part of item {}, found item {}", *split.item,
                                *line.item));
    State& state = set.state[at(*line.item)];
    require_open(state, *line.item);
    split.item = line.item;
    if (std::exchange(line.in ? split.part_with : split.part_without, true))
      throw Refused(fmt::format("expected the part {} item {}, found that {} it again",
                                line.in ? "without" : "with", *line.item,
                                line.in ? "with" : "without"));
    state = line.in ? State::in : State::out;
    if (split.part_with && split.part_without) open_.erase(parent);
    return set;
  }

  static void require_open(State state, Index item) {
    if (state != State::open)
      throw Refused(fmt::format("expected an item that is open, found item {}, which is {}", item,
                                state == State::in ? "in" : "out"));
  }

  // Parts are kept until they are covered themselves, so that none may come again and again.
  static void add_range(Spans& ranges, const Span& range) {
    const auto next = ranges.upper_bound({range.second, std::numeric_limits<Index>::max()});
    if (next != ranges.begin() && std::prev(next)->second >= range.first)
      throw Refused(fmt::format("expected numbers of items that no part has yet, found {}..{}",
                                range.first, range.second));
    ranges.insert(range);
  }

  static void check_cover(const Spans& ranges, Index low, Index high, const std::string& name) {
    Index next = low;
    for (const auto& [first, last] : ranges)
      if (first <= next) next = std::max(next, last + 1);
    if (next <= high)
      throw Refused(fmt::format("expected {} to cover sets of {} to {} items, found none for {}",
                                name, low, high, next));
  }

  Weight space_of(const OpenSet& set) const {
    Weight space = instance_.capacity();
    for (Index i = 0; i < head_.n; ++i)
      if (set.state[at(i)] == State::in) space -= instance_.weights()[at(i)];
    return space;
  }

  void check_capacity_step(OpenSet& set, const StepLine& step) const {
    if (!step.in.empty())
      throw Refused(
          fmt::format("expected a bound that puts item {} in, found none", step.in.front()));
    const Weight space = space_of(set);
    for (const Index i : step.out) {
      require_open(set.state[at(i)], i);
      if (instance_.weights()[at(i)] <= space)
        throw Refused(fmt::format("expected a bound or that item {} weighs more than {}, found {}",
                                  i, space, instance_.weights()[at(i)]));
      set.state[at(i)] = State::out;
    }
  }

  // True if the step closes the region.
  bool check_bound_step(OpenSet& set, const StepLine& step) const {
    const certificate::TangentBound bound(instance_, head_, set, step);
    if (!bound.fault().empty()) throw Refused(bound.fault());
    if (step.in.empty() && step.out.empty()) {
      if (!bound.below(head_.value + 1))
        throw Refused(
            fmt::format("expected a bound below {}, found one that is not", head_.value + 1));
      return true;
    }
    bool empty = false;
    const std::vector<double> stiffness = bound.stiffness();
    const auto settle = [&](Index i, State state) {
      State& known = set.state[at(i)];
      if (!bound.excludes(i, state == State::in ? 0 : 1, head_.value + 1, stiffness))
        throw Refused(
            fmt::format("expected a bound below {} for sets {} item {}, found one that is not",
                        head_.value + 1, state == State::in ? "without" : "with", i));
      if (known != State::open && known != state) empty = true;  // neither in nor out
      known = state;
    };
    for (const Index i : step.in) require_open(set.state[at(i)], i);
    for (const Index i : step.out) require_open(set.state[at(i)], i);
    for (const Index i : step.in) settle(i, State::in);
    for (const Index i : step.out) settle(i, State::out);
    return empty;
  }

  // Whether everything is decided, or too much is in.
  bool nothing_better(const OpenSet& set) const {
    if (space_of(set) < 0) return true;
    Profit value = 0;
    for (Index i = 0; i < head_.n; ++i) {
      if (set.state[at(i)] == State::open) return false;
      if (set.state[at(i)] == State::in) value += instance_.profits()[at(i)];
    }
    instance_.pair_profits().for_each_pair([&](Index i, Index j, auto p) {
      if (set.state[at(i)] == State::in && set.state[at(j)] == State::in)
        value += static_cast<Profit>(p);
    });
    return value <= head_.value;
  }

  const QkpInstance& instance_;
  const certificate::Head& head_;
  Index most_;
  Spans begun_;
  bool begun_whole_ = false;
  std::map<std::int64_t, Split> open_;  // without those that two parts of an item cover
  std::int64_t regions_ = 0;
  std::int64_t bounds_ = 0;
  std::int64_t fixings_ = 0;
};

}  // namespace

bool looks_like_certificate(std::string_view text) {
  const auto skip_blanks = [&] {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  };
  skip_blanks();
  if (!text.starts_with('{')) return false;
  text.remove_prefix(1);
  skip_blanks();
  return text.starts_with("\"certificate\"");
}

CertificateVerdict verify_certificate(const QkpInstance& instance, std::string_view digest,
                                      const InputFile& file) {
  certificate::Reader reader(file);
  Checker checker(instance, reader.head());
  CertificateVerdict verdict;
  try {
    checker.check_head(digest);
    while (const std::optional<RegionLine> line = reader.next()) checker.check_region(*line);
    checker.check_end();
    verdict.holds = true;
  } catch (const Refused& refused) {
    verdict.fault = fmt::format("{}:{}: {}", file.name, reader.line(), refused.what());
  }
  verdict.value = reader.head().value;
  verdict.regions = checker.regions();
  verdict.bounds = checker.bounds();
  verdict.fixings = checker.fixings();
  return verdict;
}

}  // namespace spinsack

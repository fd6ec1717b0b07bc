// SPDX-License-Identifier: Apache-2.0
#include "proof/tree.hpp"

#include "proof/certificate.hpp"
#include "proof/exact_bound.hpp"
#include "proof/start.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace spinsack::proof {
// Named, since the class behind Prover has members of these types.
namespace tree {

// How a region came about, which decides what is done with it.
enum class Stage : std::uint8_t { range, piece, branch };

struct Node {
  Region region;
  Stage stage = Stage::range;
  std::shared_ptr<const Region> core;  // that a piece is a piece of
  RegionLines::Origin origin;
  std::optional<Wide> bound;  // of the region it is a part of
  // Of the certificate: what was decided before the work on it was stopped.
  std::optional<RegionLines> lines = {};
};

constexpr std::size_t small_core = 14;   // branched on without splitting by the number of items
constexpr std::size_t large_core = 120;  // with a range of item numbers: the range is split first
constexpr double restart = 25;           // of the barrier, in a part of a region
constexpr double gentle_restart = 4;
// What looking at a region takes beside its matrices, in operations of theirs.
constexpr std::int64_t operations_per_region = 1'000'000;

void raise_barrier(Region& region, double factor) {
  region.barrier *= factor;
  for (Product& product : region.products) product.slack *= factor;
}

std::size_t bytes_of(const Region& region) {
  return region.changed.size() + region.size() * (sizeof(Index) + sizeof(Profit) + sizeof(double)) +
         region.products.size() * sizeof(Product) + sizeof(Node);
}

// The multipliers of one region in another whose active items are among those of the first.
Region with_multipliers_of(const Region& source, const Region& target, const Ground& ground) {
  Region region = source;
  std::vector<Decision> decisions(source.size(), Decision::open);
  std::size_t t = 0;
  for (std::size_t a = 0; a < source.size(); ++a) {
    const Index item = source.active[a];
    while (t < target.size() && target.active[t] < item) ++t;
    if (t < target.size() && target.active[t] == item) continue;
    decisions[a] = target.changed[at(item)] != 0 ? Decision::change : Decision::stay;
  }
  decide(region, ground, decisions);
  return region;
}

// What became of a region.
struct Explored {
  Closing closing;
  std::vector<Node> children;
  std::string line;  // of the certificate
  Index core = 0;    // items of a core that was split
  Bits better;       // a set that is better than what was known; usually empty
  Profit value = 0;  // of it
  std::int64_t operations = 0;
};

// Looks at one region. The only state between regions is the room for its matrices.
class Explorer {
 public:
  Explorer(const Ground& ground, const Region& start, const TreeRequest& request)
      : ground_(ground), start_(start), request_(request) {}

  Explored explore(Node& node, Profit beyond, Workspace& work) {
    Explored explored;
    explored_ = &explored;
    work_ = &work;
    if (request_.certificate_of && !node.lines) node.lines.emplace(node.origin);
    const Findings findings = [&](const Finding& finding) {
      if (node.lines) node.lines->add(finding, ground_);
    };
    const std::int64_t before = work.operations;
    explored.closing = close(node.region, ground_, work, beyond, effort_of(node.stage), findings,
                             request_.impatient);
    explored.operations = work.operations - before + operations_per_region;
    if (explored.closing.verdict == Verdict::open) {
      if (explored.closing.blind) {
        branch_blindly(node);
      } else if (node.region.size() == 0) {
        explored.closing.verdict = Verdict::closed;
        explored.better = items_of(node.region, ground_);
        explored.value = ground_.value + node.region.constant;
      } else {
        split(node);
      }
    }
    if (node.lines && explored.closing.verdict != Verdict::stopped)
      explored.line = std::move(*node.lines).finish(explored.closing.verdict == Verdict::closed);
    return explored;
  }

 private:
  static CloseEffort effort_of(Stage stage) {
    switch (stage) {
      case Stage::range:
        return {.steps = 60, .thorough = true};
      case Stage::piece:
        return {.steps = 40, .thorough = true};
      case Stage::branch:
        break;
    }
    return {.steps = 12, .thorough = false};
  }

  void split(Node& node) {
    switch (node.stage) {
      case Stage::range:
        if (node.region.range && !node.region.range->single() && node.region.size() > large_core)
          split_range(node);
        else if (node.region.size() <= small_core)
          branch(node, gentle_restart);
        else
          split_core(node);
        break;
      case Stage::piece:
        if (node.region.range->single())
          branch(node, gentle_restart);
        else
          split_piece(node);
        break;
      case Stage::branch:
        branch(node, restart);
        break;
    }
  }

  // Narrower ranges, from the first multipliers. The middle one comes last, and so is looked at first.
  void split_range(const Node& node) {
    const Range whole = *node.region.range;
    const Index middle = ground_.count;
    std::vector<Range> parts;
    if (whole.low <= middle && middle <= whole.high && whole.high - whole.low >= 2) {
      const Index reach = (whole.high - whole.low) / 6;
      parts = {{whole.low, middle - reach - 1},
               {middle + reach + 1, whole.high},
               {std::max(whole.low, middle - reach), std::min(whole.high, middle + reach)}};
    } else {
      const Index half = (whole.low + whole.high) / 2;
      parts = {{whole.low, half}, {half + 1, whole.high}};
    }
    for (const Range& part : parts) {
      if (part.low > part.high) continue;
      Region region = with_multipliers_of(start_, node.region, ground_);
      if (part.single())
        restrict_to(region, ground_, part);
      else
        region.range = part;
      add_child(std::move(region), Stage::range, {.range = part}, {});
    }
  }

  // By the number of items, that of the reference alone.
  void split_core(Node& node) {
    explored_->core = static_cast<Index>(node.region.size());
    Index low = node.region.count;
    Index high = node.region.count;
    for (const Index i : node.region.active) (ground_.sign[at(i)] < 0 ? --low : ++high);
    if (node.region.range) {
      low = std::max(low, node.region.range->low);
      high = std::min(high, node.region.range->high);
    }
    const auto core = std::make_shared<const Region>(std::move(node.region));
    const Index middle = ground_.count;
    if (low <= middle && middle <= high) {
      add_piece(core, *core, {middle + 1, high});
      add_piece(core, *core, {low, middle - 1});
      add_piece(core, *core, {middle, middle});
    } else {
      add_piece(core, *core, {low, high});
    }
  }

  // The numbers nearest to that of the reference alone, since they hold what is left of the gap.
  void split_piece(const Node& node) {
    const Range whole = *node.region.range;
    const Index length = whole.high - whole.low + 1;
    const Index step = length > 8 ? 2 : length <= 3 ? 0 : length / 3;
    if (whole.low > ground_.count) {
      const Index cut = std::min(whole.low + step, whole.high - 1);
      add_piece(node.core, node.region, {cut + 1, whole.high});
      add_piece(node.core, node.region, {whole.low, cut});
    } else {
      const Index cut = std::max(whole.high - step, whole.low + 1);
      add_piece(node.core, node.region, {whole.low, cut - 1});
      add_piece(node.core, node.region, {cut, whole.high});
    }
  }

  void add_piece(const std::shared_ptr<const Region>& core, const Region& decided, Range range) {
    if (range.low > range.high) return;
    Region region = with_multipliers_of(*core, decided, ground_);
    restrict_to(region, ground_, range);
    raise_barrier(region, restart);
    add_child(std::move(region), Stage::piece, {.range = range}, core);
  }

  // On the item whose two decisions lower the bound most.
  void branch(Node& node, double barrier_factor) {
    const std::size_t size = node.region.size();
    std::size_t chosen = 0;
    double best = -1;
    for (std::size_t a = 0; a < size; ++a) {
      const double y = work_->point[a];
      const double score = std::min((1 - y) * (1 - y) * work_->stiff[a], work_->top) *
                           std::min(y * y * work_->stiff[a], work_->top);
      if (score <= best) continue;
      best = score;
      chosen = a;
    }
    raise_barrier(node.region, barrier_factor);
    branch_on(node, chosen);
  }

  // Without a bound to go by.
  void branch_blindly(const Node& node) { branch_on(node, 0); }

  void branch_on(const Node& node, std::size_t chosen) {
    const Index item = node.region.active[chosen];
    for (const Decision decision : {Decision::change, Decision::stay}) {
      std::vector<Decision> decisions(node.region.size(), Decision::open);
      decisions[chosen] = decision;
      Region region = node.region;
      decide(region, ground_, decisions);
      const bool in = (ground_.reference[at(item)] != 0) != (decision == Decision::change);
      add_child(std::move(region), Stage::branch, {.item = item, .in = in}, {});
    }
  }

  void add_child(Region region, Stage stage, const RegionLines::Origin& origin,
                 const std::shared_ptr<const Region>& core) {
    explored_->children.push_back(
        {.region = std::move(region), .stage = stage, .core = core, .origin = origin, .bound = {}});
  }

  const Ground& ground_;
  const Region& start_;
  const TreeRequest& request_;
  Explored* explored_ = nullptr;
  Workspace* work_ = nullptr;
};

// Workspaces are large: one for each thread at work, not one for each region.
class Workspaces {
 public:
  std::unique_ptr<Workspace> take() {
    const std::scoped_lock lock(mutex_);
    if (free_.empty()) return std::make_unique<Workspace>();
    std::unique_ptr<Workspace> work = std::move(free_.back());
    free_.pop_back();
    return work;
  }
  void give_back(std::unique_ptr<Workspace> work) {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(work));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> free_;
};

}  // namespace tree

class Prover::Tree {
  using Node = tree::Node;
  using Explored = tree::Explored;
  using Stage = tree::Stage;

 public:
  Tree(const QkpInstance& instance, BitView reference, TreeRequest request)
      : ground_(ground_of(instance, reference)), request_(std::move(request)) {
    outcome_.best = ground_.reference;
    outcome_.value = ground_.value;
  }

  bool run(std::int64_t operations) {
    const std::int64_t end =
        operations > endless - operations_ ? endless : operations_ + operations;
    if (hopeless_ || (!begun_ && !begin())) return false;
    while (!open_.empty() && operations_ < end && !exhausted())
      if (!explore_some()) return false;
    return open_.empty();
  }

  std::int64_t operations() const { return operations_; }

  bool exhausted() const {
    if (hopeless_ || outcome_.regions >= request_.most_regions) return true;
    std::size_t bytes = lines_.size();
    for (const Node& node : open_) bytes += tree::bytes_of(node.region);
    return static_cast<std::int64_t>(bytes) > request_.most_bytes;
  }

  TreeOutcome outcome() const {
    TreeOutcome outcome = outcome_;
    outcome.complete = begun_ && open_.empty();
    outcome.bound = bound();
    if (outcome.complete && request_.certificate_of)
      outcome.certificate = certificate_head(ground_, outcome.best, outcome.value,
                                             *request_.certificate_of, outcome.regions) +
                            '\n' + lines_;
    return outcome;
  }

 private:
  bool begin() {
    std::unique_ptr<Workspace> work = workspaces_.take();
    std::optional<Start> start = start_of(ground_, *work, request_.impatient);
    operations_ += work->operations;
    workspaces_.give_back(std::move(work));
    if (!start) {
      hopeless_ = !(request_.impatient && request_.impatient());
      return false;
    }
    start_ = std::move(start->region);
    const auto open = [&](const RegionLines::Origin& origin) {
      open_.push_back(
          {.region = start_, .stage = Stage::range, .core = {}, .origin = origin, .bound = {}});
      if (origin.range) open_.back().region.range = origin.range;
    };
    if (start->ranges.empty()) open({});
    for (const Range& range : start->ranges) open({.range = range});
    begun_ = true;
    return true;
  }

  // Regions are looked at in batches of a fixed size, so that nothing depends on the number of threads.
  bool explore_some() {
    constexpr std::size_t batch = 8;
    const std::size_t count = std::min(batch, open_.size());
    std::vector<Node> nodes;
    for (std::size_t i = 0; i < count; ++i) {
      nodes.push_back(std::move(open_.back()));
      open_.pop_back();
    }
    const Profit beyond = outcome_.value - ground_.value + 1;
    std::vector<Explored> explored(count);
    const auto look_at = [&](std::size_t i) {
      std::unique_ptr<Workspace> work = workspaces_.take();
      explored[i] = tree::Explorer(ground_, start_, request_).explore(nodes[i], beyond, *work);
      workspaces_.give_back(std::move(work));
    };
    if (request_.spread) {
      request_.spread(count, look_at);
    } else {
      for (std::size_t i = 0; i < count; ++i) look_at(i);
    }
    bool whole = true;
    for (std::size_t i = 0; i < count; ++i) {
      outcome_.steps += explored[i].closing.steps;
      operations_ += explored[i].operations;
      if (explored[i].closing.verdict == Verdict::stopped) {
        whole = false;
        lower(nodes[i].bound, explored[i].closing.bound);
        open_.push_back(std::move(nodes[i]));
        continue;
      }
      enter(explored[i], nodes[i]);
    }
    return whole;
  }

  void enter(Explored& explored, const Node& node) {
    const std::int64_t number = outcome_.regions++;
    outcome_.core = std::max(outcome_.core, explored.core);
    if (request_.certificate_of) lines_ += explored.line + '\n';
    if (!explored.better.empty() && explored.value > outcome_.value) {
      outcome_.best = std::move(explored.better);
      outcome_.value = explored.value;
      if (request_.improved) request_.improved(outcome_.best, outcome_.value);
    }
    for (Node& child : explored.children) {
      child.origin.parent = number;
      child.bound = node.bound;
      lower(child.bound, explored.closing.bound);
      open_.push_back(std::move(child));
    }
  }

  static void lower(std::optional<Wide>& bound, const std::optional<Wide>& other) {
    if (other) bound = bound ? std::min(*bound, *other) : *other;
  }

  // The largest of the open regions, by their own bounds or those they inherited.
  std::optional<Profit> bound() const {
    constexpr double largest = 0x1p62;
    if (!begun_) return {};
    Profit bound = outcome_.value;
    for (const Node& node : open_) {
      const double above = node.bound ? std::floor(real_bound(*node.bound, ground_)) : largest;
      if (above >= largest) return {};
      bound = std::max(bound, ground_.value + static_cast<Profit>(above));
    }
    return bound;
  }

  Ground ground_;
  TreeRequest request_;
  tree::Workspaces workspaces_;
  bool begun_ = false;
  bool hopeless_ = false;
  Region start_;
  std::vector<Node> open_;  // the last one is next
  std::string lines_;       // of the certificate
  std::int64_t operations_ = 0;
  TreeOutcome outcome_;
};

Prover::Prover(const QkpInstance& instance, BitView reference, TreeRequest request)
    : tree_(std::make_unique<Tree>(instance, reference, std::move(request))) {}
Prover::~Prover() = default;

bool Prover::run(std::int64_t operations) { return tree_->run(operations); }
std::int64_t Prover::operations() const { return tree_->operations(); }
bool Prover::exhausted() const { return tree_->exhausted(); }
TreeOutcome Prover::outcome() const { return tree_->outcome(); }

TreeOutcome prove(const QkpInstance& instance, BitView reference, const TreeRequest& request) {
  Prover prover(instance, reference, request);
  prover.run();
  return prover.outcome();
}

}  // namespace spinsack::proof

// SPDX-License-Identifier: Apache-2.0
#include "postprocess/set_exchange.hpp"

#include "instance/critical_price.hpp"
#include "local_search/candidates.hpp"

#include <algorithm>

namespace spinsack::post {
namespace {

// One or two items of a list. Weight and profit are those of the items together, given the state.
struct ItemSet {
  std::size_t first = 0;  // places in the list; equal for a single item
  std::size_t second = 0;
  Weight weight = 0;
  Profit profit = 0;
};

// All sets of the given size. sign is +1 if their items enter, since then they meet each other, and -1 if
// they leave, since then each has counted the pair they lose together.
std::vector<ItemSet> sets_of(const KnapsackState& state, const std::vector<Index>& list,
                             std::size_t size, int sign) {
  const auto weights = state.instance().weights();
  const SymmetricRows& pairs = state.instance().pair_profits();
  std::vector<ItemSet> sets;
  for (std::size_t a = 0; a < list.size(); ++a) {
    if (size == 1) sets.push_back({a, a, weights[at(list[a])], state.gain(list[a])});
    for (std::size_t b = a + 1; size == 2 && b < list.size(); ++b)
      sets.push_back(
          {a, b, weights[at(list[a])] + weights[at(list[b])],
           state.gain(list[a]) + state.gain(list[b]) + sign * pairs.integer(list[a], list[b])});
  }
  return sets;
}

// Pair profits between the two lists, at hand.
class CrossProfits {
 public:
  CrossProfits(const SymmetricRows& pairs, const Candidates& lists)
      : columns_(lists.entering.size()) {
    for (const Index i : lists.leaving)
      for (const Index j : lists.entering) values_.push_back(pairs.integer(i, j));
  }
  Profit between(const ItemSet& out, const ItemSet& in) const {
    Profit sum = row(out.first, in);
    if (out.second != out.first) sum += row(out.second, in);
    return sum;
  }

 private:
  Profit row(std::size_t i, const ItemSet& in) const {
    const Profit* const values = values_.data() + i * columns_;
    return in.second == in.first ? values[in.first] : values[in.first] + values[in.second];
  }
  std::size_t columns_;
  std::vector<Profit> values_;
};

void exchange_sets(KnapsackState& state, ExchangeSize size, StopCheck* watch) {
  const double price = critical_price(state.instance());
  const auto stopped = [&] { return watch != nullptr && watch->stop_after(2 * state.size()); };
  while (!stopped() && best_exchange(state, price, exchange_candidates, size)) continue;
}

}  // namespace

bool best_exchange(KnapsackState& state, double price, std::size_t count, ExchangeSize size) {
  const QkpInstance& instance = state.instance();
  const Candidates lists = candidates(state, price, count);
  const CrossProfits cross(instance.pair_profits(), lists);
  const std::vector<ItemSet> outs = sets_of(state, lists.leaving, size.leave, -1);
  std::vector<ItemSet> ins = sets_of(state, lists.entering, size.enter, +1);
  std::ranges::stable_sort(ins, std::ranges::greater{}, &ItemSet::profit);

  Profit best_gain = 0;
  ItemSet best_out;
  ItemSet best_in;
  for (const ItemSet& out : outs)
    for (const ItemSet& in : ins) {
      const Profit most = in.profit - out.profit;
      // What the two sets have in common only lowers the gain, unless profits may be negative.
      if (most <= best_gain && instance.nonnegative()) break;
      if (in.weight > out.weight + state.room()) continue;
      const Profit gain = most - cross.between(out, in);
      if (gain <= best_gain) continue;
      best_gain = gain;
      best_out = out;
      best_in = in;
    }
  if (best_gain == 0) return false;

  state.remove(lists.leaving[best_out.first]);
  if (size.leave == 2) state.remove(lists.leaving[best_out.second]);
  state.add(lists.entering[best_in.first]);
  if (size.enter == 2) state.add(lists.entering[best_in.second]);
  return true;
}

void exchange_1_2(KnapsackState& state, StopCheck* watch) { exchange_sets(state, {1, 2}, watch); }
void exchange_2_1(KnapsackState& state, StopCheck* watch) { exchange_sets(state, {2, 1}, watch); }
void exchange_2_2(KnapsackState& state, StopCheck* watch) { exchange_sets(state, {2, 2}, watch); }

}  // namespace spinsack::post

// SPDX-License-Identifier: Apache-2.0
#include "problem/program01/program_steps.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

namespace spinsack {
namespace {

// One column, or the two of a group whose label changes.
struct Move {
  std::array<Index, 2> columns{};
  std::size_t count = 0;

  std::span<const Index> flips() const { return {columns.data(), count}; }
};

Index set_columns(const ProgramState& state, const Group& group) {
  Index count = 0;
  for (Index c = group.first; c < group.end(); ++c) count += state.set(c) ? 1 : 0;
  return count;
}

// The only set column of a group.
Index label_column(const ProgramState& state, const Group& group) {
  Index column = group.first;
  while (!state.set(column)) ++column;
  return column;
}

// The move that flips this column and leaves groups whole; nothing for the set column of a group, which cannot go
// without another one coming.
std::optional<Move> move_to(const ProgramState& state, Index column) {
  const Index g = state.tables().group_of(column);
  if (g < 0) return Move{{column, 0}, 1};
  if (state.set(column)) return std::nullopt;
  return Move{{column, label_column(state, state.program().groups[at(g)])}, 2};
}

// What a move may cost, in variables looked at, besides those that are counted.
constexpr std::int64_t looks_of_a_move = 20;

bool is_over(StopCheck* watch, std::int64_t looks) {
  return watch != nullptr && watch->stop_after(looks_of_a_move + looks);
}

void carry_out(ProgramState& state, std::span<const Index> flips) {
  for (const Index column : flips) state.flip(column);
}

// --- repair --------------------------------------------------------------------------------------

class Repair {
 public:
  Repair(ProgramState& state, StopCheck* watch)
      : state_(state),
        watch_(watch),
        weight_(state.program().rows.size(), 1.0),
        rests_until_(state.program().columns.size()) {}

  void groups() {
    for (const Group& group : state_.program().groups)
      if (set_columns(state_, group) != 1 && !is_over(watch_, group.size)) choose_label(group);
  }

  void rows() {
    const auto size =
        static_cast<std::int64_t>(state_.program().columns.size() + state_.program().rows.size());
    const std::int64_t most = 1000 + 4 * size;
    for (std::int64_t move = 0; move < most && !state_.rows_hold(); ++move)
      if (is_over(watch_, std::ssize(state_.violated())) || !mend(worst_row(), move)) return;
  }

 private:
  // How much the violations shrink, in units of each row's largest coefficient, by weight.
  double relief(std::span<const Index> flips) {
    double sum = 0;
    state_.for_each_moved_row(flips, [&](Index row, std::int64_t before, std::int64_t after) {
      sum += weight_[at(row)] * static_cast<double>(before - after) / state_.tables().unit(row);
    });
    return sum;
  }

  // Of the named labels, or of all if none is named.
  void choose_label(const Group& group) {
    std::vector<Index> named;
    for (Index c = group.first; c < group.end(); ++c)
      if (state_.set(c)) named.push_back(c);
    carry_out(state_, named);  // none is set now
    if (named.empty())
      for (Index c = group.first; c < group.end(); ++c) named.push_back(c);
    Index best = named.front();
    double best_relief = -std::numeric_limits<double>::infinity();
    std::int64_t best_gain = 0;
    for (const Index c : named) {
      const std::array<Index, 1> flips{c};
      const double relieved = relief(flips);
      const std::int64_t gain = state_.change(flips);
      if (relieved < best_relief || (relieved == best_relief && gain <= best_gain)) continue;
      best = c;
      best_relief = relieved;
      best_gain = gain;
    }
    state_.flip(best);
  }

  Index worst_row() const {
    Index worst = -1;
    double most = 0;
    for (const Index row : state_.violated()) {
      const double violation =
          weight_[at(row)] * static_cast<double>(state_.violation(row)) / state_.tables().unit(row);
      if (violation < most || (violation == most && worst >= 0 && row > worst)) continue;
      worst = row;
      most = violation;
    }
    return worst;
  }

  // One move for the row; false if there is none at all.
  bool mend(Index row, std::int64_t now) {
    constexpr std::int64_t rest = 10;
    std::optional<Move> best;
    double best_score = 0;
    bool best_relieves = false;
    const auto consider = [&](const Move& move) {
      double relieved = 0;
      bool helps = false;
      state_.for_each_moved_row(
          move.flips(), [&](Index each, std::int64_t before, std::int64_t after) {
            relieved += weight_[at(each)] * static_cast<double>(before - after) /
                        state_.tables().unit(each);
            helps = helps || (each == row && after < before);
          });
      if (!helps) return;
      const bool relieves = relieved > 1e-12;
      const auto gain = static_cast<double>(state_.change(move.flips()));
      // What is gained counts for more the less is relieved; what is lost, the other way round.
      const double score = !relieves ? relieved : gain > 0 ? gain : gain / relieved;
      const bool resting = rests_until_[at(move.columns[0])] > now && !relieves;
      if (resting) return;
      if (best && (relieves < best_relieves || (relieves == best_relieves && score <= best_score)))
        return;
      best = move;
      best_score = score;
      best_relieves = relieves;
    };
    for (const Entry& entry : state_.program().entries_of(state_.program().rows[at(row)])) {
      const Index g = state_.tables().group_of(entry.column);
      if (g >= 0 && state_.set(entry.column)) {
        // It goes when any other label of its group comes.
        const Group& group = state_.program().groups[at(g)];
        for (Index c = group.first; c < group.end(); ++c)
          if (c != entry.column) consider({{c, entry.column}, 2});
      } else if (const auto move = move_to(state_, entry.column)) {
        consider(*move);
      }
    }
    if (!best) {
      weight_[at(row)] *= 2;
      return ++without_move_ < 50;
    }
    carry_out(state_, best->flips());
    if (!best_relieves)
      for (const Index each : state_.violated()) weight_[at(each)] *= 1.5;
    for (const Index column : best->flips()) rests_until_[at(column)] = now + rest;
    return true;
  }

  ProgramState& state_;
  StopCheck* watch_;
  std::vector<double> weight_;
  std::vector<std::int64_t> rests_until_;
  int without_move_ = 0;
};

// --- improvement ---------------------------------------------------------------------------------

// Two moves together, if their columns differ.
class Swaps {
 public:
  Swaps(ProgramState& state, std::int64_t looks, StopCheck* watch)
      : state_(state), looks_(looks), watch_(watch) {}

  // One improving exchange; false if there is none or the looks are used up.
  bool one() {
    const Index size = state_.program().size();
    for (Index i = 0; i < size && looks_ > 0; ++i) {
      const Index g = state_.tables().group_of(i);
      if (g < 0 ? exchange_column(i) : state_.set(i) && exchange_label(i)) return true;
    }
    return false;
  }

 private:
  bool try_flips(std::span<const Index> flips) {
    if (is_over(watch_, 0)) {
      looks_ = 0;
      return false;
    }
    --looks_;
    if (state_.change(flips) <= 0 || !state_.harmless(flips)) return false;
    carry_out(state_, flips);
    return true;
  }

  // A set column against one that is not, neither of a group.
  bool exchange_column(Index i) {
    if (!state_.set(i)) return false;
    for (Index j = 0; j < state_.program().size(); ++j) {
      if (state_.set(j) || state_.tables().group_of(j) >= 0) continue;
      const std::array<Index, 2> flips{i, j};
      if (try_flips(flips)) return true;
    }
    return false;
  }

  // The labels of two groups of one size.
  bool exchange_label(Index column) {
    const auto& groups = state_.program().groups;
    const Group& group = groups[at(state_.tables().group_of(column))];
    const Index label = column - group.first;
    for (std::size_t h = at(state_.tables().group_of(column)) + 1; h < groups.size(); ++h) {
      if (groups[h].size != group.size) continue;
      const Index other = label_column(state_, groups[h]);
      const Index other_label = other - groups[h].first;
      if (other_label == label) continue;
      const std::array<Index, 4> flips{column, group.first + other_label, other,
                                       groups[h].first + label};
      if (try_flips(flips)) return true;
    }
    return false;
  }

  ProgramState& state_;
  std::int64_t looks_;
  StopCheck* watch_;
};

}  // namespace

void repair_program(ProgramState& state, StopCheck* watch) {
  Repair repair(state, watch);
  repair.groups();
  repair.rows();
}

void improve_by_flips(ProgramState& state, StopCheck* watch) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Index c = 0; c < state.program().size(); ++c) {
      if (is_over(watch, 0)) return;
      const auto move = move_to(state, c);
      if (!move || state.change(move->flips()) <= 0 || !state.harmless(move->flips())) continue;
      carry_out(state, move->flips());
      changed = true;
    }
  }
}

void improve_by_swaps(ProgramState& state, std::int64_t looks, StopCheck* watch) {
  improve_by_flips(state, watch);
  Swaps swaps(state, looks, watch);
  while (swaps.one()) improve_by_flips(state, watch);
}

bool is_feasible(const ProgramState& state) {
  return state.rows_hold() && std::ranges::all_of(state.program().groups, [&](const Group& group) {
           return set_columns(state, group) == 1;
         });
}

}  // namespace spinsack

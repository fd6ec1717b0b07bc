// SPDX-License-Identifier: Apache-2.0
#include "mip/branch_and_cut.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// The headers of COIN-OR are not written for our warnings; they are included as system headers.
#include <CbcEventHandler.hpp>
#include <CbcModel.hpp>
#include <CglClique.hpp>
#include <CglFlowCover.hpp>
#include <CglGomory.hpp>
#include <CglKnapsackCover.hpp>
#include <CglMixedIntegerRounding2.hpp>
#include <CglProbing.hpp>
#include <CglTwomir.hpp>
#include <OsiClpSolverInterface.hpp>

namespace spinsack {
namespace {

double power_of_ten(int digits) { return std::pow(10.0, digits); }

// The power of two at or above a positive number. Dividing by it is exact.
double power_of_two_above(double number) { return std::exp2(std::ceil(std::log2(number))); }

// A program as Clp takes it: minimised, and with every column and every element within [-1, 1], as
// tolerances are absolute.
struct LoadedProgram {
  std::vector<double> unit;  // of each column
  double profit_unit = 1;    // of the objective
  bool wide = false;  // whether a row has elements that next to its others are all but nothing
  OsiClpSolverInterface solver;

  explicit LoadedProgram(const Program& program) {
    constexpr double largest_cost = 1e7;
    constexpr double smallest_share = 1e-6;
    const std::size_t columns = program.columns.size();
    std::vector<double> lower(columns);
    std::vector<double> upper(columns);
    std::vector<double> cost(columns);
    unit.resize(columns);
    for (std::size_t c = 0; c < columns; ++c) {
      const Column& column = program.columns[c];
      const double one = power_of_ten(column.bound_digits);
      lower[c] = static_cast<double>(column.lower) / one;
      upper[c] = static_cast<double>(column.upper) / one;
      unit[c] = std::max(std::abs(lower[c]), std::abs(upper[c]));
      if (unit[c] == 0) unit[c] = 1;
      lower[c] /= unit[c];
      upper[c] /= unit[c];
      cost[c] = -static_cast<double>(column.objective) * unit[c];
      while (std::abs(cost[c]) > largest_cost * profit_unit) profit_unit *= 2;
    }
    for (double& value : cost) value /= profit_unit;
    const std::size_t rows = program.rows.size();
    std::vector<double> row_lower(rows, -COIN_DBL_MAX);
    std::vector<double> row_upper(rows, COIN_DBL_MAX);
    std::vector<CoinBigIndex> starts;
    std::vector<int> indices;
    std::vector<double> elements;
    starts.reserve(rows + 1);
    indices.reserve(program.entries.size());
    elements.reserve(program.entries.size());
    for (std::size_t r = 0; r < rows; ++r) {
      const Row& row = program.rows[r];
      const double one = power_of_ten(row.digits);
      const std::size_t begin = elements.size();
      double largest = 0;
      starts.push_back(static_cast<CoinBigIndex>(begin));
      for (const Entry& entry : program.entries_of(row)) {
        indices.push_back(entry.column);
        elements.push_back(static_cast<double>(entry.value) / one * unit[at(entry.column)]);
        largest = std::max(largest, std::abs(elements.back()));
      }
      const double row_unit = largest > 0 ? power_of_two_above(largest) : 1;
      for (std::size_t e = begin; e < elements.size(); ++e) {
        elements[e] /= row_unit;
        wide |= std::abs(elements[e]) < smallest_share;
      }
      const double rhs = static_cast<double>(row.rhs) / one / row_unit;
      if (row.sense != RowSense::at_least) row_upper[r] = rhs;
      if (row.sense != RowSense::at_most) row_lower[r] = rhs;
    }
    starts.push_back(static_cast<CoinBigIndex>(elements.size()));
    solver.messageHandler()->setLogLevel(0);
    solver.getModelPtr()->setLogLevel(0);
    const CoinPackedMatrix matrix(false, static_cast<int>(columns), static_cast<int>(rows),
                                  static_cast<CoinBigIndex>(elements.size()), elements.data(),
                                  indices.data(), starts.data(), nullptr);
    solver.loadProblem(matrix, lower.data(), upper.data(), cost.data(), row_lower.data(),
                       row_upper.data());
    for (std::size_t c = 0; c < columns; ++c)
      if (program.columns[c].kind == ColumnKind::binary) solver.setInteger(static_cast<int>(c));
  }
};

std::vector<Index> items_in(const double* solution, Index items) {
  std::vector<Index> packed;
  for (Index i = 0; i < items; ++i)
    if (solution[i] > 0.5) packed.push_back(i);
  return packed;
}

// Nodes are given up unless they promise this much more than the best solution. Profits are integers, so
// anything below 1 is right; the rest is room for tolerances.
constexpr double increment = 0.5;

class Reporter : public CbcEventHandler {
 public:
  Reporter(const BranchAndCutListener& listener, Index items, double profit_unit)
      : listener_(&listener), items_(items), profit_unit_(profit_unit) {}
  CbcEventHandler* clone() const override { return new Reporter(*this); }

  CbcAction event(CbcEvent what) override {
    const CbcModel& model = *getModel();
    const double value = -model.getObjValue() * profit_unit_;
    if ((what == solution || what == heuristicSolution) && model.bestSolution() != nullptr &&
        value > value_) {
      value_ = value;
      listener_->items(items_in(model.bestSolution(), items_));
    }
    if (what == node || what == treeStatus) {
      // Nodes given up so far promised no more than best + increment.
      const double bound =
          std::max(-model.getBestPossibleObjValue() * profit_unit_, value + increment);
      if (bound < bound_) listener_->bound(bound_ = bound);
    }
    return noAction;
  }

 private:
  const BranchAndCutListener* listener_;
  Index items_;
  double profit_unit_;
  double value_ = -std::numeric_limits<double>::infinity();
  double bound_ = std::numeric_limits<double>::infinity();
};

// Makes no cuts, but sees every linear program of the root, so that a bound is known before its last round.
class RootWatch : public CglCutGenerator {
 public:
  RootWatch(const BranchAndCutListener& listener, const CbcModel& model, double profit_unit)
      : listener_(&listener), model_(&model), profit_unit_(profit_unit) {}
  CglCutGenerator* clone() const override { return new RootWatch(*this); }

  void generateCuts(const OsiSolverInterface& solver, OsiCuts& /*cuts*/,
                    const CglTreeInfo info) override {
    if (info.inTree || info.level > 0 || !solver.isProvenOptimal()) return;
    // Columns may be fixed to what could be better than best + increment.
    const double best = -model_->getObjValue() * profit_unit_;
    listener_->bound(std::max(-solver.getObjValue() * profit_unit_, best + increment));
  }

 private:
  const BranchAndCutListener* listener_;
  const CbcModel* model_;
  double profit_unit_;
};

// The cuts of the CBC program, with its settings for a first try.
void add_cuts(CbcModel& model) {
  constexpr int while_useful = -98;  // at the root, later only if that moved the bound
  CglProbing probing;
  probing.setUsingObjective(1);
  probing.setMaxPass(1);
  probing.setMaxPassRoot(1);
  probing.setMaxProbe(10);
  probing.setMaxProbeRoot(50);
  probing.setMaxLook(10);
  probing.setMaxLookRoot(10);
  probing.setMaxElements(200);
  probing.setRowCuts(3);
  CglGomory gomory;
  gomory.setLimitAtRoot(1000);
  gomory.setLimit(50);
  CglKnapsackCover cover;
  CglClique clique;
  clique.setStarCliqueReport(false);
  clique.setRowCliqueReport(false);
  CglMixedIntegerRounding2 rounding(1, true, 1);
  CglFlowCover flow;
  CglTwomir twomir;
  twomir.setMaxElements(250);
  model.addCutGenerator(&probing, while_useful, "Probing");
  model.addCutGenerator(&gomory, while_useful, "Gomory");
  model.addCutGenerator(&cover, while_useful, "Knapsack");
  model.addCutGenerator(&clique, while_useful, "Clique");
  model.addCutGenerator(&rounding, while_useful, "MixedIntegerRounding2");
  model.addCutGenerator(&flow, while_useful, "FlowCover");
  model.addCutGenerator(&twomir, while_useful, "TwoMirCuts");
}

// A linear program, of which the first columns are told, with the numbers of its task.
struct SearchTask {
  const Program* program = nullptr;
  Index told = 0;
  std::vector<double> start = {};  // values of all columns; empty: none
  std::uint64_t seed = 0;
  std::int64_t nodes = 0;
  std::int64_t cut_rounds = 0;
};

void search(const SearchTask& task, const BranchAndCutListener& listener) {
  LoadedProgram loaded(*task.program);
  const int random_seed = static_cast<int>(task.seed % std::numeric_limits<int>::max());
  loaded.solver.getModelPtr()->setRandomSeed(random_seed);
  CbcModel model(loaded.solver);
  model.setLogLevel(0);
  model.solver()->messageHandler()->setLogLevel(0);
  model.setRandomSeed(random_seed);
  model.setNumberThreads(0);
  model.setMaximumNodes(static_cast<int>(task.nodes));
  model.setIntegerTolerance(1e-7);
  model.setCutoffIncrement(increment / loaded.profit_unit);
  model.setAllowableGap(0);
  listener.built();

  model.initialSolve();
  if (!model.isInitialSolveProvenOptimal()) return;
  double bound = -model.solver()->getObjValue() * loaded.profit_unit;
  listener.bound(bound);

  double best = -std::numeric_limits<double>::infinity();
  if (!task.start.empty()) {
    std::vector<double> values = task.start;
    double cost = 0;
    for (std::size_t c = 0; c < values.size(); ++c) {
      values[c] /= loaded.unit[c];
      cost += values[c] * loaded.solver.getObjCoefficients()[c];
    }
    best = -cost * loaded.profit_unit;
    model.setBestSolution(values.data(), static_cast<int>(values.size()), cost);
    model.setCutoff(cost - increment / loaded.profit_unit);
  }
  const Reporter reporter(listener, task.told, loaded.profit_unit);
  model.passInEventHandler(&reporter);
  RootWatch watch(listener, model, loaded.profit_unit);
  model.addCutGenerator(&watch, 1, "RootWatch");
  // Cuts are made with tolerances of their own, and where numbers are far apart they cut off solutions.
  if (!loaded.wide) add_cuts(model);
  model.setMaximumCutPassesAtRoot(static_cast<int>(task.cut_rounds));
  model.branchAndBound();

  if (model.bestSolution() != nullptr) {
    best = std::max(best, -model.getObjValue() * loaded.profit_unit);
    listener.items(items_in(model.bestSolution(), task.told));
  }
  const bool complete = model.status() == 0;
  if (!complete) bound = std::min(bound, -model.getBestPossibleObjValue() * loaded.profit_unit);
  if (!complete || std::isfinite(best))
    listener.bound(complete ? best + increment : std::max(bound, best + increment));
  listener.done(model.getNodeCount(), model.getIterationCount());
}

}  // namespace

void branch_and_cut(const QkpInstance& instance, const MipTask& task,
                    const BranchAndCutListener& listener) {
  const QkpInstance relevant = without_excess(instance);
  const Program program = task.form->build(relevant);
  SearchTask wanted{.program = &program,
                    .told = instance.size(),
                    .seed = task.seed,
                    .nodes = task.nodes,
                    .cut_rounds = task.cut_rounds};
  if (!task.start.empty()) wanted.start = column_values(program, relevant, task.start);
  search(wanted, listener);
}

void branch_and_cut(const ProgramTask& task, const BranchAndCutListener& listener) {
  search({.program = &task.program,
          .told = task.decided,
          .seed = task.seed,
          .nodes = task.nodes,
          .cut_rounds = task.cut_rounds},
         listener);
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "model_facts.hpp"

#include "core/flat_set.hpp"
#include "core/json_text.hpp"
#include "terminal/seconds_text.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace spinsack::cli {
namespace {

class Coefficients {
 public:
  void add(double value) {
    if (value == 0) return;
    facts_.low = facts_.count == 0 ? value : std::min(facts_.low, value);
    facts_.high = facts_.count == 0 ? value : std::max(facts_.high, value);
    const double size = std::fabs(value);
    facts_.smallest = facts_.count == 0 ? size : std::min(facts_.smallest, size);
    facts_.integers = facts_.integers && std::trunc(value) == value;
    ++facts_.count;
    // Equal neighbours are common, and a long list of different ones is cut off.
    if (value != last_ && values_.size() < CoefficientFacts::most_values)
      values_.insert(std::bit_cast<std::uint64_t>(value));
    last_ = value;
  }
  CoefficientFacts facts() && {
    facts_.values = static_cast<std::int64_t>(values_.size());
    return facts_;
  }

 private:
  CoefficientFacts facts_;
  FlatSet values_;
  double last_ = 0;
};

// Which variables hang together.
class Components {
 public:
  explicit Components(Index n) : parent_(at(n)), size_(at(n), 1), count_(n) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  void join(Index u, Index v) {
    u = root(u);
    v = root(v);
    if (u == v) return;
    if (size_[at(u)] < size_[at(v)]) std::swap(u, v);
    parent_[at(v)] = u;
    size_[at(u)] += size_[at(v)];
    --count_;
  }
  Index count() const { return count_; }
  Index largest() const { return *std::max_element(size_.begin(), size_.end()); }

 private:
  Index root(Index v) {
    while (parent_[at(v)] != v) v = parent_[at(v)] = parent_[at(parent_[at(v)])];
    return v;
  }
  std::vector<Index> parent_;
  std::vector<Index> size_;  // right for roots
  Index count_;
};

std::string amount(std::size_t bytes) {
  const auto value = static_cast<double>(bytes);
  if (value < 1e3) return fmt::format("{} bytes", bytes);
  return value < 1e6 ? fmt::format("{:.3g} kB", value / 1e3)
                     : fmt::format("{:.4g} MB", value / 1e6);
}

// "1600: -1 .. 1, integers, 2 different".
std::string coefficients_text(const CoefficientFacts& facts) {
  if (facts.count == 0) return "none";
  std::string text = fmt::format("{}: {} .. {}, {}", facts.count, facts.low, facts.high,
                                 facts.integers ? "integers" : "reals");
  if (facts.values >= CoefficientFacts::most_values)
    return text + fmt::format(", {} or more different, smallest {}", facts.values, facts.smallest);
  return text + fmt::format(", {} different{}", facts.values,
                            facts.integers ? "" : fmt::format(", smallest {}", facts.smallest));
}

std::string coefficients_json(const CoefficientFacts& facts) {
  return JsonObject()
      .integer("count", facts.count)
      .real("low", facts.low)
      .real("high", facts.high)
      .real("smallest", facts.smallest)
      .boolean("integers", facts.integers)
      .integer("values", facts.values)
      .line();
}

// "lanes of int8; auto: 64 anneals per read, crossed".
std::string machine_text(const MachineFacts& facts) {
  std::string text = fmt::format("{} of {}", facts.kernel, facts.number);
  if (facts.penalties > 0)
    text +=
        fmt::format(", {} factored",
                    facts.penalties == 1 ? "a square" : fmt::format("{} squares", facts.penalties));
  return text + fmt::format("; auto: {}", facts.automatic);
}

double mean_degree(const ModelFacts& facts) {
  return 2 * static_cast<double>(facts.couplings) / static_cast<double>(facts.variables);
}

}  // namespace

ModelFacts model_facts(const LoadedModel& model, double seconds) {
  const QuadraticForm& form = model.form;
  ModelFacts facts;
  facts.name = model.name;
  facts.format = model.format->name;
  facts.vartype = form.vartype == Vartype::spin ? "SPIN" : "BINARY";
  facts.variables = form.size();
  facts.couplings = form.pairs.pairs();
  const double all = 0.5 * form.size() * (form.size() - 1.0);
  facts.density = all > 0 ? static_cast<double>(facts.couplings) / all : 0;
  facts.constant = form.constant;
  facts.repeated_terms = form.repeated_terms;
  facts.published = model.published;
  facts.seconds = seconds;

  Coefficients linear;
  Coefficients quadratic;
  Components components(form.size());
  std::vector<Index> degree(at(form.size()));
  for (const double value : form.linear) linear.add(value);
  form.pairs.for_each_pair([&](Index i, Index j, auto value) {
    quadratic.add(form.unit * static_cast<double>(value));
    components.join(i, j);
    ++degree[at(i)];
    ++degree[at(j)];
  });
  facts.linear = std::move(linear).facts();
  facts.quadratic = std::move(quadratic).facts();
  facts.components = components.count();
  facts.largest_component = components.largest();
  const auto [least, largest] = std::minmax_element(degree.begin(), degree.end());
  facts.least_degree = *least;
  facts.largest_degree = *largest;
  form.pairs.visit([&]<class Rows>(const Rows&) { facts.rows = Rows::dense ? "dense" : "sparse"; });
  facts.number = number_name(form.pairs);
  facts.machine = machine_facts(QuboModel(form));
  facts.bytes = form.pairs.bytes();
  return facts;
}

std::string model_page(const ModelFacts& facts) {
  std::vector<std::vector<std::string>> rows{
      {"model", fmt::format("{}, {} variables {}", facts.format, facts.variables,
                            facts.vartype == "SPIN" ? "-1/+1" : "0/1")},
      {"couplings", fmt::format("{}, density {:.4g} %", facts.couplings, 100 * facts.density)},
      {"degree", fmt::format("{} to {}, mean {:.4g}", facts.least_degree, facts.largest_degree,
                             mean_degree(facts))},
      {"components", facts.components == 1
                         ? "1"
                         : fmt::format("{}, the largest of {} variables", facts.components,
                                       facts.largest_component)},
      {"linear", coefficients_text(facts.linear)},
      {"quadratic", coefficients_text(facts.quadratic)},
      {"constant", fmt::format("{}", facts.constant)},
      {"held as", fmt::format("{} rows of {}, {}", facts.rows, facts.number, amount(facts.bytes))}};
  rows.push_back({"sampled by", machine_text(facts.machine)});
  if (facts.repeated_terms > 0)
    rows.push_back({"repeated", fmt::format("{} terms, summed", facts.repeated_terms)});
  if (facts.published != nullptr)
    rows.push_back(
        {"published", fmt::format("as {}, best known cut {}", facts.published->full_name(),
                                  facts.published->best_cut)});
  rows.push_back({"time", fmt::format("read {}", seconds_text(facts.seconds))});
  return facts.name + "\n" + table(rows, {}, 2);
}

std::string model_json(const ModelFacts& facts) {
  JsonObject object;
  object.text("name", facts.name)
      .text("format", facts.format)
      .text("vartype", facts.vartype)
      .integer("variables", facts.variables)
      .integer("couplings", facts.couplings)
      .real("density", facts.density)
      .add("degree", JsonObject()
                         .integer("least", facts.least_degree)
                         .real("mean", mean_degree(facts))
                         .integer("largest", facts.largest_degree)
                         .line())
      .integer("components", facts.components)
      .integer("largest_component", facts.largest_component)
      .add("linear", coefficients_json(facts.linear))
      .add("quadratic", coefficients_json(facts.quadratic))
      .real("constant", facts.constant)
      .integer("repeated_terms", facts.repeated_terms)
      .add("held_as", JsonObject()
                          .text("rows", facts.rows)
                          .text("number", facts.number)
                          .integer("bytes", static_cast<std::int64_t>(facts.bytes))
                          .line())
      .add("sampled_by", JsonObject()
                             .text("kernel", facts.machine.kernel)
                             .text("number", facts.machine.number)
                             .integer("factored_squares", facts.machine.penalties)
                             .text("auto", facts.machine.automatic)
                             .line());
  if (facts.published != nullptr)
    object.text("published", facts.published->full_name())
        .integer("best_cut", facts.published->best_cut);
  return object.real("seconds", facts.seconds).line();
}

std::vector<std::string> model_heading() {
  return {"model",   "format", "variables",  "couplings",
          "density", "degree", "components", "numbers"};
}

std::vector<std::string> model_row(const ModelFacts& facts) {
  return {facts.name,
          std::string(facts.format),
          fmt::format("{}", facts.variables),
          fmt::format("{}", facts.couplings),
          fmt::format("{:.3g} %", 100 * facts.density),
          fmt::format("{:.6g}", mean_degree(facts)),
          fmt::format("{}", facts.components),
          std::string(facts.number)};
}

}  // namespace spinsack::cli

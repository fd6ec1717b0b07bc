// SPDX-License-Identifier: Apache-2.0
#include "verify/verify.hpp"

#include "core/error.hpp"
#include "core/text_reader.hpp"
#include "exchange/solution_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace spinsack {
namespace {

using Json = nlohmann::json;

struct Recomputed {
  Profit profit = 0;
  Weight weight = 0;
};

// Unlike evaluate(): walks all pairs of the matrix and keeps those with both ends chosen.
Recomputed recompute(const QkpInstance& instance, const std::set<Index>& items) {
  Recomputed sum;
  for (const Index i : items) {
    sum.profit += instance.profits()[at(i)];
    sum.weight += instance.weights()[at(i)];
  }
  instance.pair_profits().for_each_pair([&](Index i, Index j, auto value) {
    if (items.contains(i) && items.contains(j)) sum.profit += static_cast<Profit>(value);
  });
  return sum;
}

// Checks of one result object, field by field; absent optional fields are passed over.
class ResultChecker {
 public:
  ResultChecker(const QkpInstance& instance, const Json& result)
      : instance_(instance), result_(result) {}

  Verification run() {
    check_number("n", std::to_string(instance_.size()), true);
    check_number("capacity", instance_.weight_text(instance_.capacity()), true);
    std::set<Index> items;
    if (!check_items(items)) return finished();
    const Recomputed sum = recompute(instance_, items);
    check_number("value", instance_.profit_text(sum.profit), true);
    check_number("weight", instance_.weight_text(sum.weight), true);
    const bool feasible = sum.weight <= instance_.capacity();
    check_flag("feasible", feasible);
    if (feasible) check_bound(sum.profit);
    check_trace();
    return finished();
  }

 private:
  Verification finished() const { return {instance_.name(), checks_}; }

  void add(std::string what, std::string claimed, std::string computed, bool holds) {
    checks_.push_back({std::move(what), std::move(claimed), std::move(computed), holds});
  }

  static std::string text_of(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
  }

  // The claim must be the same number as the text computed here, digit for digit or as a double.
  void check_number(const char* field, const std::string& computed, bool required) {
    const auto claim = result_.find(field);
    if (claim == result_.end() || claim->is_null()) {
      if (required) add(field, "missing", computed, false);
      return;
    }
    const bool equal = claim->is_number() &&
                       (claim->dump() == computed ||
                        (claim->is_number_float() && claim->get<double>() == std::stod(computed)));
    add(field, text_of(*claim), computed, equal);
  }

  void check_flag(const char* field, bool computed) {
    const auto claim = result_.find(field);
    if (claim == result_.end()) return;
    add(field, text_of(*claim), computed ? "true" : "false",
        claim->is_boolean() && claim->get<bool>() == computed);
  }

  bool check_items(std::set<Index>& items) {
    const auto list = result_.find("items");
    if (list == result_.end() || !list->is_array()) {
      add("items", list == result_.end() ? "missing" : "not a list", "a list of items", false);
      return false;
    }
    for (const Json& entry : *list) {
      const bool in_range = entry.is_number_integer() && entry >= 0 && entry < instance_.size();
      if (!in_range || !items.insert(entry.get<Index>()).second) {
        add("items", text_of(entry),
            in_range ? "each item once" : fmt::format("items in 0..{}", instance_.size() - 1),
            false);
        return false;
      }
    }
    add("items", fmt::format("{} items", items.size()), "distinct and in range", true);
    return true;
  }

  // Bound and gap are compared in the units of the file.
  void check_bound(Profit profit) {
    const auto claim = result_.find("upper_bound");
    if (claim == result_.end() || !claim->is_number()) return;
    const double bound = claim->get<double>();
    const double value = std::stod(instance_.profit_text(profit));
    add("upper_bound", text_of(*claim), fmt::format("at least {}", instance_.profit_text(profit)),
        bound >= value);
    const auto gap = result_.find("gap");
    if (gap != result_.end() && gap->is_number()) {
      const double computed = bound == 0 ? 0 : (bound - value) / std::fabs(bound);
      constexpr double rounding = 1e-9;
      add("gap", text_of(*gap), fmt::format("{}", computed),
          std::fabs(gap->get<double>() - computed) <= rounding);
    }
    check_flag("proven_optimal", bound == value);
  }

  // Times never go back and values never fall; the last value is the reported one.
  void check_trace() {
    const auto trace = result_.find("trace");
    if (trace == result_.end() || !trace->is_array() || trace->empty()) return;
    double time = 0;
    double value = -std::numeric_limits<double>::infinity();
    bool rising = true;
    for (const Json& point : *trace) {
      const bool pair =
          point.is_array() && point.size() == 2 && point[0].is_number() && point[1].is_number();
      rising = rising && pair && point[0].get<double>() >= time && point[1].get<double>() >= value;
      if (!rising) break;
      time = point[0].get<double>();
      value = point[1].get<double>();
    }
    const auto claim = result_.find("value");
    const bool ends = claim != result_.end() && claim->is_number() && claim->get<double>() == value;
    add("trace", fmt::format("{} points", trace->size()), "rising, up to the value",
        rising && ends);
  }

  const QkpInstance& instance_;
  const Json& result_;
  std::vector<Check> checks_;
};

const QkpInstance& matching(std::span<const QkpInstance> instances, const Json& result,
                            std::string_view place) {
  if (instances.size() == 1) return instances.front();
  const auto claim = result.find("instance");
  const std::string name =
      claim != result.end() && claim->is_string() ? claim->get<std::string>() : "no name";
  for (const QkpInstance& instance : instances)
    if (instance.name() == name) return instance;
  throw InputError(fmt::format("{}: expected a result for one of {} instances, found {}", place,
                               instances.size(), quote(name)));
}

Verification verify_solution(const QkpInstance& instance, const InputFile& file) {
  const std::vector<Index> items = read_solution(file, instance.size());
  const Recomputed sum = recompute(instance, {items.begin(), items.end()});
  const bool feasible = sum.weight <= instance.capacity();
  return {instance.name(),
          {{"items", fmt::format("{} items", items.size()), "distinct and in range", true},
           {"value", "", instance.profit_text(sum.profit), true},
           {"weight", "",
            fmt::format("{} of {}", instance.weight_text(sum.weight),
                        instance.weight_text(instance.capacity())),
            feasible}}};
}

}  // namespace

bool Verification::holds() const {
  return std::ranges::all_of(checks, [](const Check& check) { return check.holds; });
}

std::vector<Verification> verify(std::span<const QkpInstance> instances, const InputFile& result) {
  TextReader reader(result.name, result.text);
  if (!reader.more()) reader.fail_next("a result");
  if (!reader.peek().starts_with('{')) {
    if (instances.size() != 1)
      throw UsageError(fmt::format("{}: a solution file fits one instance, found {}", result.name,
                                   instances.size()));
    return {verify_solution(instances.front(), result)};
  }
  std::vector<Verification> verifications;
  reader.seek(0);
  for (int line = 1; reader.offset() < result.text.size(); ++line) {
    const std::string_view text = reader.line();
    if (!TextReader({}, text).more()) continue;
    const std::string place = fmt::format("{}:{}:1", result.name, line);
    const Json object = Json::parse(text, nullptr, false);
    if (!object.is_object())
      throw InputError(
          fmt::format("{}: expected a JSON object on one line, found {}", place, quote(text)));
    verifications.push_back(ResultChecker(matching(instances, object, place), object).run());
  }
  return verifications;
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "verify/verify.hpp"

#include "core/error.hpp"
#include "core/json_reader.hpp"
#include "core/text_reader.hpp"
#include "exchange/answer_file.hpp"
#include "exchange/solution_file.hpp"
#include "instance/item_names.hpp"
#include "problem/problem.hpp"
#include "problem/qkp/qkp_problem.hpp"
#include "verify/exact_number.hpp"
#include "verify/recompute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace spinsack {
namespace {

using Kind = JsonReader::Kind;

// One result: the members of a JSON object, each as it is written.
class Result {
 public:
  struct Member {
    Kind kind = Kind::null;
    std::string text;  // without the quotes of a text

    bool is_number() const { return kind == Kind::number; }
  };

  // InputError at the place that is no JSON object.
  explicit Result(std::string_view line) : line_(line) {
    JsonReader json("result", line);
    std::string key;
    json.enter_object("an object");
    while (json.next_key(key)) {
      Member member;
      member.kind = json.kind("a value");
      const std::size_t start = json.next();
      if (member.kind == Kind::text)
        member.text = json.text("a text");
      else
        json.skip();
      offsets_[key] = start;
      if (member.kind != Kind::text) member.text = line.substr(start, json.next() - start);
      while (!member.text.empty() && member.kind != Kind::text && is_blank(member.text.back()))
        member.text.pop_back();
      members_[key] = std::move(member);
    }
    json.end("the object");
  }

  const Member* find(std::string_view key) const {
    const auto place = members_.find(key);
    return place == members_.end() ? nullptr : &place->second;
  }
  // At a member, to read it piece by piece.
  JsonReader at_member(std::string_view key) const {
    return {"result", line_, offsets_.find(key)->second};
  }

 private:
  std::string_view line_;
  std::map<std::string, Member, std::less<>> members_;
  std::map<std::string, std::size_t, std::less<>> offsets_;
};

bool is_whole(std::string_view number) {
  return number.find_first_of(".eE") == std::string_view::npos;
}

// Digit for digit. A claim that is no integer may be one that went through a double, which rounds it.
std::partial_ordering compare_claim(std::string_view claim, std::string_view computed) {
  const auto claimed = parse_exact(claim);
  const auto exact = parse_exact(computed);
  if (!claimed || !exact) return std::partial_ordering::unordered;
  if (!is_whole(claim) && nearest_double(claim) == nearest_double(computed))
    return std::partial_ordering::equivalent;
  return *claimed <=> *exact;
}

// "3 items", and the first of their names if they have some.
std::string items_text(const QkpInstance& instance, std::span<const Index> items) {
  constexpr std::size_t longest = 48;
  std::string text = fmt::format("{} items", items.size());
  if (instance.item_names().empty()) return text;
  std::string names;
  for (const Index item : items) {
    const std::string& name = instance.item_names()[at(item)];
    if (names.size() + name.size() > longest) return text + names + ", ...";
    names += (names.empty() ? ": " : ", ") + name;
  }
  return text + names;
}

// Checks of one result, field by field; absent optional fields are passed over.
class ResultChecker {
 public:
  ResultChecker(const Instance& instance, const Result& result)
      : instance_(instance),
        knapsack_(instance.is<QkpInstance>() ? &instance.as<QkpInstance>() : nullptr),
        result_(result),
        lookup_(knapsack_ != nullptr ? knapsack_->item_names() : std::span<const std::string>()) {}

  Verification run() {
    check_number("n", std::to_string(instance_.elements()));
    if (knapsack_ == nullptr && is_null("value")) return without_answer();
    if (knapsack_ != nullptr)
      check_number("capacity", knapsack_->weight_text(knapsack_->capacity()));
    Labels labels(at(instance_.elements()));
    if (!(knapsack_ != nullptr ? check_items(labels) : check_labels(labels))) return finished();
    const Judgement sum = recompute(instance_, labels);
    check_number("value", instance_.value_text(sum.value));
    if (knapsack_ != nullptr)
      check_number("weight", knapsack_->weight_text(recompute(*knapsack_, labels).weight));
    check_flag("feasible", sum.feasible);
    if (sum.feasible) check_bound(instance_.value_text(sum.value));
    check_trace();
    return finished();
  }

 private:
  Verification finished() const { return {instance_.name(), checks_}; }

  bool is_null(std::string_view field) const {
    const Result::Member* const member = result_.find(field);
    return member != nullptr && member->kind == Kind::null;
  }

  // Nothing feasible was found: then nothing else may be claimed.
  Verification without_answer() {
    check_flag("feasible", false);
    check_flag("proven_optimal", false);
    const bool none = result_.find("labels") == nullptr;
    add("labels", none ? "none" : "some", "none, without a value", none);
    return finished();
  }

  bool check_labels(Labels& labels) {
    const std::string expected = fmt::format("{} labels, one per {}", instance_.elements(),
                                             instance_.problem().nouns.element);
    const Result::Member* const list = result_.find("labels");
    if (list == nullptr || list->kind != Kind::list) {
      add("labels", list == nullptr ? "missing" : "not a list", expected, false);
      return false;
    }
    JsonReader json = result_.at_member("labels");
    std::size_t count = 0;
    bool good = true;
    for (const std::string& label : numbers_of(json)) {
      good = good && !label.empty() && label.size() <= 3 && is_whole(label) && label[0] != '-';
      const int value = good ? std::stoi(label) : 0;
      good = good && value < std::numeric_limits<std::uint8_t>::max();
      if (good && count < labels.size()) labels[count] = static_cast<std::uint8_t>(value);
      ++count;
    }
    good = good && count == labels.size();
    add("labels", fmt::format("{} labels", count),
        good ? fmt::format("{} labels", count) : expected, good);
    return good;
  }

  void add(std::string what, std::string claimed, std::string computed, bool holds) {
    checks_.push_back({std::move(what), std::move(claimed), std::move(computed), holds});
  }

  // The claim must be there and the same number as the text computed here.
  void check_number(const char* field, const std::string& computed) {
    const Result::Member* const claim = result_.find(field);
    if (claim == nullptr || claim->kind == Kind::null)
      add(field, "missing", computed, false);
    else
      add(field, claim->text, computed,
          claim->is_number() && compare_claim(claim->text, computed) == 0);
  }

  void check_flag(const char* field, bool computed) {
    const Result::Member* const claim = result_.find(field);
    if (claim == nullptr) return;
    const std::string expected = computed ? "true" : "false";
    add(field, claim->text, expected, claim->kind == Kind::boolean && claim->text == expected);
  }

  bool check_items(Bits& chosen) {
    const Result::Member* const list = result_.find("items");
    if (list == nullptr || list->kind != Kind::list) {
      add("items", list == nullptr ? "missing" : "not a list", "a list of items", false);
      return false;
    }
    std::vector<Index> items;
    JsonReader json = result_.at_member("items");
    json.enter_list("items");
    while (json.next_value()) {
      const Kind kind = json.kind("an item");
      const std::size_t start = json.next();
      std::string entry;
      if (kind == Kind::number)
        entry = json.word("an item");
      else if (kind == Kind::text)
        entry = json.text("an item");
      else
        json.skip();
      const Index item = kind == Kind::text ? lookup_.find(entry).value_or(-1) : item_of(entry);
      if (item < 0 || chosen[at(item)] != 0) {
        add("items", kind == Kind::number ? entry : found_at(json, start),
            item >= 0 ? "each item once" : fmt::format("items in 0..{}", knapsack_->size() - 1),
            false);
        return false;
      }
      chosen[at(item)] = 1;
      items.push_back(item);
    }
    add("items", items_text(*knapsack_, items), "distinct and in range", true);
    check_item_names(items);
    return true;
  }

  // Those of the items, in their order.
  void check_item_names(std::span<const Index> items) {
    const Result::Member* const list = result_.find("item_names");
    if (list == nullptr || knapsack_->item_names().empty()) return;
    std::size_t same = 0;
    std::size_t count = 0;
    if (list->kind == Kind::list) {
      JsonReader json = result_.at_member("item_names");
      json.enter_list("names");
      for (; json.next_value(); ++count) {
        const bool text = json.kind("a name") == Kind::text;
        const std::string name = text ? json.text("a name") : std::string();
        if (!text) json.skip();
        if (count < items.size() && name == knapsack_->item_names()[at(items[count])]) ++same;
      }
    }
    add("item_names", fmt::format("{} names", count),
        fmt::format("the names of {} items", items.size()),
        list->kind == Kind::list && same == items.size() && count == same);
  }

  // -1 for what is none.
  Index item_of(const std::string& entry) const {
    if (entry.empty() || entry.size() > 10 ||
        !std::ranges::all_of(entry, [](char c) { return c >= '0' && c <= '9'; }))
      return -1;
    const std::int64_t value = std::stoll(entry);
    return value < knapsack_->size() ? static_cast<Index>(value) : -1;
  }

  std::string found_at(JsonReader& json, std::size_t start) const {
    const std::size_t from = start - result_.at_member("items").next();
    const std::string& list = result_.find("items")->text;
    return list.substr(from, json.next() - start);
  }

  // Bound and gap are compared in the units of the file.
  void check_bound(const std::string& value) {
    const bool above = instance_.goal() == Goal::maximise;
    const char* const field = above ? "upper_bound" : "lower_bound";
    const Result::Member* const bound = result_.find(field);
    if (bound == nullptr || !bound->is_number()) return;
    const std::partial_ordering order = compare_claim(bound->text, value);
    add(field, bound->text, fmt::format("at {} {}", above ? "least" : "most", value),
        above ? order >= 0 : order <= 0);
    const Result::Member* const gap = result_.find("gap");
    if (gap != nullptr && gap->is_number()) {
      const double high = nearest_double(bound->text);
      const double distance = high - nearest_double(value);
      const double computed = high == 0 ? 0 : (above ? distance : -distance) / std::fabs(high);
      constexpr double rounding = 1e-9;
      add("gap", gap->text, fmt::format("{}", computed),
          std::fabs(nearest_double(gap->text) - computed) <= rounding);
    }
    check_flag("proven_optimal", order == 0);
  }

  // Times never go back and values never get worse; the last value is the reported one.
  void check_trace() {
    const Result::Member* const trace = result_.find("trace");
    if (trace == nullptr || trace->kind != Kind::list) return;
    JsonReader json = result_.at_member("trace");
    json.enter_list("a trace");
    std::size_t points = 0;
    double time = 0;
    std::string value;
    bool rising = true;
    for (; json.next_value(); ++points) {
      const auto point = numbers_of(json);
      const bool pair = point.size() == 2 && !point[0].empty() && !point[1].empty();
      rising = rising && pair && nearest_double(point[0]) >= time &&
               (value.empty() || not_worse(compare_claim(point[1], value)));
      if (!rising) continue;
      time = nearest_double(point[0]);
      value = point[1];
    }
    if (points == 0) return;
    const Result::Member* const claim = result_.find("value");
    const bool ends = claim != nullptr && claim->is_number() && !value.empty() &&
                      compare_claim(claim->text, value) == 0;
    add("trace", fmt::format("{} points", points), "rising, up to the value", rising && ends);
  }

  bool not_worse(std::partial_ordering order) const {
    return instance_.goal() == Goal::maximise ? order >= 0 : order <= 0;
  }

  // The entries of a list that is next, empty for what is no number; nothing for what is no list.
  static std::vector<std::string> numbers_of(JsonReader& json) {
    std::vector<std::string> numbers;
    if (json.kind("a point") != Kind::list) {
      json.skip();
      return numbers;
    }
    json.enter_list("a point");
    while (json.next_value()) {
      const bool number = json.kind("a number") == Kind::number;
      numbers.emplace_back(number ? json.word("a number") : std::string_view());
      if (!number) json.skip();
    }
    return numbers;
  }

  const Instance& instance_;
  const QkpInstance* knapsack_;  // the same, or nullptr
  const Result& result_;
  ItemLookup lookup_;
  std::vector<Check> checks_;
};

const Instance& matching(std::span<const Instance> instances, const Result& result,
                         std::string_view place) {
  if (instances.size() == 1) return instances.front();
  const Result::Member* const claim = result.find("instance");
  const std::string name = claim != nullptr && claim->kind == Kind::text ? claim->text : "no name";
  for (const Instance& instance : instances)
    if (instance.name() == name) return instance;
  throw InputError(fmt::format("{}: expected a result for one of {} instances, found {}", place,
                               instances.size(), quote(name)));
}

Result read_result(std::string_view line, std::string_view place) {
  try {
    return Result(line);
  } catch (const InputError&) {
    throw InputError(
        fmt::format("{}: expected a JSON object on one line, found {}", place, quote(line)));
  }
}

// The answer of any other problem.
Verification verify_labels(const Instance& instance, const InputFile& file) {
  const Judgement sum = recompute(instance, read_answer(file, instance));
  return {instance.name(),
          {{"labels", fmt::format("{} labels", instance.elements()), "one per element", true},
           {"value", "", instance.value_text(sum.value), true},
           {"violation", "", std::to_string(sum.violation), sum.feasible}}};
}

Verification verify_solution(const Instance& any, const InputFile& file) {
  if (!any.is<QkpInstance>()) return verify_labels(any, file);
  const auto& instance = any.as<QkpInstance>();
  const std::vector<Index> items = read_solution(file, instance);
  Bits chosen(at(instance.size()));
  for (const Index item : items) chosen[at(item)] = 1;
  const Recomputed sum = recompute(instance, chosen);
  return {instance.name(),
          {{"items", items_text(instance, items), "distinct and in range", true},
           {"value", "", instance.profit_text(sum.profit), true},
           {"weight", "",
            fmt::format("{} of {}", instance.weight_text(sum.weight),
                        instance.weight_text(instance.capacity())),
            sum.feasible}}};
}

}  // namespace

bool Verification::holds() const {
  return std::ranges::all_of(checks, [](const Check& check) { return check.holds; });
}

std::vector<Verification> verify(std::span<const QkpInstance> instances, const InputFile& result) {
  std::vector<Instance> any;
  for (const QkpInstance& instance : instances) any.push_back(view_of(instance));
  return verify(any, result);
}

std::vector<Verification> verify(std::span<const Instance> instances, const InputFile& result) {
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
    const Result claims = read_result(text, place);
    verifications.push_back(ResultChecker(matching(instances, claims, place), claims).run());
  }
  return verifications;
}

}  // namespace spinsack

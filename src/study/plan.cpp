// SPDX-License-Identifier: Apache-2.0
#include "study/plan.hpp"

#include "core/catalog.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/text_reader.hpp"
#include "core/toml_text.hpp"
#include "formulation/strength.hpp"
#include "instance/format.hpp"
#include "instance/qkp.hpp"
#include "problem/qkp/qkp_problem.hpp"
#include "sampler/sampler.hpp"
#include "solver/machine.hpp"
#include "solver/method.hpp"
#include "study/built_in_plans.hpp"
#include "study/value_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <map>
#include <set>

namespace spinsack {
namespace {

using Values = std::vector<std::string>;
constexpr std::array<std::string_view, 7> shared_keys{
    "instances", "seeds", "reads", "reads-per-cell", "time-limit", "target", "variants"};
constexpr std::array<std::string_view, 3> run_keys{"method", "label", "quick"};

// The entries of a table, in one form of the plan. They stay where they are: a copy of a node forgets its line.
class Entries {
 public:
  struct Entry {
    toml::source_region place;  // of the key
    const toml::node* node = nullptr;
  };
  explicit Entries(const toml::table& table) : place_(table.source()) { replace_by(table); }
  void replace_by(const toml::table& table) {
    for (const auto& [key, node] : table)
      all_.insert_or_assign(key.str(), Entry{key.source(), &node});
  }
  void erase(std::string_view key) { all_.erase(key); }

  const toml::node* get(std::string_view key) const {
    const auto found = all_.find(key);
    return found == all_.end() ? nullptr : found->second.node;
  }
  const toml::source_region& place() const { return place_; }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

 private:
  toml::source_region place_;
  std::map<std::string_view, Entry> all_;
};

// Texts that a method judges only when it sees an instance are tried on the example of the problem.
void check_values(const Problem& problem, const std::string& method,
                  const ParameterValues& values) {
  const ParameterValues all = find_method(problem, method).complete(values);
  if (const Sampler* const sampler = find_machine(method))
    static_cast<void>(plan_machine(*sampler, problem.example(), all));
}

// Seconds, or with an n behind them seconds for each item: "0.01n".
void read_time_limit(std::string_view text, PlannedRun& run) {
  const bool per_item =
      text.ends_with("n") && text.find_first_not_of("0123456789.e+-") + 1 == text.size();
  const double seconds =
      params::parse_real("time-limit", text.substr(0, text.size() - (per_item ? 1 : 0)), 0, 1e9);
  run.time_limit = per_item ? std::nullopt : std::optional(seconds);
  run.seconds_per_item = per_item ? std::optional(seconds) : std::nullopt;
}

// A reader of one file: knows its name for messages.
class PlanReader {
 public:
  PlanReader(std::string_view path, bool quick) : path_(path), quick_(quick) {}
  Plan read(std::string text);

 private:
  [[noreturn]] void fail(const toml::source_region& where, std::string_view message) const {
    fail_at_place(path_, where, message);
  }
  [[noreturn]] void fail(const toml::node& where, std::string_view message) const {
    fail(where.source(), message);
  }
  // Runs a check whose message lacks only the place.
  template <class F>
  void at_place(const toml::source_region& where, F&& check) const {
    try {
      std::forward<F>(check)();
    } catch (const UsageError& error) {
      fail(where, without_dashes(error.what()));
    }
  }
  // Parameters are called as the command line calls them; in a plan they are keys.
  static std::string_view without_dashes(std::string_view message) {
    return message.starts_with("--") ? message.substr(2) : message;
  }

  std::string text_of(const toml::node& node, std::string_view key) const;
  void check_name(std::string_view name, const toml::source_region& where) const;
  std::string value_text(const toml::node& node, std::string_view key) const;
  Values values(const toml::node& node, std::string_view key) const;
  std::int64_t integer(const toml::node& node, std::string_view key, std::int64_t low,
                       std::int64_t high) const;
  const toml::table& table(const toml::node& node, std::string_view key) const;

  // The entries of a table, those of its table `quick` instead where that form is read.
  Entries in_this_form(const toml::table& written) const;
  void read_shared(const Entries& entries, PlannedRun& run) const;
  void read_variants(const toml::node& node, PlannedRun& run) const;
  PlannedRun read_run(const toml::table& written, const PlannedRun& defaults) const;
  void check_parameters(const PlannedRun& run, const Entries& entries) const;
  void check_reads(const Entries& entries, PlannedRun& run) const;

  std::string path_;
  bool quick_;
  const Problem* problem_ = problems().front();
  bool reads_for_all_ = false;  // the head of the plan has the key
  bool reads_per_cell_for_all_ = false;
};

std::string PlanReader::text_of(const toml::node& node, std::string_view key) const {
  if (const auto* const text = node.as_string()) return text->get();
  fail(node, fmt::format("expected a text for '{}', found {}", key, kind_of(node)));
}

// Results are told apart by names, so there has to be something to see.
void PlanReader::check_name(std::string_view name, const toml::source_region& where) const {
  if (name.find_first_not_of(" \t\n\r") == std::string_view::npos)
    fail(where, fmt::format("expected a name, found {}", quote(name)));
}

std::string PlanReader::value_text(const toml::node& node, std::string_view key) const {
  if (const auto* const text = node.as_string()) return text->get();
  if (const auto* const number = node.as_integer()) return std::to_string(number->get());
  if (const auto* const number = node.as_floating_point()) return params::to_text(number->get());
  fail(node, fmt::format("expected a number or a text for '{}', found {}", key, kind_of(node)));
}

Values PlanReader::values(const toml::node& node, std::string_view key) const {
  Values all;
  const auto take = [&](const toml::node& each) {
    const std::string text = value_text(each, key);
    at_place(each.source(), [&] {
      for (std::string& value : expand_range(key, text)) all.push_back(std::move(value));
    });
  };
  if (const auto* const list = node.as_array())
    for (const toml::node& each : *list) take(each);
  else
    take(node);
  if (all.empty()) fail(node, fmt::format("expected at least one value for '{}', found none", key));
  std::map<std::string, std::string_view> seen;
  for (const std::string& value : all) {
    const auto [place, fresh] =
        seen.try_emplace(key == "lambda" ? strength_text(value) : value, value);
    if (fresh) continue;
    if (place->second == value)
      fail(node, fmt::format("expected different values for '{}', found {} twice", key, value));
    fail(node,
         fmt::format("expected different values for '{}', found {} and {}, which are the same", key,
                     place->second, value));
  }
  return all;
}

std::int64_t PlanReader::integer(const toml::node& node, std::string_view key, std::int64_t low,
                                 std::int64_t high) const {
  std::int64_t result = 0;
  at_place(node.source(),
           [&] { result = params::parse_integer(key, value_text(node, key), low, high); });
  return result;
}

const toml::table& PlanReader::table(const toml::node& node, std::string_view key) const {
  if (const auto* const found = node.as_table()) return *found;
  fail(node, fmt::format("expected a table for '{}', found {}", key, kind_of(node)));
}

Entries PlanReader::in_this_form(const toml::table& written) const {
  Entries entries(written);
  const toml::node* const quick = entries.get("quick");
  if (quick == nullptr) return entries;
  const toml::table& changes = table(*quick, "quick");
  if (const auto again = changes.find("quick"); again != changes.end())
    fail(again->first.source(), "unknown key of 'quick': 'quick', which has no quick form itself");
  if (quick_) entries.replace_by(changes);
  entries.erase("quick");
  return entries;
}

void PlanReader::read_variants(const toml::node& node, PlannedRun& run) const {
  run.variants.clear();
  for (const auto& [key, steps] : table(node, "variants")) {
    check_name(key.str(), key.source());
    const std::string text = text_of(steps, key.str());
    at_place(steps.source(), [&] { static_cast<void>(parse_steps(*problem_, text)); });
    run.variants.emplace_back(key.str(), text);
  }
  if (run.variants.empty()) fail(node, "expected at least one variant, found none");
  // TOML tables have no order; the longer the steps, the later.
  std::ranges::stable_sort(run.variants, {}, [](const auto& variant) {
    return variant.second == "none" ? 0 : variant.second.size();
  });
}

// Keys that the head of a plan gives for all runs and a run for itself.
void PlanReader::read_shared(const Entries& entries, PlannedRun& run) const {
  constexpr std::int64_t many = 1'000'000'000;
  constexpr auto largest_seed = std::numeric_limits<std::int64_t>::max();
  if (const auto* const node = entries.get("instances")) {
    run.instances = values(*node, "instances");
    run.instances_line = static_cast<std::int64_t>(node->source().begin.line);
  }
  if (const auto* const node = entries.get("seeds")) {
    run.seeds.clear();
    for (const std::string& text : values(*node, "seeds"))
      at_place(node->source(), [&] {
        run.seeds.push_back(
            static_cast<std::uint64_t>(params::parse_integer("seeds", text, 0, largest_seed)));
      });
  }
  if (const auto* const node = entries.get("reads")) run.reads = integer(*node, "reads", 1, many);
  if (const auto* const node = entries.get("reads-per-cell"))
    run.reads_per_cell = integer(*node, "reads-per-cell", 1, many);
  if (const auto* const node = entries.get("time-limit"))
    at_place(node->source(), [&] { read_time_limit(value_text(*node, "time-limit"), run); });
  if (const auto* const node = entries.get("target")) run.target = value_text(*node, "target");
  if (const auto* const node = entries.get("variants")) read_variants(*node, run);
}

void PlanReader::check_parameters(const PlannedRun& run, const Entries& entries) const {
  const toml::source_region& where = entries.place();
  at_place(where, [&] {
    // Each value by itself; combinations are checked again when the cells are made.
    ParameterValues first;
    for (const auto& [name, list] : run.parameters) first[name] = list.front();
    for (const auto& [name, list] : run.parameters) {
      for (const std::string& value : list) {
        ParameterValues one = first;
        one[name] = value;
        try {
          check_values(*problem_, run.method, one);
        } catch (const UsageError& error) {
          fail(entries.get(name) != nullptr ? entries.get(name)->source() : where,
               without_dashes(error.what()));
        }
      }
    }
    check_values(*problem_, run.method, first);
  });
  if (!run.variants.empty())
    at_place(entries.get("method")->source(), [&] {
      if (find_machine(run.method) != nullptr) return;
      std::vector<std::string_view> names;
      for (const Sampler& sampler : samplers()) names.push_back(machine_name(sampler));
      throw UsageError(
          fmt::format("variants need a sampler: {}", unknown_word("sampler", run.method, names)));
    });
}

// Without variants reads are a matter of the method; with them nobody looks at a target.
void PlanReader::check_reads(const Entries& entries, PlannedRun& run) const {
  if (!run.variants.empty()) {
    if (const auto* const node = entries.get("target"))
      fail(*node, "expected either 'target' or 'variants', found both");
    run.target.clear();
    return;
  }
  if (const auto* const node = entries.get("reads-per-cell"))
    fail(*node, "expected 'reads-per-cell' with 'variants' only, found it without");
  const std::vector<Parameter> known = find_method(*problem_, run.method).parameters();
  const bool has_reads =
      std::ranges::any_of(known, [](const Parameter& p) { return p.name == "reads"; });
  const auto* const node = entries.get("reads");
  if (node != nullptr && !has_reads)
    fail(*node,
         fmt::format("expected no 'reads' for method '{}', which has none; 'seeds' repeat it",
                     run.method));
  if (has_reads && (node != nullptr || reads_for_all_))
    run.parameters.emplace_back("reads", Values{std::to_string(run.reads)});
}

PlannedRun PlanReader::read_run(const toml::table& written, const PlannedRun& defaults) const {
  const Entries entries = in_this_form(written);
  PlannedRun run = defaults;
  run.line = static_cast<std::int64_t>(written.source().begin.line);
  const toml::node* const method = entries.get("method");
  if (method == nullptr) fail(written, "expected 'method' in [[run]], found none");
  run.method = text_of(*method, "method");
  at_place(method->source(), [&] { static_cast<void>(find_method(*problem_, run.method)); });
  run.label = run.method;
  if (const auto* const node = entries.get("label")) {
    run.label = text_of(*node, "label");
    check_name(run.label, node->source());
  }
  read_shared(entries, run);

  const std::vector<Parameter> known = find_method(*problem_, run.method).parameters();
  for (const auto& [key, entry] : entries) {
    const std::string_view name = key;
    if (std::ranges::count(run_keys, name) + std::ranges::count(shared_keys, name) > 0) continue;
    if (std::ranges::none_of(known, [&](const Parameter& p) { return p.name == name; })) {
      std::vector<std::string_view> words(run_keys.begin(), run_keys.end());
      words.insert(words.end(), shared_keys.begin(), shared_keys.end());
      for (const Parameter& p : known)
        if (std::ranges::count(words, p.name) == 0) words.push_back(p.name);
      fail(entry.place, unknown_word("key of [[run]]", name, words));
    }
    if (name == "post" && !run.variants.empty())
      fail(entry.place, "expected either 'post' or 'variants', found both");
    run.parameters.emplace_back(name, values(*entry.node, name));
  }
  check_reads(entries, run);
  // A request that is paid for is recorded when it is answered, unless somebody wants many reads of each.
  if (const Sampler* const sampler = find_machine(run.method);
      sampler != nullptr && sampler->real_machine && !reads_per_cell_for_all_ &&
      entries.get("reads-per-cell") == nullptr)
    run.reads_per_cell = 1;
  if (run.instances.empty()) fail(written, "expected 'instances' here or at the top, found none");
  check_parameters(run, entries);
  return run;
}

Plan PlanReader::read(std::string text) {
  Plan plan;
  plan.path = path_;
  plan.name = name_from_path(path_);
  plan.folder = std::filesystem::path(path_).parent_path().string();
  plan.form = quick_ ? "quick" : "full";
  plan.text = std::move(text);
  const toml::table document = parse_toml(path_, plan.text);
  const Entries head = in_this_form(document);
  std::vector<std::string_view> words{"title", "about", "problem", "run", "quick"};
  words.insert(words.end(), shared_keys.begin(), shared_keys.end());
  for (const auto& [key, entry] : head)
    if (std::ranges::count(words, key) == 0) fail(entry.place, unknown_word("key", key, words));
  if (const auto* const node = head.get("title")) plan.title = text_of(*node, "title");
  if (const auto* const node = head.get("about")) plan.about = text_of(*node, "about");
  if (const auto* const node = head.get("problem"))
    at_place(node->source(), [&] { problem_ = &find_problem(text_of(*node, "problem")); });
  plan.problem = problem_;
  PlannedRun defaults;
  defaults.seeds = {1};
  read_shared(head, defaults);
  reads_for_all_ = head.get("reads") != nullptr;
  reads_per_cell_for_all_ = head.get("reads-per-cell") != nullptr;
  const toml::node* const runs = head.get("run");
  if (runs == nullptr) fail(document, "expected at least one [[run]], found none");
  if (!runs->is_array_of_tables())
    fail(*runs,
         fmt::format("expected [[run]], found {}", runs->is_table() ? "[run]" : kind_of(*runs)));
  for (const toml::node& run : *runs->as_array())
    plan.runs.push_back(read_run(*run.as_table(), defaults));
  return plan;
}

}  // namespace

std::string strength_text(std::string_view text) {
  const auto any_knapsack = [] { return qkp_problem().example(); };
  constexpr std::string_view rules = "abcdefghijklmnopqrstuvwxyz";  // auto, scale:3
  const std::string_view rule =
      text.find_first_of(rules) == 0 ? text.substr(0, text.find(':')) : "";
  try {
    return fmt::format("{} {}", rule,
                       params::to_text(parse_strength(any_knapsack().as<QkpInstance>(), text)));
  } catch (const UsageError&) {
    return std::string(text);
  }
}

Plan parse_plan(std::string_view path, std::string text, bool quick) {
  static_cast<void>(PlanReader(path, !quick).read(text));  // a plan is right in both forms
  return PlanReader(path, quick).read(std::move(text));
}

Plan read_plan(std::string_view path, bool quick) {
  const bool bare = path.find_first_of("./") == std::string_view::npos && path != "-";
  if (bare && !std::filesystem::exists(path)) {
    for (const BuiltInPlan& plan : built_in_plans())
      if (plan.name == path) return parse_plan(path, std::string(plan.text), quick);
    throw UsageError(unknown_word("plan", path, names_of(built_in_plans())));
  }
  InputFile file = read_file(path);
  return parse_plan(file.name, std::move(file.text), quick);
}

}  // namespace spinsack

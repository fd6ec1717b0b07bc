// SPDX-License-Identifier: Apache-2.0
#include "study/cell.hpp"

#include "core/decimal.hpp"
#include "core/error.hpp"
#include "core/natural_order.hpp"
#include "core/nearest.hpp"
#include "core/sha256.hpp"
#include "core/text_reader.hpp"
#include "instance/digest.hpp"
#include "instance/published.hpp"
#include "instance/source.hpp"
#include "solver/method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <glob.h>
#include <map>
#include <set>

namespace spinsack {
namespace {

constexpr std::size_t id_digits = 16;

// An instance of the plan with where it comes from.
struct PlannedInstance {
  std::shared_ptr<const InstanceRecord> record;
  std::string source;
  int number = 1;
  int profit_digits = 0;
};

InstanceRecord published_record(const PublishedInstance& known) {
  return {.name = known.full_name(),
          .sha256 = std::string(known.sha256),
          .n = known.n,
          .density = known.density / 100.0,
          .tightness = static_cast<double>(known.capacity) / static_cast<double>(known.sum_weights),
          .capacity = known.capacity,
          .best_known = known.best_known};
}

constexpr std::string_view pattern_signs = "*?[";

// The files that a pattern below a folder stands for, 2 before 10.
std::vector<std::filesystem::path> matching_files(const std::filesystem::path& folder,
                                                  const std::string& pattern) {
  std::string whole;
  for (const char c : (folder / "").string()) {  // the folder is no pattern, whatever its name
    if (c == '\\' || pattern_signs.find(c) != std::string_view::npos) whole += '\\';
    whole += c;
  }
  whole = std::filesystem::path(pattern).is_absolute() ? pattern : whole + pattern;
  glob_t found{};
  std::vector<std::filesystem::path> files;
  if (::glob(whole.c_str(), GLOB_NOSORT, nullptr, &found) == 0)
    for (std::size_t i = 0; i < found.gl_pathc; ++i)
      if (!std::filesystem::is_directory(found.gl_pathv[i])) files.emplace_back(found.gl_pathv[i]);
  ::globfree(&found);
  std::ranges::sort(
      files, [](const auto& a, const auto& b) { return natural_less(a.native(), b.native()); });
  return files;
}

// A name that is neither a file nor of a suite, with the nearest of both.
[[noreturn]] void refuse_missing(const std::string& spec, const std::filesystem::path& path) {
  const bool pattern = spec.find_first_of(pattern_signs) != std::string::npos;
  std::vector<std::string> words;
  const std::string::size_type colon = spec.find(':');
  for (const PublishedSuite& suite : published_suites())
    words.push_back(std::string(suite.name) +
                    (colon == std::string::npos ? ":*" : spec.substr(colon)));
  std::error_code unreadable;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  for (const auto& entry : std::filesystem::directory_iterator(folder, unreadable))
    words.push_back((std::filesystem::path(spec).parent_path() / entry.path().filename()).string());
  std::ranges::sort(words);
  const std::vector<std::string_view> views(words.begin(), words.end());
  const std::string_view nearest = nearest_word(spec, views);
  throw UsageError(
      fmt::format("expected an instance, found {}, and {} {}{}", quote(spec),
                  pattern ? "no file matches" : "there is no file", path.string(),
                  nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest)));
}

// The instances of a plan, each looked up once.
class InstanceShelf {
 public:
  explicit InstanceShelf(const Plan& plan) : plan_(&plan) {}

  const std::vector<PlannedInstance>& find(const std::string& spec) {
    const auto [place, fresh] = found_.try_emplace(spec);
    if (!fresh) return place->second;
    if (names_published(spec)) {
      for (const PublishedInstance* const known : match_published(spec))
        place->second.push_back(
            {std::make_shared<InstanceRecord>(published_record(*known)), known->full_name()});
    } else {
      for (const std::filesystem::path& path : files_of(spec)) {
        InstanceSource file(path.string());
        while (const auto loaded = file.next())
          place->second.push_back({std::make_shared<InstanceRecord>(instance_record(*loaded)),
                                   loaded->source, loaded->number,
                                   loaded->instance.profit_digits()});
      }
    }
    return place->second;
  }

 private:
  // A file may have a name that looks like a pattern.
  std::vector<std::filesystem::path> files_of(const std::string& spec) const {
    const std::filesystem::path path = std::filesystem::path(plan_->folder) / spec;
    if (spec.empty()) throw UsageError("expected an instance, found '', which is no name");
    if (std::filesystem::exists(InstanceSource(path.string()).file())) return {path};  // file#2 too
    std::vector<std::filesystem::path> files;
    if (spec.find_first_of(pattern_signs) != std::string::npos)
      files = matching_files(plan_->folder, spec);
    if (files.empty()) refuse_missing(spec, path);
    return files;
  }

  const Plan* plan_;
  std::map<std::string, std::vector<PlannedInstance>> found_;
};

// Every combination of the values, the last parameter running fastest.
std::vector<ParameterValues> combinations(const PlannedRun& run) {
  std::vector<ParameterValues> all{{}};
  for (const auto& [name, values] : run.parameters) {
    std::vector<ParameterValues> longer;
    for (const ParameterValues& so_far : all)
      for (const std::string& value : values) {
        longer.push_back(so_far);
        longer.back()[name] = value;
      }
    all = std::move(longer);
  }
  return all;
}

// {parameter} replaced by its value.
std::string filled_in(std::string_view name, const ParameterValues& parameters) {
  std::string text;
  while (!name.empty()) {
    const std::size_t open = name.find('{');
    const std::size_t close = open == name.npos ? open : name.find('}', open);
    text += name.substr(0, close == name.npos ? name.npos : open);
    if (close == name.npos) break;
    const std::string_view key = name.substr(open + 1, close - open - 1);
    const auto value = parameters.find(key);
    if (value == parameters.end()) {
      std::vector<std::string_view> known;
      for (const auto& [parameter, its_value] : parameters) known.push_back(parameter);
      throw UsageError(unknown_word("parameter in a name", key, known));
    }
    text += value->second;
    name.remove_prefix(close + 1);
  }
  return text;
}

std::optional<Profit> target_of(const PlannedRun& run, const PlannedInstance& instance) {
  if (run.target.empty()) return std::nullopt;
  if (run.target == "best-known") return instance.record->best_known;  // none: no target
  const auto [value, fault] = parse_decimal(run.target);
  const auto scaled =
      fault || value.digits > instance.profit_digits
          ? std::nullopt
          : scale_by_power_of_ten(value.mantissa, instance.profit_digits - value.digits);
  if (!scaled)
    throw UsageError(fmt::format("target: expected best-known or a value of '{}', found {}",
                                 instance.record->name, quote(run.target)));
  return scaled;
}

std::string id_of(const Cell& cell, const std::string& study) {
  std::string text = fmt::format("{}\n{}\n{}\n{}\n", study, cell.instance->name,
                                 cell.instance->sha256, cell.setting->method);
  for (const auto& [name, value] : cell.setting->parameters)
    text += fmt::format("{}={}\n", name, value);
  text += cell.setting->label + '\n';
  for (const auto& [name, steps] : cell.setting->variants)
    text += fmt::format("{}:{}\n", name, steps);
  text += fmt::format("{} {} {} {} {}", cell.seed, cell.first_read, cell.reads,
                      cell.time_limit.value_or(-1),
                      cell.target ? std::to_string(*cell.target) : "none");
  return sha256(text).substr(0, id_digits);
}

// Results are told apart by name and penalty strength; whatever else differs has to be in the name. Reads of
// one name have to come in the same blocks, or some would count twice.
class NameCheck {
 public:
  void add(const std::string& name, const PlannedRun& run, ParameterValues parameters) {
    check_strength(name, parameters);
    parameters.erase("lambda");
    const ParameterValues usable = parameters;
    if (!run.variants.empty()) {
      parameters["reads"] = std::to_string(run.reads);
      parameters["reads-per-cell"] = std::to_string(run.reads_per_cell);
    }
    parameters["method"] = run.method;
    parameters["time-limit"] = run.time_limit ? params::to_text(*run.time_limit) : "none";
    parameters["target"] = run.target;
    const auto [place, fresh] = seen_.try_emplace(name, parameters);
    if (fresh || place->second == parameters) return;
    for (const auto& [key, value] : parameters) {
      const auto other = place->second.find(key);
      if (other != place->second.end() && other->second == value) continue;
      const std::string wanted =
          usable.contains(key) ? fmt::format("a name with {{{}}}", key) : "different names";
      throw UsageError(fmt::format("two settings are called '{}' and differ in {}: expected {}",
                                   name, key, wanted));
    }
    throw UsageError(fmt::format("two settings are called '{}': expected different names", name));
  }

 private:
  // The same strength in two ways of writing would be two sets of the same samples.
  void check_strength(const std::string& name, const ParameterValues& parameters) {
    const auto strength = parameters.find("lambda");
    if (strength == parameters.end()) return;
    const std::string& text = strength->second;
    const auto [place, fresh] = strengths_.try_emplace({name, strength_text(text)}, text);
    if (!fresh && place->second != text)
      throw UsageError(
          fmt::format("two settings are called '{}' and have the same strength, {} and {}: "
                      "expected one way of writing it",
                      name, place->second, text));
  }

  std::map<std::string, ParameterValues> seen_;
  std::map<std::pair<std::string, std::string>, std::string> strengths_;  // name and strength
};

class CellMaker {
 public:
  explicit CellMaker(const Plan& plan) : plan_(&plan), shelf_(plan) {}

  std::vector<Cell> make(std::int64_t most) {
    std::int64_t total = 0;
    std::int64_t largest = 0;
    std::int64_t line = 0;  // of the run with the most cells
    for (const PlannedRun& run : plan_->runs) {
      const std::int64_t cells = count(run);
      total = std::min(most_cells + 1, total + cells);
      if (cells > largest) line = run.line;
      largest = std::max(largest, cells);
    }
    if (total > std::min(most, most_cells))
      throw TooManyCells(fmt::format("{}:{}: expected at most {} cells, found {}{}", plan_->path,
                                     line, std::min(most, most_cells),
                                     total > most_cells ? "more than " : "",
                                     std::min(total, most_cells)));
    for (const PlannedRun& run : plan_->runs) at_line(run.line, [&] { add(run); });
    // Instance by instance, so that each is built once; runs stay in the order of the plan.
    std::map<std::string, std::size_t> order;
    for (const Cell& cell : cells_) order.try_emplace(cell.instance->name, order.size());
    std::ranges::stable_sort(cells_, {}, [&](const Cell& c) { return order[c.instance->name]; });
    return std::move(cells_);
  }

 private:
  // Whatever is wrong is wrong at this line of the plan.
  template <class F>
  void at_line(std::int64_t line, F&& action) {
    try {
      std::forward<F>(action)();
    } catch (const Error& error) {
      throw InputError(fmt::format("{}:{}: {}", plan_->path, line, error.what()));
    }
  }

  // Never more than a few times the most, so that nothing overflows.
  std::int64_t count(const PlannedRun& run) {
    std::int64_t instances = 0;
    at_line(run.instances_line, [&] {
      for (const std::string& spec : run.instances) instances += std::ssize(shelf_.find(spec));
    });
    const std::int64_t blocks = run.variants.empty() ? 1 : (run.reads - 1) / run.reads_per_cell + 1;
    std::int64_t product = 1;
    const auto times = [&](std::int64_t factor) {
      product = factor > most_cells / std::max<std::int64_t>(product, 1) ? most_cells + 1
                                                                         : product * factor;
    };
    times(instances);
    times(blocks);
    times(std::ssize(run.seeds));
    for (const auto& [name, values] : run.parameters) times(std::ssize(values));
    return product;
  }

  void add(const PlannedRun& run) {
    const Method& method = find_method(run.method);
    std::vector<std::shared_ptr<const Setting>> settings;
    for (const ParameterValues& values : combinations(run)) {
      Setting setting;
      setting.method = run.method;
      setting.parameters = method.complete(values);
      if (!run.variants.empty()) {  // the plan has its own reads and steps
        setting.parameters.erase("reads");
        setting.parameters.erase("post");
      }
      setting.label = filled_in(run.label, setting.parameters);
      if (run.variants.empty()) names_.add(setting.label, run, setting.parameters);
      for (const auto& [name, steps] : run.variants) {
        ParameterValues with_steps = setting.parameters;
        with_steps["post"] = steps;
        const std::string full_name = filled_in(name, with_steps);
        for (const auto& [other, its_steps] : setting.variants)
          if (other == full_name)
            throw UsageError(
                fmt::format("two variants are called '{}': expected different names", full_name));
        names_.add(full_name, run, with_steps);
        setting.variants.emplace_back(full_name, steps);
      }
      settings.push_back(std::make_shared<Setting>(std::move(setting)));
    }
    Cell cell;
    for (const std::string& spec : run.instances)
      for (const PlannedInstance& instance : shelf_.find(spec))
        for (const auto& setting : settings) {
          cell.setting = setting;
          add(run, instance, cell);
        }
  }

  void add(const PlannedRun& run, const PlannedInstance& instance, Cell cell) {
    const auto& [name, sum] =
        *sums_.try_emplace(instance.record->name, instance.record->sha256).first;
    if (sum != instance.record->sha256)
      throw UsageError(
          fmt::format("expected instances with different names, found two of '{}'", name));
    cell.instance = instance.record;
    cell.source = instance.source;
    cell.number = instance.number;
    cell.time_limit = run.time_limit;
    cell.target = target_of(run, instance);
    const std::int64_t reads = run.variants.empty() ? 1 : run.reads;
    const std::int64_t block = run.variants.empty() ? 1 : run.reads_per_cell;
    for (const std::uint64_t seed : run.seeds)
      for (std::int64_t first = 0; first < reads; first += block) {
        cell.seed = seed;
        cell.first_read = first;
        cell.reads = std::min(block, reads - first);
        cell.id = id_of(cell, plan_->name);
        if (seen_.insert(cell.id).second) cells_.push_back(cell);  // patterns may overlap
      }
  }

  const Plan* plan_;
  InstanceShelf shelf_;
  NameCheck names_;
  std::map<std::string, std::string> sums_;  // of the instances, by name
  std::set<std::string> seen_;
  std::vector<Cell> cells_;
};

}  // namespace

InstanceRecord instance_record(const LoadedInstance& loaded) {
  if (loaded.published != nullptr) return published_record(*loaded.published);
  const QkpInstance& instance = loaded.instance;
  return {.name = instance.name(),
          .sha256 = instance_digest(instance),
          .n = instance.size(),
          .density = instance.density(),
          .tightness = instance.tightness(),
          .capacity = instance.capacity()};
}

std::vector<Cell> cells_of(const Plan& plan, std::int64_t most) {
  return CellMaker(plan).make(most);
}

}  // namespace spinsack

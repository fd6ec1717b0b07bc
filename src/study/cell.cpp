// SPDX-License-Identifier: Apache-2.0
#include "study/cell.hpp"

#include "core/decimal.hpp"
#include "core/error.hpp"
#include "core/flat_set.hpp"
#include "core/nearest.hpp"
#include "core/sha256.hpp"
#include "core/text_reader.hpp"
#include "solver/method.hpp"
#include "study/name_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace spinsack {
namespace {

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
  if (run.target == "best-known") return instance.record.best_known;  // none: no target
  const auto [value, fault] = parse_decimal(run.target);
  const ValueForm& form = instance.values;
  const auto scaled = fault || value.digits > form.digits
                          ? std::nullopt
                          : scale_by_power_of_ten(value.mantissa, form.digits - value.digits);
  if (!scaled)
    throw UsageError(fmt::format("target: expected best-known or a value of '{}', found {}",
                                 instance.record.name, quote(run.target)));
  return form.minimised ? -*scaled : *scaled;
}

// Gives cells their names: the first digits of a SHA-256 over everything that decides their results.
class CellNames {
 public:
  // Cells that have all this in common are named after each other.
  CellNames(const std::string& study, const InstanceRecord& instance, const Setting& setting)
      : text_(fmt::format("{}\n{}\n{}\n{}\n", study, instance.name, instance.sha256,
                          setting.method)) {
    for (const auto& [name, value] : setting.parameters)
      text_ += fmt::format("{}={}\n", name, value);
    text_ += setting.label + '\n';
    for (const auto& [name, steps] : setting.variants) text_ += fmt::format("{}:{}\n", name, steps);
    common_ = text_.size();
  }

  CellId name(const Cell& cell) {
    text_.resize(common_);
    fmt::format_to(std::back_inserter(text_), "{} {} {} {} {}", cell.seed, cell.first_read,
                   cell.reads, cell.time_limit().value_or(-1),
                   cell.target ? std::to_string(*cell.target) : "none");
    const auto digest = sha256_bytes(text_);
    CellId id;
    for (std::size_t i = 0; i < sizeof id.value; ++i) id.value = id.value << 8 | digest[i];
    return id;
  }

 private:
  std::string text_;
  std::size_t common_ = 0;
};

// Makes the cells of a plan, in two steps: first everything that can be wrong, run by run, then the cells,
// instance by instance, so that each is built once; the runs of an instance stay in the order of the plan.
class CellMaker {
 public:
  explicit CellMaker(const Plan& plan) : plan_(&plan), shelf_(plan) {}

  std::vector<Cell> make(std::int64_t most) {
    const std::int64_t total = refuse_too_many(most);
    for (const PlannedRun& run : plan_->runs) at_line(run.line, [&] { prepare(run); });
    cells_.reserve(static_cast<std::size_t>(total));
    for (const std::vector<Part>& parts : parts_) {
      for (const Part& part : parts) add(part);
      seen_.clear();  // cells of other instances have other names
    }
    return std::move(cells_);
  }

 private:
  // A run on an instance, in all its settings.
  struct Part {
    const PlannedRun* run = nullptr;
    std::shared_ptr<const PlannedInstance> instance;
    std::optional<Profit> target;
    std::shared_ptr<const std::vector<std::shared_ptr<const Setting>>> settings;
  };

  // Whatever is wrong is wrong at this line of the plan.
  template <class F>
  void at_line(std::int64_t line, F&& action) {
    try {
      std::forward<F>(action)();
    } catch (const Error& error) {
      throw InputError(fmt::format("{}:{}: {}", plan_->path, line, error.what()));
    }
  }

  // At least as many as there will be: patterns may overlap.
  std::int64_t refuse_too_many(std::int64_t most) {
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
    return total;
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

  void prepare(const PlannedRun& run) {
    const auto settings = settings_of(run);
    for (const std::string& spec : run.instances)
      for (const auto& instance : shelf_.find(spec)) {
        const InstanceRecord& record = instance->record;
        if (record.problem != plan_->problem->name)
          throw UsageError(fmt::format(
              "expected instances of the problem '{}', found '{}', one of '{}'; a plan of others "
              "begins with problem = \"{}\"",
              plan_->problem->name, record.name, record.problem, record.problem));
        const auto [place, fresh] = instances_.try_emplace(
            record.name, KnownInstance{.sha256 = record.sha256, .index = parts_.size()});
        if (place->second.sha256 != record.sha256)
          throw UsageError(fmt::format("expected instances with different names, found two of '{}'",
                                       record.name));
        if (fresh) parts_.emplace_back();
        parts_[place->second.index].push_back(
            {&run, instance, target_of(run, *instance), settings});
      }
  }

  std::shared_ptr<const std::vector<std::shared_ptr<const Setting>>> settings_of(
      const PlannedRun& run) {
    const Method& method = find_method(*plan_->problem, run.method);
    auto settings = std::make_shared<std::vector<std::shared_ptr<const Setting>>>();
    for (const ParameterValues& values : combinations(run)) {
      Setting setting;
      setting.method = run.method;
      setting.time_limit = run.time_limit;
      setting.seconds_per_item = run.seconds_per_item;
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
      settings->push_back(std::make_shared<Setting>(std::move(setting)));
    }
    return settings;
  }

  void add(const Part& part) {
    const PlannedRun& run = *part.run;
    const std::int64_t reads = run.variants.empty() ? 1 : run.reads;
    const std::int64_t block = run.variants.empty() ? 1 : run.reads_per_cell;
    Cell cell;
    cell.instance = part.instance;
    cell.target = part.target;
    for (const auto& setting : *part.settings) {
      cell.setting = setting;
      CellNames names(plan_->name, part.instance->record, *setting);
      for (const std::uint64_t seed : run.seeds)
        for (std::int64_t first = 0; first < reads; first += block) {
          cell.seed = seed;
          cell.first_read = first;
          cell.reads = std::min(block, reads - first);
          cell.id = names.name(cell);
          if (seen_.insert(cell.id.value)) cells_.push_back(cell);
        }
    }
  }

  struct KnownInstance {
    std::string sha256;
    std::size_t index = 0;  // among the parts
  };

  const Plan* plan_;
  PlannedInstances shelf_;
  NameCheck names_;
  std::map<std::string, KnownInstance> instances_;  // by name
  std::vector<std::vector<Part>> parts_;            // by instance, in the order of the plan
  FlatSet seen_;                                    // cells of the instance at hand
  std::vector<Cell> cells_;
};

}  // namespace

std::vector<Cell> cells_of(const Plan& plan, std::int64_t most) {
  return CellMaker(plan).make(most);
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// How good the methods are, in two parts.
//
// published  Time to the best known value of the published instances, one thread, greedy start included, per
//            group: share of runs that reach it, mean and 95 % quantile of the time, and the time to reach it
//            with probability 0.99 by restarts of the best length, with the interval that the success rate
//            leaves (Clopper and Pearson).
// families   The published instances no longer separate good methods. On random ones of all families, from
//            easy to hard, the value after a fixed time counts, shown against the best value that any method
//            has found (families.hpp, values.hpp).
//
// Ctrl-C ends the runs and shows the tables of what there is.
#include "core/error.hpp"
#include "core/line_output.hpp"
#include "core/params.hpp"
#include "core/split.hpp"
#include "families.hpp"
#include "published.hpp"
#include "run.hpp"
#include "values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace spinsack::quality {
namespace {

constexpr std::string_view usage = R"(spinsack_quality [flags]: how good the methods are

  --part PART      published: time to the best known values; families: values on random instances;
                   both unless given
  --methods A,B    NAME or NAME:KEY=VALUE; the first is compared with the others
                   (published: auto; families: auto and six others)
  --seeds N        published: seeds 1..N of the method (5); families: so many instances of each kind and
                   size, 1 to 20 (20)
  --save FILE      every run as a line of CSV, as soon as it is done
  --continue FILE  go on with runs that were saved there
  --show FILE      run nothing, show the tables of saved runs
  --against FILE   compare with runs that another build has saved

For families:
  --set SET        development: generator seeds 1 to 20 (this unless given); confirmation: 101 to 200
  --from N         begin with the Nth seed of the set (1): one that nobody has looked at
  --kinds A,B      kinds of instances, such as related-unit; related-* for all of that family
  --sizes N,M      numbers of items (30,100,300,1000,2000,5000,10000)
  --seconds S,T    time limits of a run (1)
  --minutes M      begin no instance after that (10); all of them at 1 s take half a day
  --jobs N         instances at the same time, at most one per processor (1); they share caches and memory,
                   so values can be a little worse
)";

constexpr std::string_view family_methods =
    "auto,greedy,qkbp:finish=swaps,window-ils,ihea,grasp,lha";

struct Options {
  bool help = false;
  bool published = true;
  bool families = true;
  std::vector<std::string> methods;  // empty: those of each part
  std::optional<std::uint64_t> seeds;
  std::uint64_t from = 1;
  std::uint64_t seeds_of_set = 20;
  std::string save;
  std::string go_on;
  std::string show;
  std::string against;
  FamilyPlan plan;
};

std::vector<std::string> listed(std::string_view text) {
  const std::vector<std::string_view> parts = text::split(text, ',');
  return {parts.begin(), parts.end()};
}

double number(std::string_view flag, std::string_view text, double low, double high) {
  return params::parse_real(flag.substr(2), text, low, high);
}
std::int64_t integer(std::string_view flag, std::string_view text, std::int64_t low,
                     std::int64_t high) {
  return params::parse_integer(flag.substr(2), text, low, high);
}

[[noreturn]] void refuse(std::string_view flag, std::string_view expected, std::string_view found) {
  throw UsageError(fmt::format("{}: expected {}, found '{}'", flag, expected, found));
}

void set_part(Options& options, const std::string& value) {
  if (value != "published" && value != "families") refuse("--part", "published or families", value);
  options.published = value == "published";
  options.families = value == "families";
}

void set_seed_set(Options& options, const std::string& value) {
  if (value != "development" && value != "confirmation")
    refuse("--set", "development or confirmation", value);
  const bool develops = value == "development";
  options.plan.first_seed = develops ? 1 : 101;
  options.seeds_of_set = develops ? 20 : 100;
}

using Setter = std::function<void(Options&, const std::string&)>;
const std::map<std::string, Setter, std::less<>>& setters() {
  static const std::map<std::string, Setter, std::less<>> table{
      {"--part", set_part},
      {"--set", set_seed_set},
      {"--methods", [](Options& o, const std::string& v) { o.methods = listed(v); }},
      {"--seeds",
       [](Options& o, const std::string& v) {
         o.seeds = static_cast<std::uint64_t>(integer("--seeds", v, 1, 20));
       }},
      {"--from",
       [](Options& o, const std::string& v) {
         o.from = static_cast<std::uint64_t>(integer("--from", v, 1, 100));
       }},
      {"--save", [](Options& o, const std::string& v) { o.save = v; }},
      {"--continue", [](Options& o, const std::string& v) { o.go_on = v; }},
      {"--show", [](Options& o, const std::string& v) { o.show = v; }},
      {"--against", [](Options& o, const std::string& v) { o.against = v; }},
      {"--kinds", [](Options& o, const std::string& v) { o.plan.kinds = listed(v); }},
      {"--sizes",
       [](Options& o, const std::string& v) {
         o.plan.sizes.clear();
         for (const std::string& size : listed(v))
           o.plan.sizes.push_back(static_cast<Index>(integer("--sizes", size, 11, 30'000)));
       }},
      {"--seconds",
       [](Options& o, const std::string& v) {
         o.plan.seconds.clear();
         for (const std::string& limit : listed(v))
           o.plan.seconds.push_back(number("--seconds", limit, 0.001, 3600));
       }},
      {"--minutes",
       [](Options& o, const std::string& v) { o.plan.minutes = number("--minutes", v, 0, 1e5); }},
      {"--jobs",
       [](Options& o, const std::string& v) {
         const auto processors = std::max(1U, std::thread::hardware_concurrency());
         o.plan.jobs = static_cast<int>(integer("--jobs", v, 1, processors));
       }},
  };
  return table;
}

std::vector<MethodChoice> chosen(const std::vector<std::string>& names) {
  std::vector<MethodChoice> methods;
  for (const std::string& name : names) {
    methods.push_back(parse_method(name));
    if (std::ranges::count(names, name) > 1) refuse("--methods", "each once", name);
  }
  return methods;
}

Options parse(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string flag = arguments[i];
    if (flag == "--help") {
      options.help = true;
      return options;
    }
    const auto setter = setters().find(flag);
    if (setter == setters().end()) refuse("flags", "one that --help shows", flag);
    if (i + 1 == count) refuse(flag, "a value behind it", "");
    setter->second(options, arguments[++i]);
  }
  if (!options.save.empty() && !options.go_on.empty())
    throw UsageError("--save and --continue exclude each other");
  if (options.from > options.seeds_of_set)
    refuse("--from", fmt::format("at most {}", options.seeds_of_set), std::to_string(options.from));
  options.plan.first_seed += options.from - 1;
  options.plan.seeds =
      std::min(options.seeds.value_or(20), options.seeds_of_set + 1 - options.from);
  options.plan.methods = chosen(options.methods.empty() ? listed(family_methods) : options.methods);
  check(options.plan);
  return options;
}

// In order of appearance, but for those that a plan names first.
std::vector<std::string> methods_of(const Runs& runs, const std::vector<MethodChoice>& plan) {
  std::vector<std::string> seen;
  for (const Run& run : runs)
    if (std::ranges::find(seen, run.method) == seen.end()) seen.push_back(run.method);
  std::vector<std::string> ordered;
  for (const MethodChoice& method : plan)
    if (std::ranges::find(seen, method.label) != seen.end()) ordered.push_back(method.label);
  for (const std::string& method : seen)
    if (std::ranges::find(ordered, method) == ordered.end()) ordered.push_back(method);
  return ordered;
}

void print_tables(const Runs& runs, const Options& options) {
  const Runs others = options.against.empty() ? Runs{} : read_runs(options.against);
  Runs published;
  Runs random;
  for (const Run& run : runs) (run.published() ? published : random).push_back(run);
  if (!published.empty()) print_times(published, others);
  if (!random.empty()) print_values(random, methods_of(random, options.plan.methods), others);
}

int run(int count, char** arguments) {
  const Options options = parse(count, arguments);
  if (options.help) {
    fmt::print("{}", usage);
    return 0;
  }
  if (!options.show.empty()) {
    print_tables(read_runs(options.show), options);
    return 0;
  }
  Runs all;
  if (!options.go_on.empty()) all = read_runs(options.go_on);
  LineOutput lines(options.go_on.empty() ? options.save : options.go_on);
  std::string head = csv_header();
  for (const Run& old : all) head += "\n" + csv_line(old);
  lines.line(head);
  watch_for_interrupt();
  const Runs before = all;
  const auto keep = [&](const Run& run) {
    lines.line(csv_line(run));
    all.push_back(run);
  };
  if (options.published)
    run_published(options.methods.empty() ? chosen({"auto"}) : options.plan.methods,
                  options.seeds.value_or(5), before, keep);
  if (options.families && !interrupted()) run_families(options.plan, before, keep);
  lines.close();
  print_tables(all, options);
  return interrupted() ? 1 : 0;
}

}  // namespace
}  // namespace spinsack::quality

int main(int count, char** arguments) {
  try {
    return spinsack::quality::run(count, arguments);
  } catch (const std::exception& error) {
    std::cerr << "spinsack_quality: " << error.what() << '\n';
    return 1;
  }
}

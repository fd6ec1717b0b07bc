// SPDX-License-Identifier: Apache-2.0
#include "run.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/split.hpp"
#include "core/text_reader.hpp"
#include "instance/evaluate.hpp"
#include "problem/qkp/qkp_problem.hpp"

#include <fmt/format.h>

#include <charconv>
#include <csignal>
#include <span>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace spinsack::quality {
namespace {

std::atomic<bool> stop_wanted{false};

// The second one ends the program.
void on_interrupt(int signal) {
  stop_wanted = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

MethodChoice parse_method(std::string_view text) {
  const std::vector<std::string_view> parts = text::split(text, ':');
  MethodChoice choice{std::string(text), &find_method(qkp_problem(), parts.front()), {}};
  for (const std::string_view part : std::span(parts).subspan(1)) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos)
      throw UsageError(fmt::format("--methods: expected NAME:KEY=VALUE, found '{}'", text));
    choice.parameters.emplace(part.substr(0, equals), part.substr(equals + 1));
  }
  static_cast<void>(choice.method->complete(choice.parameters));
  return choice;
}

const std::atomic<bool>& interrupted() { return stop_wanted; }
void watch_for_interrupt() { std::signal(SIGINT, on_interrupt); }

std::optional<Run> run_once(const MethodChoice& choice, const QkpInstance& instance,
                            std::string group, const Limits& limits) {
  const SolveRequest request{.seed = limits.seed,
                             .time_limit = limits.seconds,
                             .target = limits.target,
                             .interrupted = &stop_wanted};
  // Every method gets the whole limit for its value. Of `solve`, those that bring no bound of their own would get less.
  const SolveOutcome outcome = choice.method->solve(view_of(instance), choice.parameters, request);
  const Evaluation e = evaluate(instance, outcome.bits);
  if (!e.feasible || e.profit != outcome.value)
    throw std::logic_error(
        fmt::format("{} reports a wrong value on {}", choice.label, instance.name()));
  if (stop_wanted) return std::nullopt;
  return Run{std::move(group),     instance.size(), instance.name(), limits.seed,
             limits.seconds,       choice.label,    limits.target,   outcome.value,
             outcome.time_to_best, outcome.seconds};
}

std::string csv_header() {
  return "group,n,instance,seed,limit,method,target,value,seconds_to_value,seconds";
}

std::string csv_line(const Run& run) {
  return fmt::format("{},{},{},{},{},{},{},{},{},{}", run.group, run.n, run.instance, run.seed,
                     run.limit, run.method, run.target ? std::to_string(*run.target) : "",
                     run.value, run.seconds_to_value, run.seconds);
}

Runs read_runs(const std::string& path) {
  const InputFile file = read_file(path);
  TextReader lines(file.name, file.text);
  if (lines.line() != csv_header())
    lines.fail_at(0, fmt::format("expected '{}', the heading of saved runs", csv_header()));
  Runs runs;
  while (lines.more()) {
    const std::size_t start = lines.offset();
    const std::vector<std::string_view> cells = text::split(lines.line(), ',');
    if (cells.size() != 10)
      lines.fail_at(start, fmt::format("expected 10 values, found {}", cells.size()));
    const auto read = [&]<class T>(T& target, std::size_t cell, std::string_view what) {
      const std::string_view text = cells[cell];
      const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), target);
      if (fault != std::errc{} || end != text.data() + text.size())
        lines.fail_at(static_cast<std::size_t>(text.data() - file.text.data()),
                      fmt::format("expected {}, found '{}'", what, text));
    };
    Run run;
    run.group = cells[0];
    read(run.n, 1, "the number of items");
    run.instance = cells[2];
    read(run.seed, 3, "a seed");
    read(run.limit, 4, "a time limit");
    run.method = cells[5];
    if (!cells[6].empty()) read(run.target.emplace(), 6, "a target");
    read(run.value, 7, "a value");
    read(run.seconds_to_value, 8, "seconds");
    read(run.seconds, 9, "seconds");
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace spinsack::quality

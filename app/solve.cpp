// SPDX-License-Identifier: Apache-2.0
// spinsack solve: the best solution within the budget, with an upper bound and gap.
#include "solver/solve.hpp"

#include "command.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/line_output.hpp"
#include "core/text_reader.hpp"
#include "exchange/answer_file.hpp"
#include "instance/evaluate.hpp"
#include "instance/qkp.hpp"
#include "instances.hpp"
#include "machine_flags.hpp"
#include "parameter_flags.hpp"
#include "problem/problem.hpp"
#include "problem_catalogs.hpp"
#include "run_flags.hpp"
#include "solve_certificate.hpp"
#include "solve_html.hpp"
#include "solve_report.hpp"
#include "solver/method.hpp"
#include "spinsack_version.hpp"
#include "terminal/incumbent_curve.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/live_line.hpp"
#include "terminal/output.hpp"
#include "terminal/seconds_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack::cli {
namespace {

// What files are about, held back until it is known to be the only one.
struct Answer {
  std::string line;        // for --json
  std::string line_alone;  // likewise, without the certificate
  std::string items;       // for --solution
  std::string html;        // for --html
  std::string proof;       // for --certificate
  std::string reason;      // why there is no proof
};

struct Solve {
  std::vector<std::string> specs;
  ReadingFlags reading;
  std::string method = "auto";
  std::string target;
  RunFlags run_flags;
  MachineFlags machines;
  ParameterValues parameters;
  std::string json;
  std::string solution;
  std::string certificate;
  std::string html;
  bool quiet = false;
  bool verbose = false;

  void declare(Flags& flags);
  int run() const;

 private:
  std::optional<Profit> target_of(const Instance& instance) const;
  Solved solve_one(const Instance& instance, double seconds_read) const;
  // The flag whose file is about one instance; empty if none is.
  std::string_view single() const;
  void require_one_instance() const;
  void write_files_of(const Answer& answer) const;
};

void Solve::declare(Flags& flags) {
  flags.arguments(specs, instance_value(), R"(
      a file (plain, .gz or .xz), '-' for standard input, a published instance such as
      large:1000_75_5, or a pattern such as 'medium:*'
    )");
  flags.group("Search");
  flags.value("-m,--method", method, catalog_value("METHOD", all_methods()),
              "how to solve: one of the methods below");
  run_flags.declare(flags);
  machines.declare(flags);
  flags.value("--target", target, {"VALUE", ValueKind::Completion::words, {"best-known"}, true},
              "stop at this value or above; best-known: the best value published for the instance");
  flags.group("Methods");
  declare_parameters(flags, {"method", "-m,--method"}, all_methods(), parameters);
  flags.group("Input");
  reading.declare(flags);
  flags.group("Output");
  flags.value("--json", json, output_value(),
              "write one JSON object per instance and line; '-' prints them instead of the text");
  flags.value(
      "--solution", solution, output_value(),
      "write the chosen items, or all labels, one per line, as 'spinsack verify' reads them");
  flags.value(
      "--certificate", certificate, output_value(),
      "write the proof that the answer is optimal, for 'spinsack verify'; compressed unless FILE "
      "ends in .jsonl");
  flags.value("--html", html, output_value(), R"(
      write an HTML page about the answer of a knapsack: what each item brings, what was left out
      and why, the gap over time
    )");
  flags.toggle("-q,--quiet", quiet, "no progress, no picture");
  flags.toggle("-v,--verbose", verbose, "the full page for each of several instances");
}

std::optional<Profit> Solve::target_of(const Instance& instance) const {
  if (target.empty()) return std::nullopt;
  if (target == "best-known") {
    if (!instance.best_known())
      throw UsageError(fmt::format("--target: no best known value for '{}'", instance.name()));
    return instance.best_known();
  }
  const std::optional<Profit> value = instance.value_of(target);
  if (!value)
    throw UsageError(fmt::format(
        "--target: expected a value of '{}' with at most {} decimals, or best-known, found {}",
        instance.name(), instance.value_digits(), quote(target)));
  return value;
}

Solved Solve::solve_one(const Instance& instance, double seconds_read) const {
  SolveRequest request{.seed = run_flags.seed(),
                       .threads = run_flags.threads(),
                       .time_limit = run_flags.time_limit(),
                       .target = target_of(instance),
                       .interrupted = &watch_for_interrupts()};
  // A proof that cannot be written is not worth waiting for; the reason comes with the answer.
  if (!certificate.empty() && reason_against_certificate(instance).empty())
    request.certificate_of = instance.digest();
  LiveLine live(!quiet);
  live.show(instance.name());
  request.progress = [&](double seconds, Profit value) {
    live.show(fmt::format("{}  value {}, found after {}", instance.name(),
                          instance.value_text(value), seconds_text(seconds)));
  };
  return {instance, solve(instance, method, parameters, request), seconds_read, request.time_limit};
}

std::string solution_text(const Solved& solved) {
  const Instance& instance = solved.instance;
  const SolveResult& result = solved.result;
  if (!result.found())
    throw UsageError(
        fmt::format("--solution: no feasible answer was found for '{}'", instance.name()));
  std::string note = fmt::format("spinsack {}: {}, value {}", version, instance.name(),
                                 instance.value_text(result.value()));
  if (instance.is<QkpInstance>()) {
    const auto& knapsack = instance.as<QkpInstance>();
    note += fmt::format(", weight {} of {}",
                        knapsack.weight_text(evaluate(knapsack, result.outcome.bits).load),
                        knapsack.weight_text(knapsack.capacity()));
  }
  return write_string([&](TextWriter& out) {
    write_answer(instance, result.outcome.bits, std::array{std::move(note)}, out);
  });
}

std::string_view Solve::single() const {
  if (!solution.empty()) return "--solution";
  if (!html.empty()) return "--html";
  return certificate.empty() ? "" : "--certificate";
}

UsageError several_instances(std::string_view flag) {
  return UsageError(fmt::format("{}: expected one instance, found several", flag));
}

// As far as it can be told before anything is read; a file may still hold several.
void Solve::require_one_instance() const {
  const bool several =
      specs.size() > 1 || NamedInstances(specs.front(), reading.settings()).published().size() > 1;
  if (several) throw several_instances(single());
}

// All files appear, or none.
void Solve::write_files_of(const Answer& answer) const {
  std::vector<FileToWrite> files;
  if (!solution.empty())
    files.push_back({solution, [&](TextWriter& out) { out.text(answer.items); }});
  if (!html.empty()) files.push_back({html, [&](TextWriter& out) { out.text(answer.html); }});
  if (!answer.proof.empty()) files.push_back(certificate_file(certificate, answer.proof));
  write_files(files);
}

int Solve::run() const {
  machines.apply();
  require_method(method, parameters);  // complain before anything is read
  static_cast<void>(run_flags.seed() + static_cast<std::uint64_t>(run_flags.threads()));
  if (!certificate.empty()) require_proving_method(method);
  const ReadSettings settings = reading.settings(specs);
  if (!single().empty()) require_one_instance();
  const bool printing = json != "-" && solution != "-" && certificate != "-" && html != "-";
  const Look look = look_of_output();
  LineOutput lines(json);
  SolvedTable rows;
  std::string page;  // of the latest instance, held back until it is known to be the only one
  Answer answer;
  bool failed = false;  // a real machine, when it had answered in part
  const auto take = [&](const Instance& instance, double seconds_read) {
    // From here on there is an answer to tell. While the first input is awaited, Ctrl-C just ends.
    if (watch_for_interrupts() && rows.size() > 0) return;  // the answers so far are the answer
    if (!single().empty() && rows.size() > 0) throw several_instances(single());
    if (!html.empty()) require_answer_page(instance);
    Solved solved = solve_one(instance, seconds_read);
    if (const std::optional<MachineError>& failure = solved.result.outcome.failure) {
      note(fmt::format("spinsack solve: {}; earlier answers are kept", failure->what()));
      failed = true;
    }
    answer.line = result_json(instance, solved.result, seconds_read);
    if (single().empty()) {
      lines.line(answer.line);
    } else {
      if (!solution.empty()) answer.items = solution_text(solved);
      if (!html.empty()) answer.html = answer_html(solved);
      if (!certificate.empty()) answer.reason = reason_without_certificate(instance, solved.result);
      answer.proof = std::exchange(solved.result.outcome.certificate, {});
      answer.line_alone = result_json(instance, solved.result, seconds_read);
    }
    rows.add(solved);
    if (!printing) return;
    page = solved_page(solved, look);
    if (!quiet) {
      const std::string curve = incumbent_curve(instance, solved.result.outcome, look);
      if (!curve.empty()) page += "\n" + curve;
      if (const std::string bar = solved_bar(solved, look); !bar.empty()) page += "\n" + bar;
    }
    if (verbose) print((rows.size() > 1 ? "\n" : "") + page);
  };
  const auto tell = [&] {
    if (!printing || rows.size() == 0) return;
    if (rows.size() > 1)
      print((verbose ? "\n" : "") + rows.text());
    else if (!verbose)
      print(page);
  };
  try {
    for (const std::string& spec : specs) for_each_instance(spec, settings, take);
  } catch (...) {
    tell();  // one bad file does not take away what was found before it
    lines.close();
    throw;
  }
  if (!single().empty()) {
    try {
      write_files_of(answer);
    } catch (...) {
      lines.line(answer.line_alone);  // nor does a full disk
      lines.close();
      tell();
      throw;
    }
    lines.line(answer.line);
  }
  lines.close();
  tell();
  if (certificate.empty() || !answer.proof.empty()) return failed ? bad_input : success;
  note(fmt::format("spinsack solve: --certificate {}: nothing written: {}", certificate,
                   answer.reason));
  return unproven;
}

constexpr std::array<Example, 6> solve_examples{{
    {"spinsack solve large:1000_75_5", "find the best answer"},
    {"spinsack solve 'medium:100_25_*' -t 0.1 --json results.json",
     "solve several, with a time limit each, and keep the results"},
    {"spinsack solve medium:100_25_1 -m sa --schedule paper --sweeps 1e4 --lambda 2^-6..2^7",
     "the paper's method: QUBO, annealing, repair, improvement"},
    {"spinsack solve medium:100_25_1 -m sb --encoding lagrange --post repair+fill",
     "another machine, another encoding, other steps"},
    {"spinsack solve medium:100_25_1 -q --solution items.txt && spinsack verify medium:100_25_1 "
     "items.txt",
     "keep the items, and check them"},
    {"spinsack solve medium:100_25_1 -q --html answer.html", "write a page about the answer"},
}};

constexpr std::string_view about_solve = R"(
Finds the items that earn most without exceeding the capacity, and an upper bound on what any choice
can earn. If the two are equal, the solution is called optimal.

Without flags the method is auto, and the search ends when more work brings nothing better. That
rule counts work, not time, so the same command gives the same answer everywhere. With a time limit
the search uses all of it; the limit covers search and bound, but not reading the instance.

The methods from machine on are simulated Ising machines. The instance becomes a QUBO, the machine
samples it, and every sample is made feasible and improved. Other problems ('spinsack list
problems') have methods of their own, and can use all machines and mip.

--certificate (methods auto and exact) keeps the proof. If there is none at the end, no file is
written, a message says why, and the exit code is 3.

Ctrl-C ends the search, not the program: the best solution so far is reported and written as usual.
A second Ctrl-C ends the program at once.
)";

}  // namespace

extern const Command solve_command;
const Command solve_command{"solve", "find the best solution of an instance, with an upper bound",
                            about_solve, solve_examples, declare<Solve>};

}  // namespace spinsack::cli

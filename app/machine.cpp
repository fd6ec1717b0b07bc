// SPDX-License-Identifier: Apache-2.0
// spinsack machine: real machines, what they are and whether they can be trusted.
#include "command.hpp"
#include "core/catalog.hpp"
#include "core/error.hpp"
#include "core/json_text.hpp"
#include "core/text_reader.hpp"
#include "machine/check.hpp"
#include "machine/description.hpp"
#include "machine_flags.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/output.hpp"
#include "terminal/seconds_text.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {
namespace {

struct MachineCommand;
struct MachineAction {
  std::string_view name;
  std::string_view help;
  int (*run)(const MachineCommand& command);
};
std::span<const MachineAction> machine_actions();

struct MachineCommand {
  std::string action;
  std::string name;
  std::string seconds = "1";
  std::string options;
  bool spend = false;
  bool json = false;
  MachineFlags machines;

  void declare(Flags& flags) {
    flags.argument(action, catalog_value("ACTION", machine_actions()), "what to do");
    flags.optional_argument(name, {"NAME"}, "a machine: describe and check need one");
    flags.group("Machines");
    machines.declare(flags);
    machines.declare_log(flags);
    flags.group("Check");
    flags.value("-t,--time-limit", seconds, {"SECONDS"},
                "time limit of each question, fitted to the machine's range (check)");
    flags.value("--options", options, {"NAME=VALUE,.."}, "the machine's own parameters (check)");
    flags.toggle("--spend", spend, "also try what may cost more: the largest model (check)");
    flags.group("Output");
    flags.toggle("--json", json, "JSON on standard output");
  }

  int run() const {
    machines.apply();
    return find_entry(machine_actions(), "action", action).run(*this);
  }

  MachineDescription described() const {
    if (name.empty()) throw UsageError(fmt::format("{}: NAME is missing: which machine", action));
    return describe_machine(name);
  }
};

std::string way_of(const MachineDescription& machine) {
  return fmt::format("{} {}", machine.persistent() ? "worker" : "command",
                     fmt::join(machine.persistent() ? machine.worker : machine.command, " "));
}

std::string names_of_variables(const MachineDescription& machine) {
  std::vector<std::string> names;
  for (const VariableName& each : machine.environment)
    names.push_back(each.name + (each.optional ? "?" : ""));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string description_json(const MachineDescription& machine) {
  std::vector<std::string> words;
  for (const std::string& word : machine.persistent() ? machine.worker : machine.command)
    words.push_back(json_string(word));
  std::vector<std::string> variables;
  for (const VariableName& each : machine.environment) variables.push_back(json_string(each.name));
  JsonObject object;
  object.text("name", machine.name).text("about", machine.about).text("place", machine.place);
  object.add(machine.persistent() ? "worker" : "command", json_array(words));
  object.add("env", json_array(variables)).add("options", json_parameters(machine.options).line());
  if (machine.most_requests) object.integer("most_requests", *machine.most_requests);
  if (machine.most_seconds) object.real("most_seconds", *machine.most_seconds);
  return object.line();
}

int list_machines(const MachineCommand& command) {
  if (!command.name.empty())
    throw UsageError(
        fmt::format("list: unexpected {}; `describe` takes a name", quote(command.name)));
  const std::vector<MachineDescription> all = described_machines();
  std::string text;
  if (command.json) {
    for (const MachineDescription& machine : all) text += description_json(machine) + '\n';
  } else {
    for (const MachineDescription& machine : all)
      text +=
          definition(machine.name,
                     fmt::format("{}{}{} ({})", machine.about, machine.about.empty() ? "" : "; ",
                                 way_of(machine), machine.place),
                     20);
    const std::vector<std::string> files = machine_files();
    if (all.empty())
      text = fmt::format("no machine is described{}; `spinsack help machine` shows how\n",
                         files.empty() ? "" : fmt::format(" in {}", fmt::join(files, ", ")));
  }
  print(text);
  return success;
}

int describe(const MachineCommand& command) {
  const MachineDescription machine = command.described();
  MachineLink link(machine, {});
  const Hello hello = link.hello();
  if (command.json) {
    print(JsonObject()
              .add("description", description_json(machine))
              .add("hello", hello.facts)
              .line() +
          '\n');
    return success;
  }
  std::vector<std::vector<std::string>> rows;
  if (!machine.about.empty()) rows.push_back({"machine", machine.about});
  const std::vector<std::vector<std::string>> facts{
      {"described", machine.place},
      {"runs", way_of(machine)},
      {"says", fmt::format("{} {}", hello.name, hello.version)},
      {"formats", fmt::format("{}", fmt::join(hello.formats, ", "))},
      {"answers", std::string(name_of(hello.answers))}};
  rows.insert(rows.end(), facts.begin(), facts.end());
  const auto limit = [&](const char* what, const std::optional<std::int64_t>& most) {
    if (most) rows.push_back({what, fmt::format("at most {}", *most)});
  };
  limit("variables", hello.limits.variables);
  limit("couplings", hello.limits.couplings);
  if (hello.limits.longest)
    rows.push_back({"time limit", fmt::format("{}..{} s", hello.limits.shortest.value_or(0),
                                              *hello.limits.longest)});
  if (!machine.environment.empty()) rows.push_back({"sees", names_of_variables(machine)});
  if (!hello.billing.empty()) rows.push_back({"billing", hello.billing});
  std::string text = fmt::format("{}\n{}", machine.name, table(rows, {}, 2));
  for (const MachineParameter& each : hello.parameters)
    text += definition(fmt::format("  {}", each.name),
                       each.meaning + (each.default_value.empty() ? "" : "; default ") +
                           each.default_value + (each.range.empty() ? "" : "; range ") + each.range,
                       20);
  print(text);
  return success;
}

constexpr std::array<std::string_view, 3> result_words{"ok", "FAILED", "skipped"};

std::string_view word_of(CheckPoint::Result result) {
  return result_words[static_cast<std::size_t>(result)];
}

std::string check_json(const MachineCheck& check) {
  std::vector<std::string> points;
  for (const CheckPoint& point : check.points)
    points.push_back(JsonObject()
                         .text("point", point.name)
                         .text("result", point.result == CheckPoint::Result::failed
                                             ? "failed"
                                             : word_of(point.result))
                         .text("text", point.text)
                         .line());
  JsonObject clock;
  for (const RequestClockPart& part : request_clock_parts)
    if (const auto& seconds = check.clock.*part.member) clock.real(part.name, *seconds);
  JsonObject object;
  object.text("machine", check.machine)
      .boolean("passed", check.passed())
      .integer("requests", check.requests)
      .add("clock", clock.line())
      .add("points", json_array(points));
  if (!check.facts.empty()) object.add("hello", check.facts);
  return object.line();
}

int check(const MachineCommand& command) {
  MachineCheckRequest request;
  request.seconds = params::parse_real("time-limit", command.seconds, 0, 1e6);
  request.spend = command.spend;
  request.options = parse_options("--options", command.options);
  request.interrupted = &watch_for_interrupts();
  if (!command.json)
    request.progress = [](const CheckPoint& point) {
      print(definition(fmt::format("{:<8}{}", word_of(point.result), point.name), point.text, 26));
    };
  const MachineDescription machine = command.described();
  // A program has no queue: one that takes this much longer than its limit does not end.
  if (!machine.persistent()) request.trying.patience = 30;
  const MachineCheck done = check_machine(machine, request);
  if (command.json)
    print(check_json(done) + '\n');
  else
    print(fmt::format(
        "{}: {}; {} requests, {} in total{}{}\n", done.machine,
        done.passed() ? "all is well" : "it does not pass", done.requests,
        seconds_text(done.clock.total.value_or(0)),
        done.clock.machine ? fmt::format(", machine {}", seconds_text(*done.clock.machine)) : "",
        done.clock.billed ? fmt::format(", billed {}", seconds_text(*done.clock.billed)) : ""));
  return done.passed() ? success : failure;
}

constexpr std::array<MachineAction, 3> all_machine_actions{{
    {"list", "show all machines that are described, without starting them", list_machines},
    {"describe", "show what a machine says about itself", describe},
    {"check", "test that a machine reads models correctly and does what it says", check},
}};
std::span<const MachineAction> machine_actions() { return all_machine_actions; }

constexpr std::array<Example, 4> machine_examples{{
    {R"(printf '[me]\ncommand = ["spinsack", "sample", "{model}", "--csv", "-"]\n' > machines.toml)",
     "describe a program as a machine, here spinsack itself"},
    {"spinsack machine list --machines machines.toml", "show all descriptions"},
    {"spinsack machine check me --machines machines.toml",
     "ask a dozen small questions, and name what it misreads"},
    {"spinsack sample gset:G11 -m external --machine me --machines machines.toml --reads 2",
     "sample a model with it"},
}};

constexpr std::string_view about_machine = R"(
Real machines, and other programs that sample models, are used through the sampler 'external'. A
machine is a table in TOML: [NAME], then keys. Descriptions are read from machines.toml in
~/.config/spinsack (or $XDG_CONFIG_HOME), from the file that $SPINSACK_MACHINES names, and from the
file of --machines; later ones win.

A machine has either a 'worker' or a 'command'. A worker is a program that keeps running and answers
questions, one line of JSON each (docs/machines.md has the protocol; spinsack comes with workers). A
command is started for each request, with {model}, {reads}, {seed} and {time_limit} filled into its
arguments; 'format' is the format of {model}, and 'output' says how to read the answer: samples, mqlib
or qbsolv. 'options' of a worker and 'parameters' of a command are the machine's own, with their
defaults; --options changes them. 'budget' limits the requests and machine-seconds of a study.

Secrets stay in the environment: 'env' lists the variables that a worker may see, with a '?' after
those that may be missing. Their values are removed from everything that it prints.

The action check sends small models with known answers. One of them, the probe, shows whether a
machine counts pairs twice, loses the constant, maximises, or takes bits for spins. The exit code is
2 if a check fails.
)";

}  // namespace

extern const Command machine_command;
const Command machine_command{"machine", "real machines: list, describe and check them",
                              about_machine, machine_examples, declare<MachineCommand>};

}  // namespace spinsack::cli

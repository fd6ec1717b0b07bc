// SPDX-License-Identifier: Apache-2.0
#include "machine/command_machine.hpp"

#include "core/catalog.hpp"
#include "core/json_text.hpp"
#include "core/run_process.hpp"
#include "core/stopwatch.hpp"
#include "machine/command_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace spinsack {
namespace {

const CommandOutput& output_of(const MachineDescription& machine) {
  return find_entry(command_outputs(), "output", machine.output);
}

bool has_place(const MachineDescription& machine, std::string_view place) {
  const std::string marked = fmt::format("{{{}}}", place);
  return std::ranges::any_of(machine.command, [&](const std::string& word) {
    return word.find(marked) != std::string::npos;
  });
}

// What stands at every place of the command.
ParameterValues fillings(const MachineDescription& machine, const MachineQuestion& question,
                         const std::string& output) {
  ParameterValues values = question.options;
  for (const auto& [name, value] : values)
    if (!machine.options.contains(name))
      throw MachineError(MachineFault::parameter,
                         fmt::format("expected options among 'parameters' of {}, found '{}'",
                                     machine.place, name));
  values["model"] = question.model.path;
  values["output"] = output;
  values["reads"] = std::to_string(question.reads);
  const std::int64_t seed = request_seed(question.seed, question.first_read);
  values["seed"] = std::to_string(seed);
  values["seed16"] = std::to_string(seed & 0xffff);  // for programs that take no larger ones
  const auto needed = [&](std::string_view place, const std::optional<double>& value,
                          std::string_view flag) {
    if (value) values[std::string(place)] = params::to_text(*value);
    if (!value && has_place(machine, place))
      throw MachineError(MachineFault::parameter,
                         fmt::format("its command has {{{}}}: give {}", place, flag));
  };
  needed("time_limit", question.time_limit, "a time limit");
  needed("target", question.target, "a target");
  return values;
}

std::vector<std::string> filled(const std::vector<std::string>& command,
                                const ParameterValues& values) {
  std::vector<std::string> words;
  for (const std::string& word : command) {
    std::string& result = words.emplace_back();
    for (std::size_t place = 0; place < word.size();) {
      const std::size_t end = word[place] == '{' ? word.find('}', place) : std::string::npos;
      const auto value =
          end == std::string::npos
              ? values.end()
              : values.find(std::string_view(word).substr(place + 1, end - place - 1));
      if (value == values.end()) {
        result += word[place++];
      } else {
        result += value->second;
        place = end + 1;
      }
    }
  }
  return words;
}

WorkerFault fault_of(MachineFault kind, std::string message) {
  return {.fault = kind, .message = std::move(message), .retry = false};
}

}  // namespace

Hello hello_of_command(const MachineDescription& machine) {
  constexpr std::int64_t many = 100'000'000;
  Hello hello;
  hello.name = machine.command.front();
  hello.formats = {machine.format};
  hello.spin = true;
  hello.answers = machine.answers.value_or(output_of(machine).answers);
  hello.limits.reads_per_request = has_place(machine, "reads") ? many : 1;
  hello.limits.concurrent = 1024;
  hello.seed = has_place(machine, "seed") || has_place(machine, "seed16");
  hello.target = has_place(machine, "target");
  hello.cancel = true;
  for (const auto& [name, value] : machine.options)
    hello.parameters.push_back({name, "text", value, "", "a place of the command"});
  hello.facts = JsonObject()
                    .text("name", hello.name)
                    .text("answers", name_of(hello.answers))
                    .text("format", machine.format)
                    .text("output", machine.output)
                    .line();
  return hello;
}

Worker::Outcome run_command(const MachineDescription& machine, const MachineQuestion& question,
                            const std::string& folder, const Worker::Waiting& waiting) {
  const WorkerEnvironment environment = worker_environment(machine);
  const Redactor redactor(environment.secrets);
  const std::string output =
      fmt::format("{}/output-{}-{}", folder, question.first_read, question.reads);
  std::error_code ignored;
  std::filesystem::remove(output, ignored);  // of an earlier attempt
  const Stopwatch watch;
  ProcessResult result;
  try {
    result = run_process(
        {.command = findable_command(filled(machine.command, fillings(machine, question, output))),
         .directory = folder,
         .environment = environment.variables,
         .only_environment = true},
        {},
        {.time = std::chrono::milliseconds(
             static_cast<std::int64_t>(std::min(1e9, waiting.deadline.count()) * 1e3)),
         .grace = std::chrono::milliseconds(1000),
         .give_up = waiting.give_up});
  } catch (const FileError& error) {
    return fault_of(MachineFault::parameter, redactor.text(error.what()));
  }
  const double seconds = watch.seconds();
  WorkerLog log(redactor, {});
  log.take(result.errors);
  if (result.given_up) return fault_of(MachineFault::cancelled, "cancelled");
  if (result.timed_out) return fault_of(MachineFault::timeout, "no answer in time");
  if (!result.end.success()) {
    const std::string words = log.last_words();
    return fault_of(MachineFault::machine,
                    result.end.text() + (words.empty() ? "" : "; it said: " + words));
  }
  try {
    InputFile file{machine.command.front(), std::move(result.output)};
    if (has_place(machine, "output")) file = read_file(output);
    CommandAnswer answer;
    try {
      answer = output_of(machine).read(file);
    } catch (const InputError&) {
      // A message quotes the beginning of what it found, and half a secret would not be known for one.
      file.text = redactor.text(std::move(file.text));
      answer = output_of(machine).read(file);
    }
    MachineAnswer told{.rows = std::move(answer.rows),
                       .found_at = std::move(answer.found_at),
                       .improvements = std::move(answer.improvements)};
    // Without a better word, the machine is what ran.
    told.times.machine = answer.machine_seconds.value_or(seconds);
    return told;
  } catch (const Error& error) {
    return fault_of(MachineFault::protocol, redactor.text(error.what()));
  }
}

}  // namespace spinsack

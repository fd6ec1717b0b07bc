// SPDX-License-Identifier: Apache-2.0
// How a machine is reached: what machines.toml says of it. Nothing in such a file is secret.
//
//   [ae]
//   about   = "Fixstars Amplify AE, free plan"
//   worker  = ["spinsack-machine-amplify"]        # stays, and speaks the worker protocol
//   env     = ["AMPLIFY_TOKEN", "HTTPS_PROXY?"]   # variables it may see; ? = may be missing
//   options = { num_gpus = 1 }
//   budget  = { requests = 2000, machine-seconds = 3600 }
//
//   [mqlib]
//   command = ["MQLib", "-fQ", "{model}", "-h", "{heuristic}", "-r", "{time_limit}", "-s", "{seed16}", "-ps"]
//   format  = "mqlib"                             # what {model} is written as
//   output  = "mqlib"                             # what it answers: samples, mqlib or qbsolv
//   parameters = { heuristic = "BURER2002" }
#pragma once

#include "core/file.hpp"
#include "core/params.hpp"
#include "machine/answers.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

struct VariableName {
  std::string name;
  bool optional = false;
  friend bool operator==(const VariableName&, const VariableName&) = default;
};

struct MachineDescription {
  std::string name;
  std::string place;  // file and line, for messages
  std::string about;
  std::vector<std::string> worker;      // one of these two is there
  std::vector<std::string> command;     // for one request, with places such as {model}
  std::string format = "bqm";           // of a command's model
  std::string output = "samples";       // of a command
  std::optional<Answers> answers = {};  // of a command; else what its output suggests
  std::vector<VariableName> environment;
  ParameterValues options;  // of the machine itself, or places of the command, with their defaults
  std::optional<std::int64_t> most_requests = {};  // the budget
  std::optional<double> most_seconds = {};
  // Values that stand for those of the environment: the conformance suite tries a wrong secret. No file sets them.
  std::map<std::string, std::string> replaced = {};

  bool persistent() const { return !worker.empty(); }
  friend bool operator==(const MachineDescription&, const MachineDescription&) = default;
};

// Places of a command that every request fills; the others are its parameters.
[[nodiscard]] bool is_request_place(std::string_view name);

// InputError with the place of what is wrong, a secret among it.
[[nodiscard]] std::vector<MachineDescription> read_machines(const InputFile& file);

// Whether a word looks as if a secret stood behind it: token, password, api_key.
[[nodiscard]] bool looks_secret(std::string_view key);

// Texts "k=v,k=v" by name, or UsageError. what names the parameter, "--options" for one.
[[nodiscard]] ParameterValues parse_options(std::string_view what, std::string_view text);

// Where this process looks for descriptions, later ones win: machines.toml in the folder of settings
// ($XDG_CONFIG_HOME/spinsack, ~/.config/spinsack), the file that $SPINSACK_MACHINES names, and the file that
// use_machines() was given.
void use_machines(const std::string& path);
[[nodiscard]] std::vector<std::string> machine_files();

// All of them by name; a file that must be there and is not throws FileError.
[[nodiscard]] std::vector<MachineDescription> described_machines();
// UsageError with the nearest name, or with how to describe a machine.
[[nodiscard]] MachineDescription describe_machine(std::string_view name);

}  // namespace spinsack

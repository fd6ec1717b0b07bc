// SPDX-License-Identifier: Apache-2.0
#include "core/error.hpp"
#include "core/nearest.hpp"
#include "machine/description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <mutex>

namespace spinsack {
namespace {

// What use_machines() was told: a setting of the whole process, as the choice of instruction sets is.
struct ChosenFile {
  std::mutex mutex;
  std::string path;
};
ChosenFile& chosen_file() {
  static ChosenFile chosen;
  return chosen;
}

std::string variable(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): only read
  return value == nullptr ? "" : value;
}

// The file of the user's settings; empty without a home.
std::string settings_file() {
  std::filesystem::path folder = variable("XDG_CONFIG_HOME");
  if (!folder.is_absolute()) {  // the standard says that relative ones do not count
    const std::string home = variable("HOME");
    if (home.empty()) return {};
    folder = std::filesystem::path(home) / ".config";
  }
  return (folder / "spinsack" / "machines.toml").string();
}

}  // namespace

void use_machines(const std::string& path) {
  const std::scoped_lock lock(chosen_file().mutex);
  chosen_file().path = path;
}

std::vector<std::string> machine_files() {
  std::vector<std::string> files;
  std::error_code ignored;
  if (std::string mine = settings_file(); !mine.empty() && std::filesystem::exists(mine, ignored))
    files.push_back(std::move(mine));
  if (std::string named = variable("SPINSACK_MACHINES"); !named.empty())
    files.push_back(std::move(named));
  const std::scoped_lock lock(chosen_file().mutex);
  if (!chosen_file().path.empty()) files.push_back(chosen_file().path);
  return files;
}

std::vector<MachineDescription> described_machines() {
  std::vector<MachineDescription> all;
  for (const std::string& path : machine_files())
    for (MachineDescription& machine : read_machines(read_file(path))) {
      std::erase_if(all, [&](const MachineDescription& m) { return m.name == machine.name; });
      all.push_back(std::move(machine));
    }
  std::ranges::sort(all, {}, &MachineDescription::name);
  return all;
}

MachineDescription describe_machine(std::string_view name) {
  const std::vector<MachineDescription> all = described_machines();
  for (const MachineDescription& machine : all)
    if (machine.name == name) return machine;
  std::vector<std::string_view> names;
  for (const MachineDescription& machine : all) names.push_back(machine.name);
  if (!names.empty()) throw UsageError(unknown_word("machine", name, names));
  const std::vector<std::string> files = machine_files();
  const std::string settings = settings_file();
  throw UsageError(fmt::format(
      "unknown machine '{}': no machine is described{}. Describe it in {}, in a file that "
      "--machines or the variable SPINSACK_MACHINES names; `spinsack help machine` shows how",
      name, files.empty() ? "" : fmt::format(" in {}", fmt::join(files, ", ")),
      settings.empty() ? "~/.config/spinsack/machines.toml" : settings));
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// Workers of a few lines, made for one test. They are shell scripts, so that they run wherever the tests do.
#pragma once

#include "core/file.hpp"
#include "machine/machine_link.hpp"
#include "machine/machine_room.hpp"
#include "support/temporary_directory.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace spinsack::test {

// A worker whose hello is given and who answers every line from then on by the commands of `answer`, which see the
// number of the question as $id.
class ScriptedWorker {
 public:
  static constexpr std::string_view plain_hello =
      R"({"type":"hello","protocol":1,"name":"scripted","version":"1","formats":["bqm"],)"
      R"("answers":"independent","limits":{"reads_per_request":1}})";

  explicit ScriptedWorker(std::string_view answer, std::string_view hello = plain_hello)
      : ScriptedWorker(Whole{}, fmt::format(R"(#!/bin/sh
read line
cat <<'HELLO'
{}
HELLO
while read -r line; do
  case $line in *'"bye"'*) exit 0;; esac
  id=${{line#*'"id":'}}; id=${{id%%[!0-9]*}}
  {}
done
)",
                                            hello, answer)) {}

  struct Whole {};
  ScriptedWorker(Whole, std::string_view script) {
    const std::string path = folder_.file("worker.sh");
    write_file(path, [&](TextWriter& out) { out.text(script); });
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    machine_.name = "scripted";
    machine_.worker = {path};
    machine_.place = "machines.toml:1";
  }
  ~ScriptedWorker() { close_machine_room(); }
  ScriptedWorker(const ScriptedWorker&) = delete;
  ScriptedWorker& operator=(const ScriptedWorker&) = delete;

  MachineDescription& machine() { return machine_; }
  std::string file(const std::string& name) const { return folder_.file(name); }
  std::string content(const std::string& name) const { return read_file(file(name)).text; }

 private:
  TemporaryDirectory folder_;
  MachineDescription machine_;
};

// A file of descriptions for the time of a test.
class Described {
 public:
  Described(const std::string& name, const MachineDescription& machine) {
    folder_.write("machines.toml",
                  fmt::format("[{}]\nworker = [\"{}\"]\n", name, machine.worker.front()));
    use_machines(folder_.file("machines.toml"));
  }
  ~Described() { use_machines(""); }
  Described(const Described&) = delete;
  Described& operator=(const Described&) = delete;

 private:
  TemporaryDirectory folder_;
};

// Nobody waits for long here.
inline MachineTrying impatient() {
  using namespace std::chrono_literals;
  MachineTrying trying;
  trying.first_wait = 0.01;
  trying.worker.cancel = 50ms;
  trying.worker.bye = 2000ms;
  trying.worker.longest_line = 1 << 20;
  return trying;
}

}  // namespace spinsack::test

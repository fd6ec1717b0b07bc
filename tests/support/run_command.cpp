// SPDX-License-Identifier: Apache-2.0
#include "support/run_command.hpp"

#include "core/program_path.hpp"
#include "core/run_process.hpp"
#include "support/kept_json.hpp"
#include "support/places.hpp"

#include <chrono>
#include <cstdlib>
#include <ostream>
#include <stdexcept>
#include <utility>

namespace spinsack::test {
std::ostream& operator<<(std::ostream& stream, const RunResult& result) {
  return stream << "exit code " << result.exit_code << (result.timed_out ? " (timed out)" : "")
                << "\n--- out\n"
                << result.out << "--- err\n"
                << result.err << "---\n";
}

RunResult run(const RunRequest& request) {
  ProcessRequest process{.command = request.command,
                         .directory = request.directory.string(),
                         .environment = request.environment,
                         .input = Stream::pipe};
  process.environment.emplace("LC_ALL", "C");
  const std::chrono::duration<double> time(request.seconds);
  ProcessResult ended =
      run_process(process, request.input,
                  {.time = std::chrono::duration_cast<std::chrono::milliseconds>(time)});
  const ProcessEnd& end = ended.end;
  if (end.lost) throw std::runtime_error("SIGCHLD is ignored");
  RunResult result{.exit_code = end.signal != 0 ? 128 + end.signal : end.exit_code,
                   .timed_out = ended.timed_out,
                   .out = std::move(ended.output),
                   .err = std::move(ended.errors)};
  keep_json(request, result);
  return result;
}

RunResult spinsack_run(std::vector<std::string> arguments, std::string input,
                       const std::filesystem::path& directory) {
  arguments.insert(arguments.begin(), test::spinsack_command());
  return run({.command = std::move(arguments), .input = std::move(input), .directory = directory});
}

RunResult shell_run(const std::string& script, const std::filesystem::path& directory,
                    std::map<std::string, std::string> environment) {
  const char* const path = std::getenv("PATH");
  environment.emplace("PATH",
                      std::filesystem::path(test::spinsack_command()).parent_path().string() + ":" +
                          (path == nullptr ? "/usr/bin:/bin" : path));
  return run({.command = {"bash", "-c", script},
              .directory = directory,
              .environment = std::move(environment)});
}

bool has_program(const std::string& name) { return find_program(name).has_value(); }

}  // namespace spinsack::test

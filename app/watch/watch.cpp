// SPDX-License-Identifier: Apache-2.0
#include "watch/watch.hpp"

#include "core/error.hpp"
#include "core/params.hpp"
#include "record/record_files.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/output.hpp"
#include "watch/loopback_server.hpp"
#include "watch/study_watch.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

namespace spinsack::cli {

int parse_port(std::string_view text) {
  if (text == "auto") return 0;
  return static_cast<int>(params::parse_integer("port", text, 0, 65535));
}

void watch_study(const std::string& path, int port, const AnalysisClock& clock) {
  std::error_code unreadable;
  const bool exists = std::filesystem::exists(path, unreadable);
  if (exists && !std::filesystem::is_directory(path, unreadable))
    throw UsageError(fmt::format("watch: expected a directory, found the file {}", path));
  const Descriptor interrupt = interrupt_descriptor();  // before there are threads
  LoopbackServer server(port);
  StudyWatch watch(path, clock);
  if (!exists)
    note(fmt::format("{}: there is no such directory yet; the page waits for it", path));
  else if (study_folders(path).empty())
    note(fmt::format("{}: there is no study yet; the page waits for one", path));
  print(fmt::format("http://127.0.0.1:{}/\n", server.port()));
  server.serve([&](const HttpRequest& request) { return watch.answer(request); }, interrupt.get());
  // A look may be in the middle of a large study. It holds nothing that has to be put back, so nobody waits for it.
  std::quick_exit(EXIT_SUCCESS);
}

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
// The program: turns arguments into a command, and whatever goes wrong into one message and an exit
// code (0 done; 1 bad input or usage; 2 internal error or failed verification; 3 no proof).
#include "commands.hpp"
#include "core/error.hpp"
#include "terminal/output.hpp"

#include <fmt/format.h>

#include <array>
#include <csignal>
#include <exception>
#include <fcntl.h>
#include <new>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

using namespace spinsack;

// A program started with `>&-` would get its input file as descriptor 1 and write its results
// there. Each missing descriptor becomes /dev/null opened the wrong way round, where every use
// fails.
void fill_missing_descriptors() {
  constexpr std::array wrong_way{O_WRONLY, O_RDONLY, O_RDONLY};
  for (int fd = 0; fd < 3; ++fd)
    if (::fcntl(fd, F_GETFD) < 0)
      static_cast<void>(::open("/dev/null", wrong_way.at(static_cast<std::size_t>(fd))));
}

int report_usage(const std::vector<std::string>& arguments, const UsageError& error) {
  const std::string_view command = cli::command_of(arguments);
  const std::string_view gap = command.empty() ? "" : " ";
  cli::note(fmt::format("spinsack{}{}: {}", gap, command, error.what()));
  cli::note(fmt::format("see 'spinsack{}{} --help'", gap, command));
  return cli::bad_input;
}

// Messages about a file begin with its name, so that editors can jump to file:line:column.
int report(const Error& error) {
  // Whoever closed the pipe behind us has seen enough.
  if (std::string_view(error.what()).starts_with("standard output:") && cli::reader_is_gone())
    return cli::success;
  cli::note(error.what());
  return cli::bad_input;
}

}  // namespace

int main(int argc, char** argv) {
  fill_missing_descriptors();
  std::signal(SIGCHLD, SIG_DFL);  // ignored, as it may be here, it hides how other programs end
  // A closed pipe and a limit on the size of files are errors to clean up after, no sudden deaths.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  try {
    return cli::run_program(arguments);
  } catch (const UsageError& error) {
    return report_usage(arguments, error);
  } catch (const Error& error) {
    return report(error);
  } catch (const std::bad_alloc&) {
    cli::note("spinsack: not enough memory");
    return cli::bad_input;
  } catch (const std::exception& error) {
    cli::note(fmt::format("spinsack: internal error: {}", error.what()));
    return cli::failure;
  }
}

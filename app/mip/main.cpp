// SPDX-License-Identifier: Apache-2.0
// spinsack-mip: reads a task (solver/mip_exchange.hpp) from standard input, solves it by branch and cut with CBC,
// and reports on standard output. A program of its own: CBC brings BLAS, whose threads start with every process
// that is linked to it; and it can be ended at any moment, and takes its memory with it.
//
// Exit codes: 0 done, 1 the task is not understood, 2 anything else. It ends when nobody reads its reports.
#include "core/descriptor.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "mip/branch_and_cut.hpp"
#include "solver/mip_exchange.hpp"

#include <cerrno>
#include <cmath>
#include <exception>
#include <fcntl.h>
#include <iostream>
#include <new>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

using namespace spinsack;

// CBC prints where it likes, so standard output is ours alone: what others write there goes to standard error.
class Reports {
 public:
  Reports() : descriptor_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)) {
    if (descriptor_ < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
      throw FileError("spinsack-mip: expected standard output and standard error to be open");
  }

  void write(std::string_view text) const {
    if (!write_all(descriptor_, text)) ::_exit(2);  // nobody reads
  }

 private:
  int descriptor_;
};

void solve_standard_input() {
  const Reports reports;
  const InputFile task = read_file("-");
  const auto tell = [&](const MipReport& report) { reports.write(text_of(report)); };
  using Kind = MipReport::Kind;
  const BranchAndCutListener listener{
      .built = [&] { tell({.kind = Kind::built}); },
      .items =
          [&](const std::vector<Index>& items) { tell({.kind = Kind::items, .items = items}); },
      .bound =
          [&](double bound) {
            if (std::isfinite(bound)) tell({.kind = Kind::bound, .bound = bound});
          },
      .done =
          [&](std::int64_t nodes, std::int64_t iterations) {
            tell({.kind = Kind::work, .nodes = nodes, .iterations = iterations});
          }};
  if (is_program_task(task)) {
    branch_and_cut(read_program_task(task), listener);
  } else {
    const ReceivedMipTask received = read_mip_task(task);
    branch_and_cut(received.instance, received.task, listener);
  }
  tell({.kind = Kind::end});
}

}  // namespace

int main() {
  try {
    solve_standard_input();
    return 0;
  } catch (const Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  } catch (const std::bad_alloc&) {
    std::cerr << "not enough memory\n";
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
  } catch (...) {  // CBC throws what it likes
    std::cerr << "an exception of unknown kind\n";
  }
  return 2;
}

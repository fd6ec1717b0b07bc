// SPDX-License-Identifier: Apache-2.0
// The lines of the worker protocol, version 1 (docs/machines.md): one JSON object each, ours to write, the worker's to
// read. Members that a reader does not know are passed over; what is absent is unknown.
#pragma once

#include "core/params.hpp"
#include "core/quick_gzip.hpp"
#include "core/request_clock.hpp"
#include "core/types.hpp"
#include "machine/answers.hpp"
#include "machine/machine_error.hpp"
#include "machine/sample_rows.hpp"
#include "machine/secrets.hpp"
#include "qubo/quadratic_form.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace spinsack {

// --- what a machine says of itself ---------------------------------------------------------------

struct MachineLimits {
  std::optional<std::int64_t> variables = {};
  std::optional<std::int64_t> couplings = {};
  std::optional<std::int64_t> bytes = {};  // of the model
  std::int64_t reads_per_request = 1;
  std::optional<double> shortest = {};   // time limit, seconds
  std::optional<double> longest = {};    // the same
  std::optional<double> time_step = {};  // time limits are multiples of it
  int concurrent = 1;                    // open requests
};

struct Coefficients {
  enum class Kind { floating, integer, analogue };
  Kind kind = Kind::floating;
  int bits = 53;  // of the mantissa, of the integer with its sign, or of the range
};

struct MachineParameter {
  std::string name;
  std::string kind;
  std::string default_value;
  std::string range;
  std::string meaning;
};

struct Hello {
  std::string name;
  std::string version;
  std::vector<std::string> formats;  // the best first
  bool binary = true;                // kinds of variable
  bool spin = false;
  bool gzip = false;  // models may be packed
  Answers answers = Answers::best;
  MachineLimits limits;
  Coefficients coefficients;
  bool seed = false;
  bool target = false;
  bool warm_start = false;
  bool cancel = false;
  bool resume = false;
  bool capacity = false;  // models may have an inequality
  bool squares = false;   // squared penalties may stand beside the model
  std::string billing = "none";
  std::vector<MachineParameter> parameters;
  std::string facts;  // all of it as JSON, redacted
};

// InputError that says what is wrong with it.
[[nodiscard]] Hello read_hello(std::string_view line, const Redactor& redactor);
[[nodiscard]] std::string hello_line();

// --- questions -----------------------------------------------------------------------------------

struct ModelFile {
  std::string path;
  std::string format;
  bool gzip = false;
  // Of a packed body: where members can be added before its last brace, without unpacking it.
  std::optional<QuickGzip::Mark> splice = {};
  Vartype vartype = Vartype::binary;
  std::int64_t variables = 0;
  std::int64_t couplings = 0;
  double constant = 0;
  std::string sha256;  // of the file, unpacked
  std::int64_t bytes = 0;
  std::string squares;  // the file of squared penalties beside it; empty: there are none
};

struct MachineQuestion {
  ModelFile model;
  std::int64_t reads = 1;
  std::int64_t first_read = 0;
  std::optional<double> time_limit = {};  // seconds, for each read
  std::optional<double> target = {};
  std::uint64_t seed = 0;  // of all reads of the run
  BitView start = {};      // empty: none
  ParameterValues options = {};
  double deadline = 0;  // seconds from receipt
};

// settled: earlier questions whose job or answer is safe with us. Until it is told so, a worker keeps its own note of a job.
[[nodiscard]] std::string sample_line(std::int64_t id, const MachineQuestion& question,
                                      const std::vector<std::int64_t>& settled = {});
[[nodiscard]] std::string resume_line(std::int64_t id, std::string_view job, std::int64_t variables,
                                      const std::vector<std::int64_t>& settled = {});
[[nodiscard]] std::string cancel_line(std::int64_t id);
[[nodiscard]] std::string bye_line();

// A seed for one request, as machines take it: different for other reads, below 2^31.
[[nodiscard]] std::int64_t request_seed(std::uint64_t seed, std::int64_t first_read);

// --- answers -------------------------------------------------------------------------------------

struct WorkerStatus {
  std::string state;
  std::string job;
  bool accepted = false;
};

struct MachineAnswer {
  SampleRows rows;
  std::vector<std::optional<double>> found_at = {};  // seconds, one per row, or none
  // Seconds and energies of earlier improvements, where the machine tells of them without their samples.
  std::vector<std::pair<double, double>> improvements = {};
  RequestClock times = {};  // the parts that the machine told
  std::string job = {};
  std::string stopped_by = {};
  std::string facts = {};  // of the machine during this request, JSON
};

// The line in which a worker could have said it.
[[nodiscard]] std::string result_line(const MachineAnswer& answer);
// Whether a text is such a line, and not the name of a job.
[[nodiscard]] inline bool is_answer(std::string_view promise) {
  return promise.starts_with(R"({"type":"result",)");
}

struct WorkerFault {
  MachineFault fault = MachineFault::protocol;
  std::string message;
  bool retry = true;  // false: it says that it would fail again
  std::optional<double> retry_after = {};
  bool accepted = false;
  std::string job = {};
  std::optional<double> billed = {};
};

struct WorkerMessage {
  std::optional<std::int64_t> id;
  std::variant<std::monostate, WorkerStatus, MachineAnswer, WorkerFault>
      content;  // or a type unknown to us
};

// InputError that says what is wrong with it.
[[nodiscard]] WorkerMessage read_worker_message(std::string_view line, const Redactor& redactor);

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// Lines of workers from anywhere: understood or refused, without the secret that stands in some of them. An answer that
// is kept for later is read again the same.
#include "core/error.hpp"
#include "machine/messages.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

namespace {

using namespace spinsack;

constexpr std::string_view secret = "hunter2hunter2";

void insist(bool holds) {
  if (!holds) std::abort();
}

void check_without_secret(std::string_view text) {
  insist(text.find(secret) == std::string_view::npos);
}

void check_hello(std::string_view line, const Redactor& redactor) {
  const Hello hello = read_hello(line, redactor);
  insist(!hello.formats.empty() && (hello.binary || hello.spin));
  insist(hello.limits.reads_per_request >= 1 && hello.limits.concurrent >= 1);
  for (const std::string& text : {hello.name, hello.version, hello.billing, hello.facts})
    check_without_secret(text);
}

void check_answer(const MachineAnswer& answer) {
  const SampleRows& rows = answer.rows;
  insist(rows.rows() > 0 && rows.bits.size() == rows.rows() * at(rows.variables));
  insist(rows.energies.empty() || rows.energies.size() == rows.rows());
  insist(answer.found_at.empty() || answer.found_at.size() == rows.rows());
  for (const std::string& text : {answer.job, answer.stopped_by, answer.facts})
    check_without_secret(text);
  const std::string line = result_line(answer);
  const WorkerMessage again = read_worker_message(line, Redactor());
  const auto* const kept = std::get_if<MachineAnswer>(&again.content);
  insist(is_answer(line) && kept != nullptr && result_line(*kept) == line);
  insist(kept->rows.bits == rows.bits && kept->rows.occurrences == rows.occurrences);
}

void check_message(std::string_view line, const Redactor& redactor) {
  const WorkerMessage message = read_worker_message(line, redactor);
  if (const auto* const status = std::get_if<WorkerStatus>(&message.content)) {
    check_without_secret(status->state);
    check_without_secret(status->job);
  } else if (const auto* const fault = std::get_if<WorkerFault>(&message.content)) {
    insist(!fault->message.empty());
    check_without_secret(fault->message);
    check_without_secret(fault->job);
  } else if (const auto* const answer = std::get_if<MachineAnswer>(&message.content)) {
    check_answer(*answer);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Redactor redactor({std::string(secret)});
  const std::string line(data, data + size);
  for (const auto check_one : {check_hello, check_message}) {
    try {
      check_one(line, redactor);
    } catch (const Error&) {
      continue;
    }
  }
  return 0;
}

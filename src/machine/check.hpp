// SPDX-License-Identifier: Apache-2.0
// Whether a machine does what the protocol says and reads models as they are meant: the conformance suite, for users
// and for the tests of every worker. It asks small questions, each with a point of its own.
#pragma once

#include "machine/machine_link.hpp"
#include "machine/reading.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace spinsack {

struct CheckPoint {
  enum class Result { passed, failed, skipped };
  std::string name;  // "probe"
  Result result = Result::passed;
  std::string text;  // what was found, or why it was skipped
};

struct MachineCheckRequest {
  double seconds = 1;  // time limit of a question, where the machine wants one
  bool spend = false;  // also what costs more: a model at the limit of size
  MachineTrying trying = {};
  ParameterValues options = {};  // on top of those of the description
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(const CheckPoint&)> progress = {};
};

struct MachineCheck {
  std::string machine;
  std::string facts;  // the hello, JSON; empty if there was none
  std::vector<CheckPoint> points;
  std::int64_t requests = 0;
  RequestClock clock;  // of all of them

  [[nodiscard]] bool passed() const;
};

[[nodiscard]] MachineCheck check_machine(const MachineDescription& machine,
                                         const MachineCheckRequest& request);

// Four variables, chosen so that the right answer fits no other reading, and of all 96 readings 88 are told apart by
// what they answer.
[[nodiscard]] QuadraticForm probe_form();

struct ProbeAnswer {
  double energy = 0;
  Bits bits;
};
// What a machine with this reading answers.
[[nodiscard]] ProbeAnswer probe_answer(const Reading& reading, const QuadraticForm& form);
// The reading with the fewest mistakes that gives this answer, if any does. Without an energy, by the bits alone.
[[nodiscard]] std::optional<Reading> reading_of(const QuadraticForm& form, BitView bits,
                                                std::optional<double> energy, bool lacks_constant);

}  // namespace spinsack

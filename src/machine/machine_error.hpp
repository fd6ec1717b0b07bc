// SPDX-License-Identifier: Apache-2.0
// Why a machine gave no answer, in the words of the worker protocol (docs/machines.md).
#pragma once

#include "core/error.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace spinsack {

enum class MachineFault {
  auth,       // token missing, wrong, expired: no request to this machine can succeed
  quota,      // the allowance is used up: this machine has no more answers
  budget,     // our own limit on what may be spent: the same
  busy,       // queue full
  network,    // no connection, a broken answer, a worker that died
  timeout,    // the deadline passed
  size,       // the model does not fit
  precision,  // its coefficients do not
  parameter,  // an option is unknown or out of range: a mistake of the user
  machine,    // the machine failed
  protocol,   // the worker's own fault
  cancelled,  // because we asked for it
};

[[nodiscard]] std::string_view name_of(MachineFault fault);
[[nodiscard]] std::optional<MachineFault> machine_fault_of(std::string_view name);

// The message names the machine and has no secret in it.
class MachineError : public Error {
 public:
  MachineError(MachineFault fault, const std::string& message) : Error(message), fault_(fault) {}
  MachineFault fault() const { return fault_; }

  // Whether other requests to the same machine need not be tried: each would end the same way.
  bool ends_machine() const {
    return fault_ == MachineFault::auth || fault_ == MachineFault::quota ||
           fault_ == MachineFault::budget || fault_ == MachineFault::parameter;
  }

 private:
  MachineFault fault_;
};

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "problem/program01/program_state.hpp"
#include "program/program.hpp"

#include <memory>
#include <mutex>
#include <utility>

namespace spinsack {

// What an instance stands for: the program, and by column when first asked for.
class HeldProgram {
 public:
  explicit HeldProgram(Program program) : program_(std::move(program)) {}

  const Program& program() const { return program_; }
  const ProgramTables& tables() const {
    std::call_once(once_, [&] { tables_ = std::make_unique<const ProgramTables>(program_); });
    return *tables_;
  }

 private:
  Program program_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<const ProgramTables> tables_;
};

}  // namespace spinsack

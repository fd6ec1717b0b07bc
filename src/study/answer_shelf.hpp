// SPDX-License-Identifier: Apache-2.0
// Answers of machines that keep none themselves, in answers-CELL.jsonl of the study, until the record of their cell is
// written: whatever ends the program, what was paid for is there.
#pragma once

#include "machine/account.hpp"

#include <optional>
#include <string>

namespace spinsack {

class AnswerShelf {
 public:
  explicit AnswerShelf(std::string folder) : folder_(std::move(folder)) {}

  // On the disk when this returns. answer is a line of the protocol.
  void keep(const std::string& cell, const PlannedRequest& request, const std::string& answer);
  // The answer whose first read is that of the request.
  [[nodiscard]] std::optional<std::string> find(const std::string& cell,
                                                const PlannedRequest& request) const;
  // The cell has its record.
  void clear(const std::string& cell);

 private:
  [[nodiscard]] std::string file_of(const std::string& cell) const;

  std::string folder_;
};

}  // namespace spinsack

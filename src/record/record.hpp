// SPDX-License-Identifier: Apache-2.0
// What a study keeps of each piece of its work: one record per cell, one line of JSON per record. A record
// says everything that is needed to do the cell again, and ends with a checksum, so that a line that was
// torn or damaged is told from a good one. docs/formats-records.md describes the fields.
#pragma once

#include "core/params.hpp"
#include "core/request_clock.hpp"
#include "core/types.hpp"
#include "core/work.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack {

// The program and the machine that did the work.
struct Environment {
  std::string version;
  std::string revision;
  std::string compiler;
  std::string processor;
  std::string simd;          // widest instruction set in use
  std::string machine = {};  // what a real machine said of itself, a JSON object; empty for our own

  friend bool operator==(const Environment&, const Environment&) = default;
};
[[nodiscard]] Environment this_environment();  // as it is now

// The problem that records of the first schema are of, which do not say so.
inline constexpr std::string_view first_problem = "qkp";

struct InstanceRecord {
  std::string name;
  std::string sha256;
  Index n = 0;
  // Of knapsacks:
  double density = 0;    // share of non-zero pairs; the nominal one for published instances
  double tightness = 0;  // C / sum of weights
  Weight capacity = 0;
  std::optional<Profit> best_known = {};
  std::string problem = std::string(first_problem);
  // Of other problems: names and numbers as JSON, n first, then the one that tables group by.
  std::vector<std::pair<std::string, std::string>> facts = {};

  bool is_knapsack() const { return problem == first_problem; }

  friend bool operator==(const InstanceRecord&, const InstanceRecord&) = default;
};

// What one variant of post-processing made of a raw answer. A method that is no machine has one variant,
// called by its label.
struct VariantRecord {
  std::string name;
  Profit value = 0;   // recomputed from the bits
  Weight weight = 0;  // of a knapsack; of other problems how far the answer is from feasible
  bool feasible = false;
  double repair = 0;  // seconds
  double improve = 0;

  friend bool operator==(const VariantRecord&, const VariantRecord&) = default;
};

// One read of a machine, or one run of a method.
struct RunRecord {
  std::int64_t read = 0;
  // Of the raw answer, as hexadecimal digits, item 0 first; of other problems than knapsacks the columns of the program
  // that the machine set, and nothing for methods that are no machine.
  std::string bits;
  std::vector<VariantRecord> variants;
  double formulate = 0;  // seconds
  double machine = 0;
  double seconds = 0;  // everything
  double time_to_best = 0;
  Work work = {};
  std::string stopped_by;
  std::optional<Profit> upper_bound = {};
  std::vector<std::pair<double, Profit>> trace;  // seconds and value of each new best
  std::optional<RequestClock> clock = {};        // of the requests to a real machine
  std::optional<double> found_at = {};  // machine seconds until it had its best, if it says so
  std::string error = {};  // why a request had no answer: no bits, and every variant infeasible

  friend bool operator==(const RunRecord&, const RunRecord&) = default;
};

// What a variant made of the best read of a cell, by which the cell can be checked: the first read with the
// largest feasible value. A variant without a feasible read has none.
struct AnswerRecord {
  std::string variant;
  std::int64_t read = 0;
  // As those of a run; empty if they are the raw answer of that read. Of other problems than knapsacks the labels, as
  // hexadecimal digits, one per element or, where a label is beyond 15, two.
  std::string bits;

  friend bool operator==(const AnswerRecord&, const AnswerRecord&) = default;
};

struct CellRecord {
  std::string cell;   // names the cell: a digest of all that decides its results
  std::string study;  // name of the plan
  std::string form;   // full or quick
  Environment environment;
  InstanceRecord instance;
  std::string method;
  std::string label;
  ParameterValues parameters;             // all, defaults included
  std::optional<double> lambda = {};      // penalty strength as a number, where there is one
  std::optional<double> time_limit = {};  // seconds
  std::optional<Profit> target = {};
  std::uint64_t seed = 0;
  std::string started = {};  // UTC
  // Why the cell is to be done again; empty for a good one. It has no runs then but requests without an answer.
  std::string error = {};
  std::vector<RunRecord> runs = {};
  std::vector<AnswerRecord> answers = {};  // none in records of older versions

  friend bool operator==(const CellRecord&, const CellRecord&) = default;
};

// Records of knapsacks are of the first schema, those of other problems of the second, which names its problem.
inline constexpr std::int64_t record_schema = 1;
inline constexpr std::int64_t problem_schema = 2;

// Without the line end.
[[nodiscard]] std::string record_line(const CellRecord& record);

// The reverse; number is that of the line in its file. InputError with file, line, column and what is wrong: a
// checksum that does not fit, not JSON, a field that is missing, a schema of the future.
[[nodiscard]] CellRecord read_record(std::string_view file_name, std::string_view line,
                                     std::int64_t number = 1);

}  // namespace spinsack

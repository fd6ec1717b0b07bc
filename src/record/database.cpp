// SPDX-License-Identifier: Apache-2.0
#include "record/database.hpp"

#include "record/database_schema.hpp"
#include "record/record_parts.hpp"
#include "record/sqlite.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>

namespace spinsack {
namespace {

ParameterValues parameters_of(const std::string& text) {
  JsonReader json("parameters", text);
  return read_parameters(json);
}

ValueTrace trace_of(const std::string& text) {
  JsonReader json("trace", text);
  return read_trace(json);
}

class Loader {
 public:
  explicit Loader(Database& database)
      : cells_(
            database,
            "SELECT c.id, c.study, c.form, e.version, e.revision, e.compiler, e.processor, "
            "e.simd, i.name, i.sha256, i.n, i.density, i.tightness, i.capacity, i.best_known, "
            "c.method, c.label, c.parameters, c.lambda, c.time_limit, c.target, c.seed, "
            "c.started, c.error, i.id FROM cell c JOIN environment e ON e.id = c.environment JOIN "
            "instance i ON i.id = c.instance ORDER BY c.rowid"),
        runs_(database,
              "SELECT read, bits, formulate, machine, seconds, time_to_best, sweeps, visits, "
              "flips, stopped_by, upper_bound, trace FROM run WHERE cell = ? ORDER BY read"),
        variants_(database,
                  "SELECT name, value, weight, feasible, repair, improve FROM variant WHERE cell "
                  "= ? AND read = ? ORDER BY position") {
    if (has_table(database, "problem"))
      problems_.emplace(database, "SELECT name, facts FROM problem WHERE instance = ?");
    if (has_table(database, "answer"))
      answers_.emplace(database,
                       "SELECT variant, read, bits FROM answer WHERE cell = ? ORDER BY position");
    if (has_table(database, "request")) {
      std::string parts;
      for (const RequestClockPart& part : request_clock_parts)
        parts += fmt::format("{}, ", part.name);
      requests_.emplace(database,
                        fmt::format("SELECT error, {}found_at, clocked FROM request WHERE cell = ? "
                                    "AND read = ?",
                                    parts));
      machines_.emplace(database, "SELECT facts FROM machine WHERE cell = ?");
    }
  }

  bool next(CellRecord& record) {
    if (!cells_.next()) return false;
    record = {};
    record.cell = cells_.text();
    record.study = cells_.text();
    record.form = cells_.text();
    Environment& e = record.environment;
    for (std::string* const text : {&e.version, &e.revision, &e.compiler, &e.processor, &e.simd})
      *text = cells_.text();
    record.instance.name = cells_.text();
    record.instance.sha256 = cells_.text();
    record.instance.n = static_cast<Index>(cells_.integer());
    record.instance.density = cells_.real();
    record.instance.tightness = cells_.real();
    record.instance.capacity = cells_.integer();
    record.instance.best_known = cells_.maybe<Profit>();
    record.method = cells_.text();
    record.label = cells_.text();
    record.parameters = parameters_of(cells_.text());
    record.lambda = cells_.maybe<double>();
    record.time_limit = cells_.maybe<double>();
    record.target = cells_.maybe<Profit>();
    record.seed = static_cast<std::uint64_t>(cells_.integer());
    record.started = cells_.text();
    record.error = cells_.text();
    if (problems_) add_problem(cells_.integer(), record.instance);
    runs_.bind(record.cell);
    while (runs_.next()) record.runs.push_back(run());
    for (RunRecord& each : record.runs) {
      variants_.bind(record.cell).bind(each.read);
      while (variants_.next()) each.variants.push_back(variant());
      if (requests_) add_request(record.cell, each);
    }
    if (machines_) {
      machines_->bind(record.cell);
      while (machines_->next()) record.environment.machine = machines_->text();
    }
    if (answers_) {
      answers_->bind(record.cell);
      while (answers_->next()) record.answers.push_back(answer());
    }
    return true;
  }

 private:
  // Knapsacks have no row there.
  void add_problem(std::int64_t id, InstanceRecord& instance) {
    problems_->bind(id);
    while (problems_->next()) {
      instance.problem = problems_->text();
      const std::string facts = problems_->text();
      JsonReader json("facts", facts);
      instance.facts = read_facts(json);
    }
  }

  RunRecord run() {
    RunRecord run;
    run.read = runs_.integer();
    run.bits = runs_.text();
    run.formulate = runs_.real();
    run.machine = runs_.real();
    run.seconds = runs_.real();
    run.time_to_best = runs_.real();
    run.work.sweeps = runs_.integer();
    run.work.visits = runs_.integer();
    run.work.flips = runs_.integer();
    run.stopped_by = runs_.text();
    run.upper_bound = runs_.maybe<Profit>();
    run.trace = trace_of(runs_.text());
    return run;
  }
  VariantRecord variant() {
    VariantRecord variant;
    variant.name = variants_.text();
    variant.value = variants_.integer();
    variant.weight = variants_.integer();
    variant.feasible = variants_.integer() != 0;
    variant.repair = variants_.real();
    variant.improve = variants_.real();
    return variant;
  }

  AnswerRecord answer() {
    AnswerRecord answer;
    answer.variant = answers_->text();
    answer.read = answers_->integer();
    answer.bits = answers_->text();
    return answer;
  }

  void add_request(const std::string& cell, RunRecord& run) {
    requests_->bind(cell).bind(run.read);
    while (requests_->next()) {
      run.error = requests_->text();
      RequestClock clock;
      for (const RequestClockPart& part : request_clock_parts)
        clock.*part.member = requests_->maybe<double>();
      run.found_at = requests_->maybe<double>();
      if (requests_->integer() != 0) run.clock = clock;
    }
  }

  Statement cells_;
  Statement runs_;
  Statement variants_;
  // Not in databases of older versions.
  std::optional<Statement> problems_;
  std::optional<Statement> answers_;
  std::optional<Statement> requests_;
  std::optional<Statement> machines_;
};

}  // namespace

void load_database(const std::string& path, const TakeRecord& take) {
  Database database = open_records_for_reading(path);
  Loader loader(database);
  for (CellRecord record; loader.next(record);) take(std::move(record));
}

}  // namespace spinsack

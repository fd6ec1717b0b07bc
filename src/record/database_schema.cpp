// SPDX-License-Identifier: Apache-2.0
#include "record/database_schema.hpp"

#include "core/error.hpp"
#include "record/record.hpp"

#include <fmt/format.h>

namespace spinsack {
namespace {

// "spsk" as a number; SQLite keeps it in the file for us.
constexpr std::int64_t application_id = 0x7370736b;

constexpr std::string_view schema = R"sql(
CREATE TABLE environment (
  id INTEGER PRIMARY KEY, version TEXT NOT NULL, revision TEXT NOT NULL, compiler TEXT NOT NULL,
  processor TEXT NOT NULL, simd TEXT NOT NULL, UNIQUE (version, revision, compiler, processor, simd));
CREATE TABLE instance (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL, n INTEGER NOT NULL,
  density REAL NOT NULL, tightness REAL NOT NULL, capacity INTEGER NOT NULL, best_known INTEGER,
  UNIQUE (name, sha256));
CREATE TABLE cell (
  id TEXT PRIMARY KEY, study TEXT NOT NULL, form TEXT NOT NULL,
  environment INTEGER NOT NULL REFERENCES environment, instance INTEGER NOT NULL REFERENCES instance,
  method TEXT NOT NULL, label TEXT NOT NULL, parameters TEXT NOT NULL, lambda REAL, time_limit REAL,
  target INTEGER, seed INTEGER NOT NULL, started TEXT NOT NULL, error TEXT NOT NULL);
CREATE TABLE run (
  cell TEXT NOT NULL REFERENCES cell ON DELETE CASCADE, read INTEGER NOT NULL, bits TEXT NOT NULL,
  formulate REAL NOT NULL, machine REAL NOT NULL, seconds REAL NOT NULL, time_to_best REAL NOT NULL,
  sweeps INTEGER NOT NULL, visits INTEGER NOT NULL, flips INTEGER NOT NULL, stopped_by TEXT NOT NULL,
  upper_bound INTEGER, trace TEXT NOT NULL, PRIMARY KEY (cell, read));
CREATE TABLE variant (
  cell TEXT NOT NULL, read INTEGER NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL,
  value INTEGER NOT NULL, weight INTEGER NOT NULL, feasible INTEGER NOT NULL, repair REAL NOT NULL,
  improve REAL NOT NULL, PRIMARY KEY (cell, read, position),
  FOREIGN KEY (cell, read) REFERENCES run ON DELETE CASCADE);
)sql";

// Joined later than the others, so they may have to be added to a database that is there.
constexpr std::string_view later_tables = R"sql(
CREATE TABLE IF NOT EXISTS answer (
  cell TEXT NOT NULL REFERENCES cell ON DELETE CASCADE, position INTEGER NOT NULL,
  variant TEXT NOT NULL, read INTEGER NOT NULL, bits TEXT NOT NULL,
  PRIMARY KEY (cell, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS request (
  cell TEXT NOT NULL, read INTEGER NOT NULL, error TEXT NOT NULL, total REAL, service REAL,
  machine REAL, queue REAL, server REAL, encode REAL, send REAL, receive REAL, decode REAL,
  billed REAL, overhead REAL, found_at REAL, clocked INTEGER NOT NULL, PRIMARY KEY (cell, read),
  FOREIGN KEY (cell, read) REFERENCES run ON DELETE CASCADE) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS problem (
  instance INTEGER PRIMARY KEY REFERENCES instance, name TEXT NOT NULL, facts TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS machine (
  cell TEXT PRIMARY KEY REFERENCES cell ON DELETE CASCADE, facts TEXT NOT NULL) WITHOUT ROWID;
)sql";

// Columns that only one problem has are NULL for the others.
constexpr std::string_view views = R"sql(
DROP VIEW IF EXISTS summary;
DROP VIEW IF EXISTS result;
DROP VIEW IF EXISTS failure;
CREATE VIEW result AS
  SELECT c.study, c.form, i.name AS instance, i.n,
         CASE WHEN p.name IS NULL THEN i.density END AS density,
         CASE WHEN p.name IS NULL THEN i.tightness END AS tightness, i.best_known,
         c.method, v.name AS variant, c.parameters, c.lambda, c.seed, r.read,
         v.value, CASE WHEN p.name IS NULL THEN v.weight END AS weight, v.feasible,
         CASE WHEN v.feasible AND i.best_known <> 0
              THEN 100.0 * (i.best_known - v.value) / abs(i.best_known) END AS gap,
         v.feasible AND v.value >= i.best_known AS hit,
         r.formulate, r.machine, v.repair, v.improve, r.seconds, r.time_to_best, r.stopped_by,
         c.id AS cell, coalesce(p.name, 'qkp') AS problem, p.facts,
         CASE WHEN p.name IS NULL THEN max(0, v.weight - i.capacity) ELSE v.weight END AS violation
  FROM variant v JOIN run r USING (cell, read) JOIN cell c ON c.id = v.cell
       JOIN instance i ON i.id = c.instance LEFT JOIN problem p ON p.instance = i.id;
CREATE VIEW summary AS
  SELECT study, form, variant, instance, n, density, lambda, count(*) AS runs,
         sum(feasible) AS feasible, sum(hit) AS hits, max(CASE WHEN feasible THEN value END) AS best,
         avg(CASE WHEN feasible THEN value END) AS mean, min(gap) AS gap, avg(gap) AS mean_gap,
         avg(seconds) AS seconds, problem, facts
  FROM result GROUP BY study, form, variant, instance, lambda;
CREATE VIEW failure AS
  SELECT c.id AS cell, c.study, i.name AS instance, c.method, c.label, c.error
  FROM cell c JOIN instance i ON i.id = c.instance WHERE c.error <> '';
)sql";

std::int64_t number(Database& database, std::string_view question) {
  Statement ask(database, question);
  const std::int64_t answer = ask.next() ? ask.integer() : 0;
  while (ask.next()) {
  }
  return answer;
}

void refuse_other(Database& database) {
  if (number(database, "PRAGMA application_id") != application_id)
    throw FileError(
        fmt::format("{}: expected a database of records, found another one", database.path()));
}

}  // namespace

bool has_table(Database& database, std::string_view name) {
  Statement ask(database, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?");
  return ask.bind(name).next() && ask.integer() > 0;
}

Database open_records_for_writing(const std::string& path) {
  Database database(path, Database::Open::write);
  const bool empty = number(database, "SELECT count(*) FROM sqlite_master") == 0;
  if (empty) {
    database.run(
        fmt::format("BEGIN; {} {} {} PRAGMA application_id = {}; PRAGMA user_version = {}; COMMIT",
                    schema, later_tables, views, application_id, record_schema));
    return database;
  }
  refuse_other(database);
  const std::int64_t version = number(database, "PRAGMA user_version");
  if (version != record_schema)
    throw FileError(fmt::format("{}: expected schema {}, found {}", path, record_schema, version));
  database.run(later_tables);
  // Views hold nothing: those of older versions make room for ours.
  if (number(database, "SELECT count(*) FROM pragma_table_info('result') WHERE name = 'problem'") ==
      0)
    database.run(fmt::format("BEGIN; {} COMMIT", views));
  return database;
}

Database open_records_for_reading(const std::string& path) {
  Database database(path, Database::Open::read);
  refuse_other(database);
  return database;
}

}  // namespace spinsack

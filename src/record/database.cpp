// SPDX-License-Identifier: Apache-2.0
#include "record/database.hpp"

#include "core/error.hpp"
#include "core/json_text.hpp"
#include "record/record_parts.hpp"
#include "record/sqlite.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>

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
CREATE VIEW result AS
  SELECT c.study, c.form, i.name AS instance, i.n, i.density, i.tightness, i.best_known,
         c.method, v.name AS variant, c.parameters, c.lambda, c.seed, r.read,
         v.value, v.weight, v.feasible,
         CASE WHEN v.feasible AND i.best_known > 0
              THEN 100.0 * (i.best_known - v.value) / i.best_known END AS gap,
         v.feasible AND v.value >= i.best_known AS hit,
         r.formulate, r.machine, v.repair, v.improve, r.seconds, r.time_to_best, r.stopped_by,
         c.id AS cell
  FROM variant v JOIN run r USING (cell, read) JOIN cell c ON c.id = v.cell
       JOIN instance i ON i.id = c.instance;
CREATE VIEW summary AS
  SELECT study, form, variant, instance, n, density, lambda, count(*) AS runs,
         sum(feasible) AS feasible, sum(hit) AS hits, max(CASE WHEN feasible THEN value END) AS best,
         avg(CASE WHEN feasible THEN value END) AS mean, min(gap) AS gap, avg(gap) AS mean_gap,
         avg(seconds) AS seconds
  FROM result GROUP BY study, form, variant, instance, lambda;
CREATE VIEW failure AS
  SELECT c.id AS cell, c.study, i.name AS instance, c.method, c.label, c.error
  FROM cell c JOIN instance i ON i.id = c.instance WHERE c.error <> '';
)sql";

Database open_for_writing(const std::string& path) {
  Database database(path, Database::Open::write);
  Statement ask(database, "PRAGMA application_id");
  const std::int64_t found = ask.next() ? ask.integer() : 0;
  Statement tables(database, "SELECT count(*) FROM sqlite_master");
  const bool empty = !tables.next() || tables.integer() == 0;
  if (!empty && found != application_id)
    throw FileError(fmt::format("{}: expected a database of records, found another one", path));
  Statement version(database, "PRAGMA user_version");
  const std::int64_t version_found = version.next() ? version.integer() : 0;
  if (!empty && version_found != record_schema)
    throw FileError(
        fmt::format("{}: expected schema {}, found {}", path, record_schema, version_found));
  return database;
}

class Merger {
 public:
  explicit Merger(Database& database)
      : add_environment_(database,
                         "INSERT OR IGNORE INTO environment (version, revision, compiler, "
                         "processor, simd) VALUES (?, ?, ?, ?, ?)"),
        find_environment_(database,
                          "SELECT id FROM environment WHERE version = ? AND revision = ? AND "
                          "compiler = ? AND processor = ? AND simd = ?"),
        add_instance_(database,
                      "INSERT OR IGNORE INTO instance (name, sha256, n, density, tightness, "
                      "capacity, best_known) VALUES (?, ?, ?, ?, ?, ?, ?)"),
        find_instance_(database, "SELECT id FROM instance WHERE name = ? AND sha256 = ?"),
        find_cell_(database, "SELECT error FROM cell WHERE id = ?"),
        drop_cell_(database, "DELETE FROM cell WHERE id = ?"),
        add_cell_(database, "INSERT INTO cell VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        add_run_(database, "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        add_variant_(database, "INSERT INTO variant VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)") {}

  // Whether it was new.
  bool add(const CellRecord& record) {
    find_cell_.bind(record.cell);
    const bool present = find_cell_.next();
    const bool failed = present && !find_cell_.text().empty();
    while (present && find_cell_.next()) {
    }
    if (present && !(failed && record.error.empty())) return false;
    if (present) drop_cell_.bind(record.cell).run();
    add_cell(record);
    for (const RunRecord& run : record.runs) add_run(record.cell, run);
    return true;
  }

 private:
  std::int64_t environment(const Environment& e) {
    for (Statement* const statement : {&add_environment_, &find_environment_})
      statement->bind(e.version).bind(e.revision).bind(e.compiler).bind(e.processor).bind(e.simd);
    add_environment_.run();
    return only_id(find_environment_);
  }
  std::int64_t instance(const InstanceRecord& i) {
    add_instance_.bind(i.name).bind(i.sha256).bind(std::int64_t{i.n}).bind(i.density);
    add_instance_.bind(i.tightness).bind(i.capacity).bind(i.best_known).run();
    find_instance_.bind(i.name).bind(i.sha256);
    return only_id(find_instance_);
  }
  static std::int64_t only_id(Statement& statement) {
    if (!statement.next()) throw std::logic_error("a row that was just written is missing");
    const std::int64_t id = statement.integer();
    while (statement.next()) {
    }
    return id;
  }

  void add_cell(const CellRecord& record) {
    const std::int64_t environment_id = environment(record.environment);
    const std::int64_t instance_id = instance(record.instance);
    add_cell_.bind(record.cell).bind(record.study).bind(record.form);
    add_cell_.bind(environment_id).bind(instance_id);
    add_cell_.bind(record.method).bind(record.label);
    add_cell_.bind(json_parameters(record.parameters).line());
    add_cell_.bind(record.lambda).bind(record.time_limit).bind(record.target);
    add_cell_.bind(static_cast<std::int64_t>(record.seed)).bind(record.started).bind(record.error);
    add_cell_.run();
  }

  void add_run(const std::string& cell, const RunRecord& run) {
    add_run_.bind(cell).bind(run.read).bind(run.bits).bind(run.formulate).bind(run.machine);
    add_run_.bind(run.seconds).bind(run.time_to_best);
    add_run_.bind(run.work.sweeps).bind(run.work.visits).bind(run.work.flips);
    add_run_.bind(run.stopped_by).bind(run.upper_bound).bind(trace_json(run.trace)).run();
    std::int64_t position = 0;
    for (const VariantRecord& v : run.variants) {
      add_variant_.bind(cell).bind(run.read).bind(position++).bind(v.name).bind(v.value);
      add_variant_.bind(v.weight).bind(std::int64_t{v.feasible}).bind(v.repair).bind(v.improve);
      add_variant_.run();
    }
  }

  Statement add_environment_;
  Statement find_environment_;
  Statement add_instance_;
  Statement find_instance_;
  Statement find_cell_;
  Statement drop_cell_;
  Statement add_cell_;
  Statement add_run_;
  Statement add_variant_;
};

// Place of each cell in the plan. Empty, with a remark, if the plan cannot be followed any more, as on another
// machine that lacks its instances, or by a version that calls a parameter something else: records say all
// that a database needs.
std::map<std::string, std::size_t> order_of_cells(const std::string& folder, const Remark& remark) {
  std::map<std::string, std::size_t> order;
  try {
    for (const Cell& cell : cells_of(plan_of_folder(folder))) order.emplace(cell.id, order.size());
  } catch (const Error& error) {
    if (remark)
      remark(fmt::format("{}; cells are merged in the order of their names", error.what()));
    order.clear();
  }
  return order;
}

// The good record of each cell, or else the first bad one, in the order of the plan; cells that the plan does
// not have come after them.
void merge_folder(const std::string& folder, Merger& merger, MergeSummary& summary,
                  const Remark& remark) {
  const std::map<std::string, std::size_t> order = order_of_cells(folder, remark);
  std::map<std::pair<std::size_t, std::string>, CellRecord> kept;
  scan_records(
      folder,
      [&](CellRecord&& record) {
        const auto place = order.find(record.cell);
        const std::size_t rank = place == order.end() ? order.size() : place->second;
        CellRecord& slot = kept[{rank, record.cell}];
        if (slot.cell.empty() || (!slot.error.empty() && record.error.empty()))
          slot = std::move(record);
      },
      [&](const std::string& text) {
        ++summary.damaged;
        if (remark) remark(text);
      });
  for (const auto& [key, record] : kept) ++(merger.add(record) ? summary.added : summary.present);
}

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
      : cells_(database,
               "SELECT c.id, c.study, c.form, e.version, e.revision, e.compiler, e.processor, "
               "e.simd, i.name, i.sha256, i.n, i.density, i.tightness, i.capacity, i.best_known, "
               "c.method, c.label, c.parameters, c.lambda, c.time_limit, c.target, c.seed, "
               "c.started, c.error FROM cell c JOIN environment e ON e.id = c.environment JOIN "
               "instance i ON i.id = c.instance ORDER BY c.rowid"),
        runs_(database,
              "SELECT read, bits, formulate, machine, seconds, time_to_best, sweeps, visits, "
              "flips, stopped_by, upper_bound, trace FROM run WHERE cell = ? ORDER BY read"),
        variants_(database,
                  "SELECT name, value, weight, feasible, repair, improve FROM variant WHERE cell "
                  "= ? AND read = ? ORDER BY position") {}

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
    runs_.bind(record.cell);
    while (runs_.next()) record.runs.push_back(run());
    for (RunRecord& each : record.runs) {
      variants_.bind(record.cell).bind(each.read);
      while (variants_.next()) each.variants.push_back(variant());
    }
    return true;
  }

 private:
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

  Statement cells_;
  Statement runs_;
  Statement variants_;
};

}  // namespace

MergeSummary merge_records(const std::vector<std::string>& folders, const std::string& path,
                           const Remark& remark) {
  for (const std::string& folder : folders)  // before there is a database
    if (!holds_records(folder))
      throw FileError(
          fmt::format("{}: expected the directory of a study, found no records", folder));
  Database database = open_for_writing(path);
  database.run("PRAGMA foreign_keys = ON");
  Statement tables(database, "SELECT count(*) FROM sqlite_master");
  const bool empty = !tables.next() || tables.integer() == 0;
  static_cast<void>(tables.next());
  if (empty)
    database.run(
        fmt::format("BEGIN; {} PRAGMA application_id = {}; PRAGMA user_version = {}; COMMIT",
                    schema, application_id, record_schema));
  MergeSummary summary;
  for (const std::string& folder : folders) {
    database.run("BEGIN IMMEDIATE");
    try {
      Merger merger(database);
      merge_folder(folder, merger, summary, remark);
    } catch (...) {
      database.run("ROLLBACK");
      throw;
    }
    database.run("COMMIT");
  }
  return summary;
}

void load_database(const std::string& path, const std::function<void(CellRecord&&)>& take) {
  Database database(path, Database::Open::read);
  Statement ask(database, "PRAGMA application_id");
  if (!ask.next() || ask.integer() != application_id)
    throw FileError(fmt::format("{}: expected a database of records, found another one", path));
  static_cast<void>(ask.next());
  Loader loader(database);
  for (CellRecord record; loader.next(record);) take(std::move(record));
}

}  // namespace spinsack

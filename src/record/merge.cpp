// SPDX-License-Identifier: Apache-2.0
#include "record/merge.hpp"

#include "core/error.hpp"
#include "core/file_pieces.hpp"
#include "core/json_text.hpp"
#include "record/database_schema.hpp"
#include "record/record_parts.hpp"
#include "record/sqlite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace spinsack {
namespace {

// Rows of one record after the other.
class RecordInserter {
 public:
  explicit RecordInserter(Database& database)
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
        find_cell_(database,
                   "SELECT error, (SELECT count(*) FROM run WHERE run.cell = cell.id) FROM cell "
                   "WHERE id = ?"),
        drop_cell_(database, "DELETE FROM cell WHERE id = ?"),
        add_cell_(database, "INSERT INTO cell VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        add_run_(database, "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        add_variant_(database, "INSERT INTO variant VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        add_answer_(database, "INSERT INTO answer VALUES (?, ?, ?, ?, ?)"),
        add_request_(database,
                     "INSERT INTO request VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        add_machine_(database, "INSERT INTO machine VALUES (?, ?)") {}

  // Whether it was new.
  bool add(const CellRecord& record) {
    find_cell_.bind(record.cell);
    const bool present = find_cell_.next();
    const bool failed = present && !find_cell_.text().empty();
    const std::int64_t runs = present ? find_cell_.integer() : 0;
    while (present && find_cell_.next()) {
    }
    if (present && !(failed && (record.error.empty() || std::ssize(record.runs) > runs)))
      return false;
    if (present) drop_cell_.bind(record.cell).run();
    add_cell(record);
    for (const RunRecord& run : record.runs) add_run(record.cell, run);
    if (!record.environment.machine.empty())
      add_machine_.bind(record.cell).bind(record.environment.machine).run();
    std::int64_t position = 0;
    for (const AnswerRecord& answer : record.answers) {
      add_answer_.bind(record.cell).bind(position++).bind(answer.variant).bind(answer.read);
      add_answer_.bind(answer.bits).run();
    }
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
    if (run.clock || !run.error.empty()) add_request(cell, run);
  }

  void add_request(const std::string& cell, const RunRecord& run) {
    const RequestClock clock = run.clock.value_or(RequestClock{});
    add_request_.bind(cell).bind(run.read).bind(run.error);
    for (const RequestClockPart& part : request_clock_parts) add_request_.bind(clock.*part.member);
    add_request_.bind(run.found_at).bind(std::int64_t{run.clock.has_value()}).run();
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
  Statement add_answer_;
  Statement add_request_;
  Statement add_machine_;
};

// Where a record of a cell stands, and where the cell comes in the database.
struct KnownRecord {
  std::uint32_t rank = 0;
  bool named_otherwise =
      false;  // the cell has no name of ours, and its id is its place in a list of names
  bool failed = false;
  std::uint32_t runs = 0;  // of a failed one
  CellId cell;
  RecordPlace place;
};

// The records of one directory, best first for each cell, without their content.
class RecordIndex {
 public:
  explicit RecordIndex(const std::vector<CellId>& order) {
    ranks_.reserve(order.size());
    for (const CellId id : order)
      ranks_.emplace_back(id, static_cast<std::uint32_t>(ranks_.size()));
    std::ranges::sort(ranks_);
  }

  void add(const CellRecord& record, const RecordPlace& place) {
    KnownRecord known{
        .rank = last_rank,
        .failed = !record.error.empty(),
        .runs = record.error.empty() ? 0 : static_cast<std::uint32_t>(record.runs.size()),
        .cell = {},
        .place = place};
    if (const auto id = parse_cell_id(record.cell)) {
      known.cell = *id;
      const auto found = std::ranges::lower_bound(ranks_, *id, {}, &Rank::first);
      if (found != ranks_.end() && found->first == *id) known.rank = found->second;
    } else {
      known.named_otherwise = true;
      known.cell.value = names_.size();
      names_.push_back(record.cell);
    }
    records_.push_back(known);
  }

  // One per cell: the first good one, or else the first with the most runs.
  template <class Take>
  void for_each_cell(const Take& take) {
    std::ranges::sort(records_, [&](const KnownRecord& a, const KnownRecord& b) {
      if (a.rank != b.rank) return a.rank < b.rank;
      if (const auto order = compare(a, b); order != 0) return order < 0;
      return std::tuple(a.failed, b.runs, a.place.file, a.place.offset) <
             std::tuple(b.failed, a.runs, b.place.file, b.place.offset);
    });
    for (std::size_t i = 0; i < records_.size(); ++i)
      if (i == 0 || compare(records_[i - 1], records_[i]) != 0) take(records_[i].place);
  }

 private:
  using Rank = std::pair<CellId, std::uint32_t>;
  static constexpr std::uint32_t last_rank = std::numeric_limits<std::uint32_t>::max();

  // By name.
  std::strong_ordering compare(const KnownRecord& a, const KnownRecord& b) const {
    if (!a.named_otherwise && !b.named_otherwise) return a.cell <=> b.cell;
    return name_of(a) <=> name_of(b);
  }
  std::string name_of(const KnownRecord& record) const {
    return record.named_otherwise ? names_[record.cell.value] : record.cell.text();
  }

  std::vector<Rank> ranks_;  // by cell
  std::vector<KnownRecord> records_;
  std::vector<std::string> names_;
};

// The good record of each cell, or else the bad one with the most answers, in order. Records are read twice: once to learn what
// there is, and once to write it.
void merge_folder(const std::string& folder, const CellOrder& order, RecordInserter& inserter,
                  MergeSummary& summary, const Remark& remark) {
  RecordIndex index(order ? order(folder) : std::vector<CellId>());
  FilePieces files(record_files(folder));
  scan_record_places(
      folder, [&](CellRecord&& record, const RecordPlace& place) { index.add(record, place); },
      [&](const std::string& text) {
        ++summary.damaged;
        if (remark) remark(text);
      });
  index.for_each_cell([&](const RecordPlace& place) {
    const std::string line = files.read(place.file, place.offset, place.size);
    const CellRecord record = read_record(files.path(place.file), line);
    ++(inserter.add(record) ? summary.added : summary.present);
  });
}

}  // namespace

MergeSummary merge_records(const std::vector<std::string>& folders, const std::string& path,
                           const CellOrder& order, const Remark& remark) {
  for (const std::string& folder : folders)  // before there is a database
    if (!holds_records(folder))
      throw FileError(
          fmt::format("{}: expected the directory of a study, found no records", folder));
  Database database = open_records_for_writing(path);
  // Names of cells come in no order, so the pages of their indices are better kept: a quarter of a gigabyte at most.
  database.run("PRAGMA foreign_keys = ON; PRAGMA cache_size = -250000");
  MergeSummary summary;
  for (const std::string& folder : folders) {
    Transaction transaction(database);
    {
      RecordInserter inserter(database);
      merge_folder(folder, order, inserter, summary, remark);
    }
    transaction.commit();
  }
  return summary;
}

}  // namespace spinsack

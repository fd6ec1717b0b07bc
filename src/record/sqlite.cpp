// SPDX-License-Identifier: Apache-2.0
#include "record/sqlite.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <sqlite3.h>

namespace spinsack {

void Database::Close::operator()(sqlite3* handle) const { sqlite3_close(handle); }
void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Database::Database(const std::string& path, Open how) : path_(path) {
  sqlite3* handle = nullptr;
  const int flags =
      how == Open::read ? SQLITE_OPEN_READONLY : (SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK)
    throw FileError(fmt::format("{}: cannot open the database: {}", path, sqlite3_errstr(code)));
  sqlite3_busy_timeout(handle, 10'000);
}

void Database::run(std::string_view sql) {
  char* message = nullptr;
  if (sqlite3_exec(handle(), std::string(sql).c_str(), nullptr, nullptr, &message) == SQLITE_OK)
    return;
  const std::string text = message != nullptr ? message : "unknown error";
  sqlite3_free(message);
  throw FileError(fmt::format("{}: {}", path_, text));
}

Transaction::Transaction(Database& database) : database_(&database) {
  database.run("BEGIN IMMEDIATE");
}
Transaction::~Transaction() {
  const bool over = sqlite3_get_autocommit(database_->handle()) != 0;
  if (!over) sqlite3_exec(database_->handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}
void Transaction::commit() { database_->run("COMMIT"); }

Statement::Statement(Database& database, std::string_view sql) : database_(&database) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &statement,
                           nullptr));
  statement_.reset(statement);
}

void Statement::check(int code) {
  if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
    throw FileError(fmt::format("{}: {}", database_->path(), sqlite3_errmsg(database_->handle())));
}

Statement& Statement::bind(std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), ++bound_, value));
  return *this;
}
Statement& Statement::bind(double value) {
  check(sqlite3_bind_double(statement_.get(), ++bound_, value));
  return *this;
}
Statement& Statement::bind(std::string_view value) {
  check(sqlite3_bind_text64(statement_.get(), ++bound_, value.data(), value.size(),
                            SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}
Statement& Statement::bind_null() {
  check(sqlite3_bind_null(statement_.get(), ++bound_));
  return *this;
}

void Statement::run() {
  while (next()) {
  }
}

bool Statement::next() {
  const int code = sqlite3_step(statement_.get());
  check(code);
  column_ = 0;
  if (code == SQLITE_ROW) return true;
  sqlite3_reset(statement_.get());
  bound_ = 0;
  return false;
}

bool Statement::is_null() { return sqlite3_column_type(statement_.get(), column_) == SQLITE_NULL; }
std::int64_t Statement::integer() { return sqlite3_column_int64(statement_.get(), column_++); }
double Statement::real() { return sqlite3_column_double(statement_.get(), column_++); }
std::string Statement::text() {
  const int column = column_++;
  const auto* const bytes =
      reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return bytes == nullptr ? std::string() : std::string(bytes, size);
}

}  // namespace spinsack

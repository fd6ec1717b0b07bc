// SPDX-License-Identifier: Apache-2.0
// As much of SQLite as a database of records needs, with errors as exceptions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace spinsack {

class Database {
 public:
  enum class Open { read, write };
  Database(const std::string& path, Open how);  // FileError
  void run(std::string_view sql);               // one or more statements without results

  sqlite3* handle() const { return handle_.get(); }
  const std::string& path() const { return path_; }

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  std::string path_;
  std::unique_ptr<sqlite3, Close> handle_;
};

// Everything until commit(), or nothing: what is not committed is undone. SQLite undoes it by itself when the
// disk is full, say, so undoing says nothing that would hide the reason.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database* database_;
};

// A prepared statement. Values are bound in order, then it is run; columns are read in order.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);

  Statement& bind(std::int64_t value);
  Statement& bind(double value);
  Statement& bind(std::string_view value);
  template <class T>
  Statement& bind(const std::optional<T>& value) {
    return value ? bind(*value) : bind_null();
  }
  Statement& bind_null();

  void run();   // to its end, then ready for new values
  bool next();  // a row, or false and ready for new values

  std::int64_t integer();
  double real();
  std::string text();
  template <class T>
  std::optional<T> maybe() {
    if (is_null()) {
      ++column_;
      return std::nullopt;
    }
    if constexpr (std::is_same_v<T, double>)
      return real();
    else
      return static_cast<T>(integer());
  }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  void check(int code);
  bool is_null();

  Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int bound_ = 0;
  int column_ = 0;
};

}  // namespace spinsack

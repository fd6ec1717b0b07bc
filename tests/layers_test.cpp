// SPDX-License-Identifier: Apache-2.0
// The include table of src/README.md holds.
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;
using Table = std::map<std::string, std::set<std::string>>;

const fs::path source = spinsack::test::source_folder() / "src";

// Rows `| folder | a b c |` after the heading row.
Table read_table() {
  Table table;
  std::ifstream file(source / "README.md");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| ") || line.starts_with("| folder")) continue;
    const auto middle = line.find('|', 1);
    std::string folder;
    std::istringstream(line.substr(1, middle - 1)) >> folder;
    std::istringstream allowed(line.substr(middle + 1, line.rfind('|') - middle - 1));
    table[folder];
    for (std::string other; allowed >> other;) table[folder].insert(other);
  }
  return table;
}

// The row that names most of a path: "problem/qkp" before "problem".
std::string row_of(const Table& table, const std::string& path) {
  std::string longest;
  for (const auto& [row, allowed] : table)
    if (row.size() > longest.size() && (path == row || path.starts_with(row + "/"))) longest = row;
  return longest;
}

TEST(Layers, EveryFolderIsInTheTable) {
  const Table table = read_table();
  EXPECT_GE(table.size(), 9U);
  for (const auto& entry : fs::directory_iterator(source)) {
    if (!entry.is_directory()) continue;
    EXPECT_TRUE(table.contains(entry.path().filename())) << entry.path();
  }
}

TEST(Layers, IncludesPointOneWay) {
  const Table table = read_table();
  int includes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(source)) {
    if (entry.path().extension() != ".hpp" && entry.path().extension() != ".cpp") continue;
    if (entry.path().parent_path() == source) continue;  // the public face stands above all folders
    const std::string folder = row_of(table, fs::relative(entry.path(), source).string());
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      if (!line.starts_with("#include \"")) continue;
      const std::string included = line.substr(10, line.rfind('"') - 10);
      if (!fs::exists(source / *fs::path(included).begin())) continue;  // generated headers
      const std::string other = row_of(table, included);
      ++includes;
      EXPECT_TRUE(other == folder || table.at(folder).contains(other))
          << entry.path() << " includes " << included;
    }
  }
  EXPECT_GT(includes, 50);
}

TEST(Layers, TheTableHasNoCycle) {
  Table table = read_table();
  // Folders whose needs are all gone can go; a cycle would remain.
  for (bool progress = true; progress;) {
    progress = false;
    for (auto row = table.begin(); row != table.end(); ++row) {
      if (!row->second.empty()) continue;
      const std::string folder = row->first;
      table.erase(row);
      for (auto& other : table) other.second.erase(folder);
      progress = true;
      break;
    }
  }
  EXPECT_TRUE(table.empty());
}

// What opens files for writing looks after them: nothing else knows how to.
TEST(Layers, FilesAreOpenedForWritingInOnePlace) {
  const std::set<std::string> known{
      "src/core/descriptor.cpp",    // the one call of open
      "src/core/output_file.cpp",   // outputs, whole or not at all
      "src/core/growing_file.cpp",  // records, a line at a time
      "src/core/locked_lines.cpp",  // books that several processes keep
      "src/core/process.cpp",       // /dev/null for a program
      "app/main.cpp",               // /dev/null for a stream that is missing
  };
  const fs::path root = spinsack::test::source_folder();
  int files = 0;
  for (const char* folder : {"src", "app", "bench"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() != ".hpp" && entry.path().extension() != ".cpp") continue;
      const std::string name = fs::relative(entry.path(), root).string();
      ++files;
      if (known.contains(name)) continue;
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);)
        for (const char* way : {"ofstream", "fopen(", "O_WRONLY", "O_RDWR", "O_CREAT", "mkstemp"})
          EXPECT_EQ(line.find(way), std::string::npos) << name << ": " << line;
    }
  EXPECT_GT(files, 200);
}

}  // namespace

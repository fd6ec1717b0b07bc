// SPDX-License-Identifier: Apache-2.0
#include "support/kept_json.hpp"

#include "core/sha256.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace spinsack::test {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> flags_of_outputs{"--json", "--dimod", "--certificate"};

constexpr int refused = 1;

std::string content(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// An object, or perhaps one that is compressed with gzip or xz.
bool may_be_json(std::string_view text) {
  return text.starts_with('{') || text.starts_with("\x1f\x8b") ||
         text.starts_with(
             "\xfd"
             "7zXZ");
}

// Whole or not at all: tests run side by side, and some of them write the same.
void write_at_once(const fs::path& path, const std::string& text) {
  const fs::path draft = path.string() + "." + std::to_string(::getpid());
  std::ofstream(draft, std::ios::binary) << text;
  std::error_code ignored;
  fs::rename(draft, path, ignored);
}

class Keeper {
 public:
  Keeper(fs::path folder, const std::string& command)
      : folder_(std::move(folder)), command_(&command) {}

  // kind: what is known of the content by its place, for the names of files.
  void keep(const std::string& kind, const std::string& text) const {
    if (!may_be_json(text)) return;
    const std::string name = kind + "-" + sha256(text).substr(0, 16);
    write_at_once(folder_ / (name + ".command"), *command_ + "\n");
    write_at_once(folder_ / (name + ".json"), text);
  }
  void keep_file(const std::string& kind, const fs::path& path) const {
    std::error_code unreadable;
    if (fs::is_regular_file(path, unreadable)) keep(kind, content(path));
  }
  // Files of a study or of formulate, which the program names itself.
  void keep_folder(const fs::path& folder) const {
    std::error_code unreadable;
    fs::recursive_directory_iterator place(folder, unreadable);
    for (const fs::recursive_directory_iterator end; !unreadable && place != end;
         place.increment(unreadable)) {
      const std::string name = place->path().filename().string();
      if (name == "study.json") keep_file("study", place->path());
      if (name == "jobs.jsonl") keep_file("study-jobs", place->path());
      if (name == "spend.jsonl") keep_file("study-spending", place->path());
      if (name.starts_with("records") && name.ends_with(".jsonl"))
        keep_file("record", place->path());
      if (name.ends_with(".map.json")) keep_file("decode-map", place->path());
    }
  }

 private:
  fs::path folder_;
  const std::string* command_;
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// The words of a command or a script, without quotes and what ends a command.
std::vector<std::string> words_of(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return std::string_view("'\";|&<>(){}").find(c) != std::string_view::npos; },
      ' ');
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

void keep_json(const RunRequest& request, const RunResult& result) {
  const char* const folder = std::getenv(kept_json_variable);
  const std::string command = joined(request.command);
  if (folder == nullptr || command.find("spinsack") == std::string::npos) return;
  const Keeper keeper(folder, command);
  keeper.keep("printed", result.out);
  if (result.exit_code == refused) return;  // what it names is as it was
  const std::vector<std::string> words = words_of(command);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const fs::path path = request.directory / words[i + 1];
    if (std::ranges::find(flags_of_outputs, words[i]) != flags_of_outputs.end())
      keeper.keep_file("written", path);
    if (words[i] == "--out" && path.is_absolute()) keeper.keep_folder(path);
  }
  if (!request.directory.empty()) keeper.keep_folder(request.directory);
}

}  // namespace spinsack::test

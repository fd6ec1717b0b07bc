// SPDX-License-Identifier: Apache-2.0
#include "study/answer_shelf.hpp"

#include "core/error.hpp"
#include "core/json_reader.hpp"
#include "core/json_text.hpp"
#include "core/locked_lines.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <limits>

namespace spinsack {
namespace {

// What the line has for the request; a line that was cut off has nothing.
std::optional<std::string> answer_in(std::string_view line, const PlannedRequest& request) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  try {
    JsonReader json("answers", line);
    std::int64_t read = -1;
    std::string machine;
    std::string_view answer;
    json.enter_object("an answer");
    for (std::string key; json.next_key(key);) {
      if (key == "read") {
        read = json.integer("a read", 0, most);
      } else if (key == "machine") {
        machine = json.text("a machine");
      } else {
        const std::size_t begin = json.next();
        json.skip();
        if (key == "answer") answer = line.substr(begin, json.next() - begin);
      }
    }
    json.end("the answer");
    if (answer.empty() || read != request.first_read || machine != request.machine)
      return std::nullopt;
    return std::string(answer);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

std::string AnswerShelf::file_of(const std::string& cell) const {
  return (std::filesystem::path(folder_) / fmt::format("answers-{}.jsonl", cell)).string();
}

void AnswerShelf::keep(const std::string& cell, const PlannedRequest& request,
                       const std::string& answer) {
  JsonObject line;
  line.integer("read", request.first_read).integer("reads", request.reads);
  line.text("machine", request.machine);
  line.add("answer", answer.substr(0, answer.find('\n')));
  LockedLines(file_of(cell)).turn([](std::string_view) {}, [&] { return line.line() + "\n"; });
}

std::optional<std::string> AnswerShelf::find(const std::string& cell,
                                             const PlannedRequest& request) const {
  std::optional<std::string> found;
  LockedLines(file_of(cell)).read([&](std::string_view line) {
    if (std::optional<std::string> answer = answer_in(line, request)) found = std::move(answer);
  });
  return found;
}

void AnswerShelf::clear(const std::string& cell) {
  std::error_code ignored;  // one file too many does no harm
  std::filesystem::remove(file_of(cell), ignored);
}

}  // namespace spinsack

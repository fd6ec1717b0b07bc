// SPDX-License-Identifier: Apache-2.0
// The flags and arguments of one command. Each is declared once; the declaration feeds the parser
// (CLI11) and stays readable as data, from which help, man page and shell completions are made.
#pragma once

#include "core/params.hpp"
#include "file_uses.hpp"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {

// What stands behind a flag, and how a shell can complete it.
struct ValueKind {
  enum class Completion { words, file, directory, instance, model };  // the last two: or published
  std::string name;  // as help shows it: FILE, N, ENCODING
  Completion completion = Completion::words;
  std::vector<std::string> words = {};  // to offer when completing
  bool open = false;  // other values are valid too, and the help text explains all
  enum class Use { other, input, output };
  Use use = Use::other;  // of the file that it names
  // To offer behind certain words instead.
  std::map<std::string, std::vector<std::string>> words_behind = {};
};

// Files that a command reads, and those that it writes, are declared as such: no output may be an input.
inline ValueKind input_value(std::string name) {
  return {.name = std::move(name),
          .completion = ValueKind::Completion::file,
          .use = ValueKind::Use::input};
}
inline ValueKind output_value(std::string name = "FILE") {
  return {.name = std::move(name),
          .completion = ValueKind::Completion::file,
          .use = ValueKind::Use::output};
}
inline ValueKind instance_value() {
  return {
      .name = "FILE", .completion = ValueKind::Completion::instance, .use = ValueKind::Use::input};
}
inline ValueKind model_value(std::string name = "MODEL") {
  return {.name = std::move(name),
          .completion = ValueKind::Completion::model,
          .use = ValueKind::Use::input};
}

// The names of a catalog, perhaps after words of its own.
template <class Entry>
ValueKind catalog_value(std::string name, std::span<const Entry> catalog,
                        std::vector<std::string> words = {}) {
  for (const Entry& entry : catalog) words.emplace_back(entry.name);
  return {std::move(name), ValueKind::Completion::words, std::move(words)};
}

struct Flag {
  std::string short_name;  // "-o", or empty
  std::string long_name;   // "--output"; empty for an argument, which has a position instead
  ValueKind value;         // its name is empty for a switch
  std::string help;
  std::string group;          // heading under which help lists it
  std::string default_value;  // empty if there is none worth showing
  bool required = false;      // arguments only
  bool repeated = false;      // arguments only
  bool owned = false;         // a parameter, which the page of its owner explains

  bool positional() const { return long_name.empty(); }
};

// An entry of a catalog, with the parameters that are its own.
struct ParameterOwner {
  std::string name;
  std::string help;
  std::vector<Parameter> parameters;
};

// A catalog of which a command uses one entry.
struct ParameterOwners {
  std::string kind;   // of an entry: "method"
  std::string names;  // the flag that names one, as declared: "-m,--method"; empty: the argument
  std::vector<ParameterOwner> entries = {};
};

// `unknown flag '--x'; did you mean '--y'?`; a flag that begins as typed comes before a similar
// one.
[[nodiscard]] std::string unknown_flag(std::string_view typed,
                                       std::span<const std::string_view> known);

class Flags {
 public:
  Flags();
  ~Flags();
  Flags(const Flags&) = delete;
  Flags& operator=(const Flags&) = delete;

  // Targets live as long as this object. Their present content is the default.
  void argument(std::string& target, ValueKind value, std::string_view help);
  void optional_argument(std::string& target, ValueKind value, std::string_view help);
  void arguments(std::vector<std::string>& target, ValueKind value, std::string_view help);
  void group(std::string heading) { group_ = std::move(heading); }
  // names is "--long" or "-s,--long". A help text may be a raw string of several lines.
  void value(std::string_view names, std::string& target, ValueKind value, std::string_view help);
  void toggle(std::string_view names, bool& target, std::string_view help);
  // One flag for all parameters of a name. The value lands in target, only if it is given; whether
  // the entry chosen has such a parameter is for that entry to say.
  void parameters(ParameterOwners owners, ParameterValues& target);

  // Fills the targets. UsageError for anything not declared or missing; true if help was asked for
  // instead, which excuses all of that.
  [[nodiscard]] bool parse(std::span<const std::string> arguments);

  std::span<const Flag> described() const { return described_; }
  // The files named for this use, once parsed.
  std::vector<FileUse> files(ValueKind::Use use) const;
  const ParameterOwners& owners() const { return owners_; }
  // The entry that the arguments name; empty if they name none.
  std::string named_owner() const;

 private:
  struct Parser;
  Flag& describe(std::string_view names, ValueKind value, std::string_view help);
  void refuse_leftovers() const;
  void describe_parameter(std::string_view name, ParameterValues& target);

  std::unique_ptr<Parser> parser_;
  std::string group_ = "Flags";
  std::vector<Flag> described_;
  ParameterOwners owners_;
};

}  // namespace spinsack::cli

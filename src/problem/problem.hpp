// SPDX-License-Identifier: Apache-2.0
// A problem as a row of data: everything that commands, studies, machines and the verifier need to know of it. A new
// problem is a folder beside qkp/ that ends in such a row, and a line in catalog.cpp (docs/add-a-problem.md).
//
// Functions that take an Instance get one of their own problem. Tables are functions, so that rows may be made of others
// when they are first asked for; they always return the same.
#pragma once

#include "core/nouns.hpp"
#include "core/params.hpp"
#include "problem/answer.hpp"
#include "problem/instance.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack {

class JsonObject;
class Stop;
class StopCheck;
class TextWriter;
struct InputFile;
struct Method;
struct ModelMaker;

// --- reading -------------------------------------------------------------------------------------

// A setting of the reader that belongs to the problem, such as --capacity or --parts.
struct ReadingFlag {
  std::string_view name;   // without the dashes
  std::string_view value;  // as the help shows it, such as "N"; "FILE" for a file to read
  std::string_view help;
  // UsageError for a text that cannot be meant; null: any. Called before anything is read.
  void (*check)(std::string_view text) = nullptr;
  // What instances of one file differ in that the setting would make equal; empty if it is good for several.
  std::string_view differ_in = {};
  bool after_at = false;  // "graph.rud@3" is the file graph.rud with this setting
};

struct ReadSettings {
  std::string format = "auto";  // a name among the formats of all problems, or auto: by content
  ParameterValues values = {};  // by the names of the reading flags; only what was typed
};

struct FormatRow {
  std::string_view name;
  std::string_view help;
  std::vector<std::string_view> endings =
      {};  // such as ".rud"; they settle what the content leaves open
  // Whether the text looks like this format; decided by its beginning, never throws.
  std::function<bool(std::string_view text)> detect;
  // At least one instance. Throws InputError, InvalidInstance, and UsageError for settings that do not fit.
  std::function<std::vector<Instance>(const InputFile& file, const ReadSettings& settings)> read;
  // UsageError where the format cannot hold them. Null: the format is only read.
  std::function<void(std::span<const Instance> instances, TextWriter& out)> write = {};
  bool holds_several = false;
};

// Published instances are rebuilt from seeds. Their names are "suite:name".
struct SuiteRow {
  std::string_view name;
  std::string_view help;
};

// What is known of a published instance without building it.
struct PublishedFacts {
  std::string sha256;  // of the file as published: its identity in records
  Index elements = 0;
  std::vector<Fact> facts = {};
  std::optional<std::int64_t> best_known = {};
};

struct FamilyRow {
  std::string_view name;
  std::string_view help;
  std::function<std::vector<Parameter>()> parameters;
  std::function<ParameterValues(const ParameterValues& values)> complete;  // defaults filled in
  // UsageError for values that are unknown, out of range or do not fit each other. An optimum that is known because it
  // was hidden there is the instance's best_known() and proven_optimum().
  std::function<Instance(const ParameterValues& values)> generate;
};

// --- post-processing -----------------------------------------------------------------------------

struct StepRow {
  std::string_view name;
  std::string_view help;
  bool needs_feasible =
      false;  // skipped on a candidate that is not; such steps improve, the others repair
};
using Steps = std::vector<const StepRow*>;

struct StepRequest {
  std::uint64_t seed = 0;  // with the number of the read, for steps that draw
  std::int64_t read = 0;
  bool judged = false;  // wants the evaluator's word after each step; its time does not count
  // May be null. Once it says so steps end early, and a repair that was ended takes what is quickest.
  StopCheck* watch = nullptr;
};

struct StepReport {
  std::string_view step;  // "raw" for the candidate before any
  bool skipped = false;
  double seconds = 0;    // of "raw": setting up the bookkeeping
  Judgement after = {};  // if asked for; its value is that of the candidate as far as it has one
};

struct Finished {
  std::optional<Labels> labels = {};  // nothing: not feasible as it came, and no step mended it
  std::int64_t value = 0;             // of the labels, by the bookkeeping of the steps
  Labels candidate = {};  // as far as it came, where it is not feasible; empty if it has no labels
  std::vector<StepReport> reports = {};  // raw, then one per step
};

// --- the row -------------------------------------------------------------------------------------

struct TrivialAnswer {
  Labels labels;
  std::int64_t value = 0;
};

struct BoundRequest {
  Stop* stop = nullptr;                     // may be null
  std::optional<std::int64_t> target = {};  // a bound no higher than this is good enough
};

struct Problem {
  std::string_view name;  // "qkp"
  std::string_view help;
  Nouns nouns;

  // Where instances come from.
  std::span<const ReadingFlag> reading = {};
  std::span<const FormatRow> (*formats)() = nullptr;
  std::span<const SuiteRow> (*suites)() = nullptr;
  std::span<const FamilyRow> (*families)() = nullptr;
  // The full names that a name or a pattern with * and ? stands for, in natural order, at least one; UsageError with the
  // nearest name otherwise. Only asked where the part before the first colon is, or matches, one of the suites.
  std::vector<std::string> (*match_published)(std::string_view text) = nullptr;
  Instance (*build_published)(std::string_view full_name, const ReadSettings& settings) = nullptr;
  // Null: records have the digest of the instance, which is built to tell.
  PublishedFacts (*published_facts)(std::string_view full_name) = nullptr;

  // A small instance, to try texts on that only an instance can judge.
  Instance (*example)() = nullptr;

  // What an instance is.
  std::string (*digest)(const Instance& instance) = nullptr;
  Program (*program)(const Instance& instance) = nullptr;
  Judgement (*evaluate)(const Instance& instance, LabelView labels) = nullptr;  // literal
  // An answer that is always feasible, such as the empty knapsack; null if there is none.
  TrivialAnswer (*trivial)(const Instance& instance) = nullptr;
  // No feasible value is larger. Null: there is none but what methods bring.
  std::optional<std::int64_t> (*bound)(const Instance& instance,
                                       const BoundRequest& request) = nullptr;

  // What machines and users do with it.
  std::span<const StepRow> (*steps)() = nullptr;
  std::string_view default_steps;  // of machines: steps joined by '+'
  // columns: of the instance's program, as a machine left them.
  Finished (*run_steps)(const Instance& instance, BitView columns, const Steps& steps,
                        const StepRequest& request) = nullptr;
  std::span<const Method> (*methods)() =
      nullptr;  // its own, best first; mip and machines are there for all
  const ModelMaker* (*models)() = nullptr;  // null: those of its program (solver/models.hpp)

  // What an answer looks like, beyond its value and labels; each may be null.
  // Pairs of a name and a JSON text, such as the weight of the chosen items.
  std::vector<std::pair<std::string, std::string>> (*answer_facts)(const Instance& instance,
                                                                   LabelView labels) = nullptr;
  // The labels as members of an object, where an array "labels" is not the natural way.
  void (*answer_json)(const Instance& instance, LabelView labels, JsonObject& json) = nullptr;
  // In words, for the page of `solve`: "12 of 100, load 3 of 4". Its heading is nouns.elements.
  std::string (*answer_text)(const Instance& instance, LabelView labels) = nullptr;
  // Answers in files, where they are written otherwise than as one label from 0 on for each element. InputError unless
  // the file holds an answer, feasible or not.
  Labels (*read_answer)(const InputFile& file, const Instance& instance) = nullptr;
};

// The only list of problems; the knapsack is the first. Defined in catalog.cpp.
[[nodiscard]] std::span<const Problem* const> problems();
[[nodiscard]] const Problem& find_problem(std::string_view name);

// "none", or names of the problem's steps joined by '+'. UsageError with the nearest name otherwise.
[[nodiscard]] Steps parse_steps(const Problem& problem, std::string_view text);

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// Answers are lists of columns by name, of which the x_i matter, and a few words on top:
//
//   cbc        Optimal - objective value 12.0        "Stopped on ...", "Infeasible ..." and
//                                                  "Integer infeasible ..." likewise
//                   0 x_4     1     3                index, name, value, reduced cost; zeros left out
//   glpsol     s mip ROWS COLUMNS STATUS OBJECTIVE   status o, f, n or u (optimal, feasible, none, undefined)
//              j 5 1                                 column counted from 1, value
//   highs      Model status / Optimal / # Primal solution values / Feasible / Objective 12 / # Columns 9
//              x_4 1
//   scip       solution status: optimal solution found, objective value: 12, or no solution available
//              x_4     1     (obj:3)                 zeros left out
//   gurobi_cl  # Objective value = 12                no file without a solution
//              x_4 1
//
// Bounds are printed only, in the lines that bound_after() looks for.
#include "solver/mip_program.hpp"

#include "core/error.hpp"
#include "core/text_reader.hpp"
#include "program/writing.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace spinsack {
namespace {

std::optional<double> number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

// The number behind the last place where the log has these words.
std::optional<double> bound_after(std::string_view log, std::string_view words) {
  const auto place = log.rfind(words);
  if (place == std::string_view::npos) return std::nullopt;
  TextReader rest("log", log.substr(place + words.size()));
  std::string_view token = rest.next();
  if (token.ends_with(',')) token.remove_suffix(1);
  return number(token);
}

double value_of(TextReader& text) {
  const std::optional<double> value = number(text.next());
  if (!value) text.fail("expected the value of a column");
  return *value;
}

// Item i if the token is x_i.
std::optional<Index> item_of(std::string_view token, Index items) {
  if (!token.starts_with("x_")) return std::nullopt;
  Index item = -1;
  const char* const end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data() + 2, end, item);
  if (error != std::errc() || stop != end || item < 0 || item >= items) return std::nullopt;
  return item;
}

// Lines with a name, possibly behind other words, and a value, up to the line that starts with this.
Bits read_solved_items(TextReader& text, Index items, std::string_view last_line = "# Rows") {
  Bits bits(at(items), 0);
  while (text.more()) {
    if (text.text().substr(text.offset()).starts_with(last_line)) break;
    while (text.more_on_line()) {
      const std::optional<Index> item = item_of(text.next(), items);
      if (!item) continue;
      bits[at(*item)] = value_of(text) > 0.5 ? 1 : 0;
      break;
    }
    text.line();
  }
  return bits;
}

// --- cbc -----------------------------------------------------------------------------------------

std::vector<std::string> cbc_arguments(const MipFiles& files, const MipLimits& limits) {
  std::vector<std::string> words{std::string(files.model), "-timeMode", "elapsed"};
  if (limits.seconds)
    words.insert(words.end(), {"-seconds", fmt::format("{:.3f}", *limits.seconds)});
  // 0 would mean one from the clock.
  const auto seed = static_cast<std::int64_t>(1 + limits.seed % 1'000'000);
  words.insert(words.end(),
               {"-randomCbcSeed", std::to_string(seed), "-randomSeed",
                std::to_string(1'000'000 + seed), "-maxNodes", std::to_string(limits.nodes)});
  if (!files.start.empty()) words.insert(words.end(), {"-mipstart", std::string(files.start)});
  words.insert(words.end(), {"-solve", "-solution", std::string(files.answer)});
  return words;
}

std::string cbc_start_line(Index column, std::string_view name, double value) {
  return fmt::format("{} {} {} 0\n", column, name, value);
}

MipAnswer cbc_read(std::string_view answer_name, std::string_view answer, std::string_view log,
                   Index items) {
  TextReader text(answer_name, answer);
  const std::string_view status = text.line();
  const auto value_at = status.rfind("objective value");
  const bool optimal = status.starts_with("Optimal");
  // The empty knapsack is feasible: where its tolerances say otherwise, nothing else it says counts.
  const bool lost = status.starts_with("Infeasible") || status.starts_with("Integer infeasible");
  if (value_at == std::string_view::npos || !(optimal || lost || status.starts_with("Stopped")))
    text.fail_at(0, "expected 'Optimal' or 'Stopped' and 'objective value' from cbc");
  MipAnswer result;
  if (lost) return result;
  if (optimal)
    result.bound = bound_after(status, "objective value");
  else
    result.bound = bound_after(log, "Upper bound:");
  if (status.find("no integer") != std::string_view::npos) return result;
  result.bits = read_solved_items(text, items);
  return result;
}

// --- glpsol --------------------------------------------------------------------------------------

// Its programs are minimised, so signs are turned.
std::vector<std::string> glpsol_arguments(const MipFiles& files, const MipLimits& limits) {
  std::vector<std::string> words{"--freemps", std::string(files.model), "--cuts", "--seed",
                                 std::to_string(limits.seed % 1'000'000)};
  // Whole seconds, and 0 is none: a shorter limit is ours to keep.
  if (limits.seconds && *limits.seconds >= 1 && *limits.seconds < 1e6)
    words.insert(words.end(), {"--tmlim", fmt::format("{:.0f}", std::floor(*limits.seconds))});
  words.insert(words.end(), {"-w", std::string(files.answer)});
  return words;
}

MipAnswer glpsol_read(std::string_view answer_name, std::string_view answer, std::string_view log,
                      Index items) {
  TextReader text(answer_name, answer);
  while (text.peek() == "c") text.line();
  if (text.next() != "s" || text.next() != "mip") text.fail("expected 's mip' from glpsol");
  text.integer("a number of rows");
  const std::int64_t columns = text.integer("a number of columns");
  if (columns < items) text.fail(fmt::format("expected at least {} columns", items));
  const std::string_view status = text.next();
  const double objective = value_of(text);
  MipAnswer result;
  if (status == "o") {
    result.bound = -objective;
  } else if (const std::optional<double> bound = bound_after(log, ">=")) {
    result.bound = -*bound;
  }
  if (status != "o" && status != "f") return result;
  result.bits.assign(at(items), 0);
  while (text.more()) {
    if (text.next() == "j") {
      const std::int64_t column = text.integer("a column", 1, columns);
      const double value = value_of(text);
      if (column <= items) result.bits[static_cast<std::size_t>(column - 1)] = value > 0.5 ? 1 : 0;
    }
    text.line();
  }
  return result;
}

// --- highs ---------------------------------------------------------------------------------------

std::vector<std::string> highs_arguments(const MipFiles& files, const MipLimits& limits) {
  std::vector<std::string> words{"--model_file",    std::string(files.model),
                                 "--options_file",  std::string(files.options),
                                 "--solution_file", std::string(files.answer)};
  if (limits.seconds)
    words.insert(words.end(), {"--time_limit", fmt::format("{:.3f}", *limits.seconds)});
  if (!files.start.empty())
    words.insert(words.end(), {"--read_solution_file", std::string(files.start)});
  return words;
}

std::string highs_options(const MipLimits& limits) {
  return fmt::format(
      "threads = 1\nparallel = off\nrandom_seed = {}\nmip_max_nodes = {}\nmip_rel_gap = 0\n"
      "write_solution_style = 0\n",
      limits.seed % 1'000'000, limits.nodes);
}

std::string named_line(Index /*column*/, std::string_view name, double value) {
  return fmt::format("{} {}\n", name, value);
}

MipAnswer highs_read(std::string_view answer_name, std::string_view answer, std::string_view log,
                     Index items) {
  TextReader text(answer_name, answer);
  if (text.line() != "Model status") text.fail_at(0, "expected 'Model status' from highs");
  text.more();
  text.line();
  MipAnswer result;
  result.bound = bound_after(log, "Dual bound");
  const std::size_t head = answer.find("# Primal solution values");
  if (head == std::string_view::npos) text.fail("expected '# Primal solution values' from highs");
  text.seek(head);
  text.line();
  text.more();
  if (text.line() != "Feasible") return result;
  result.bits = read_solved_items(text, items);
  return result;
}

// --- scip ----------------------------------------------------------------------------------------

std::vector<std::string> scip_arguments(const MipFiles& files, const MipLimits& limits) {
  std::vector<std::string> words;
  const auto say = [&](const std::string& command) {
    words.emplace_back("-c");
    words.push_back(command);
  };
  say(fmt::format("read {}", files.model));
  if (!files.start.empty()) say(fmt::format("read {}", files.start));
  say(fmt::format("set randomization randomseedshift {}", limits.seed % 1'000'000));
  say(fmt::format("set limits nodes {}", std::max<std::int64_t>(1, limits.nodes)));
  if (limits.seconds) say(fmt::format("set limits time {:.3f}", *limits.seconds));
  say("optimize");
  say(fmt::format("write solution {}", files.answer));
  say("quit");
  return words;
}

MipAnswer scip_read(std::string_view answer_name, std::string_view answer, std::string_view log,
                    Index items) {
  TextReader text(answer_name, answer);
  if (!text.line().starts_with("solution status:"))
    text.fail_at(0, "expected 'solution status:' from scip");
  MipAnswer result;
  result.bound = bound_after(log, "Dual Bound         :");
  if (answer.find("no solution available") != std::string_view::npos) return result;
  text.more();
  if (!text.line().starts_with("objective value:"))
    text.fail("expected 'objective value:' from scip");
  result.bits = read_solved_items(text, items);
  return result;
}

// --- gurobi --------------------------------------------------------------------------------------

std::vector<std::string> gurobi_arguments(const MipFiles& files, const MipLimits& limits) {
  std::vector<std::string> words{"Threads=1",
                                 fmt::format("Seed={}", limits.seed % 1'000'000),
                                 "MIPGap=0",
                                 fmt::format("NodeLimit={}", limits.nodes),
                                 "NonConvex=2",
                                 "LogFile=",
                                 fmt::format("ResultFile={}", files.answer)};
  if (limits.seconds) words.push_back(fmt::format("TimeLimit={:.3f}", *limits.seconds));
  if (!files.start.empty()) words.push_back(fmt::format("InputFile={}", files.start));
  words.emplace_back(files.model);
  return words;
}

MipAnswer gurobi_read(std::string_view answer_name, std::string_view answer, std::string_view log,
                      Index items) {
  MipAnswer result;
  result.bound = bound_after(log, "best bound");
  if (answer.empty() && result.bound) return result;  // stopped before it had one
  TextReader text(answer_name, answer);
  if (answer.find("# Objective value =") == std::string_view::npos)
    text.fail_at(0, "expected '# Objective value =' from gurobi_cl");
  result.bits = read_solved_items(text, items);
  return result;
}

constexpr std::array catalog{
    MipProgram{"cbc", "COIN-OR CBC", "lp", ".mst", false, cbc_arguments, nullptr, cbc_start_line,
               "Stopped on iterations - objective value 0\n", cbc_read},
    MipProgram{"glpsol", "GLPK", "mps", "", false, glpsol_arguments, nullptr, nullptr, "",
               glpsol_read},
    MipProgram{
        "highs", "HiGHS", "lp", ".sol", false, highs_arguments, highs_options, named_line,
        "Model status\nNone\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns {}\n",
        highs_read},
    MipProgram{"scip", "SCIP", "lp", ".sol", true, scip_arguments, nullptr, named_line,
               "objective value: 0\n", scip_read},
    MipProgram{"gurobi_cl", "Gurobi", "lp", ".mst", true, gurobi_arguments, nullptr, named_line,
               "# MIP start\n", gurobi_read},
};

}  // namespace

std::span<const MipProgram> mip_programs() { return catalog; }

std::string start_file(const MipProgram& solver, const Program& program,
                       std::span<const double> values) {
  std::string text = fmt::format(fmt::runtime(solver.start_head), values.size());
  std::string name;
  for (std::size_t c = 0; c < values.size(); ++c) {
    name.clear();
    append_label(name, program.columns[c].name);
    text += solver.start_line(static_cast<Index>(c), name, values[c]);
  }
  return text;
}

}  // namespace spinsack

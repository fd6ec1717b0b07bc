// SPDX-License-Identifier: Apache-2.0
#include "solve_html.hpp"

#include "core/error.hpp"
#include "core/json_text.hpp"
#include "core/relative_gap.hpp"
#include "instance/answer_parts.hpp"
#include "instance/qkp.hpp"
#include "problem/problem.hpp"
#include "report/page.hpp"
#include "spinsack_version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace spinsack::cli {
namespace {

// More rows than these nobody reads, and a page of them would be slow.
constexpr std::size_t most_items = 1000;
constexpr std::size_t most_pairs = 50;

std::string texts_json(const std::vector<std::string>& texts) {
  std::vector<std::string> values;
  values.reserve(texts.size());
  for (const std::string& text : texts) values.push_back(json_string(text));
  return json_array(values);
}

// A table as the page shows it: which columns are text, and what stands above it.
struct PageTable {
  std::string_view name;
  std::string title;
  std::vector<std::pair<std::string_view, bool>> columns;
  std::vector<std::string> notes = {};
  std::vector<std::string> rows = {};  // JSON

  void add(const std::vector<std::string>& cells) {
    rows.push_back(JsonObject().add("cells", texts_json(cells)).line());
  }
  std::string json() const {
    std::vector<std::string> heads;
    for (const auto& [head, is_text] : columns)
      heads.push_back(JsonObject().text("name", head).boolean("text", is_text).line());
    return JsonObject()
        .text("name", name)
        .text("title", title)
        .add("notes", texts_json(notes))
        .add("columns", json_array(heads))
        .add("rows", json_array(rows))
        .line();
  }
};

class AnswerPage {
 public:
  explicit AnswerPage(const Solved& solved)
      : solved_(&solved),
        knapsack_(&solved.instance.as<QkpInstance>()),
        bits_(solved.result.outcome.bits),
        parts_(answer_parts(*knapsack_, bits_)) {
    for (Index i = 0; i < knapsack_->size(); ++i) (is_in(i) ? in_ : out_).push_back(i);
  }

  std::string json() {
    const std::string& name = solved_->instance.name();
    return JsonObject()
        .text("title", name.empty() ? "knapsack" : name)
        .add("facts", facts())
        .add("bars", json_array({load_bar(), value_bar()}))
        .add("trace", trace())
        .add("tables", tables())
        .line();
  }

 private:
  bool is_in(Index i) const { return bits_[at(i)] != 0; }
  Weight weight(Index i) const { return knapsack_->weights()[at(i)]; }
  const ItemPart& part(Index i) const { return parts_.items[at(i)]; }
  std::string label(Index i) const {
    return knapsack_->item_names().empty() ? std::to_string(i) : knapsack_->item_names()[at(i)];
  }

  // In a sentence.
  std::string spoken(Index i) const {
    return knapsack_->item_names().empty() ? fmt::format("item {}", i) : label(i);
  }

  // In the units of the file.
  double per_weight(Index i) const {
    return static_cast<double>(part(i).gain()) / static_cast<double>(weight(i)) *
           std::pow(10.0, knapsack_->weight_digits() - knapsack_->profit_digits());
  }
  std::string per_weight_text(Index i) const { return fmt::format("{:.4g}", per_weight(i)); }

  std::string facts() const {
    std::vector<std::string> rows;
    for (const std::vector<std::string>& row : solved_facts(*solved_))
      rows.push_back(texts_json(row));
    std::string parameters;
    for (const auto& [name, value] : solved_->result.parameters)
      parameters += fmt::format("{}{} = {}", parameters.empty() ? "" : ", ", name, value);
    if (!parameters.empty()) rows.push_back(texts_json({"parameters", parameters}));
    rows.push_back(texts_json({"program", fmt::format("spinsack {} ({})", version, revision)}));
    rows.push_back(texts_json({"instance", "SHA-256 " + solved_->instance.digest().substr(0, 16)}));
    return json_array(rows);
  }

  // A bar of parts, each with its share of the whole; a mark where a limit is.
  struct BarPart {
    std::string_view style;
    double share = 0;
    std::string words;
  };
  static std::string bar_json(const std::string& title, const std::vector<BarPart>& parts,
                              std::optional<double> mark, const std::string& words) {
    std::vector<std::string> pieces;
    for (const BarPart& one : parts)
      pieces.push_back(JsonObject()
                           .text("style", one.style)
                           .real("share", std::clamp(one.share, 0.0, 1.0))
                           .text("words", one.words)
                           .line());
    JsonObject json;
    json.text("title", title).add("parts", json_array(pieces)).text("words", words);
    if (mark) json.real("mark", std::clamp(*mark, 0.0, 1.0));
    return json.line();
  }

  std::string load_bar() const {
    const auto total = static_cast<double>(knapsack_->total_weight());
    return bar_json("Load", {{"load", static_cast<double>(parts_.load) / total, ""}},
                    static_cast<double>(knapsack_->capacity()) / total, load_text(*solved_));
  }

  std::string value_bar() const {
    const std::string words =
        fmt::format("{} from single items, {} from pairs", knapsack_->profit_text(parts_.singles),
                    knapsack_->profit_text(parts_.pairs));
    // Shares of a whole need parts that are none of them below nothing.
    const Profit value = parts_.singles + parts_.pairs;
    if (parts_.singles < 0 || parts_.pairs < 0 || value == 0)
      return bar_json("Value", {}, {}, words);
    const auto share = [&](Profit profit) {
      return static_cast<double>(profit) / static_cast<double>(value);
    };
    const auto piece = [&](std::string_view style, Profit profit, std::string_view what) {
      return BarPart{style, share(profit), fmt::format("{} {:.1f} %", what, 100 * share(profit))};
    };
    return bar_json(
        "Value",
        {piece("singles", parts_.singles, "single items"), piece("pairs", parts_.pairs, "pairs")},
        {}, words);
  }

  // Seconds and gap in percent of each new best, to what is known to be above it.
  std::string trace() const {
    const SolveResult& result = solved_->result;
    std::string_view to = "upper bound";
    Profit reference = result.value();
    if (result.upper_bound) {
      reference = *result.upper_bound;
    } else if (const auto best_known = solved_->instance.best_known();
               best_known && *best_known >= result.value()) {
      reference = *best_known;
      to = "best known value";
    } else {
      to = "best value found";
    }
    std::vector<std::string> points;
    for (const ValuePoint& point : result.outcome.trace) {
      if (point.value <= 0 && points.empty() && result.value() > 0) continue;  // the empty knapsack
      points.push_back(json_array(
          {json_number(point.seconds), json_number(100 * relative_gap(reference, point.value))}));
    }
    return JsonObject()
        .text("to", to)
        .real("seconds", result.outcome.seconds)
        .add("points", json_array(points))
        .line();
  }

  static void tell_cut(PageTable& table, std::size_t shown, std::size_t all,
                       std::string_view which) {
    if (shown < all)
      table.notes.push_back(fmt::format(
          "{} of {} are listed, {}; `--json` and `--solution` have all items.", shown, all, which));
  }

  std::string chosen_table() {
    PageTable table{"chosen",
                    fmt::format("Chosen: {} of {} items", in_.size(), knapsack_->size()),
                    {{"item", true},
                     {"weight", false},
                     {"alone", false},
                     {"in pairs", false},
                     {"lost without it", false},
                     {"per weight", false},
                     {"share of value", false}}};
    if (in_.empty()) {
      table.notes.emplace_back("Nothing is chosen: no item that fits is worth anything.");
      return table.json();
    }
    // Half of each pair is this item's, so shares add up.
    const auto twice = [&](Index i) { return part(i).gain() + part(i).alone; };
    std::ranges::stable_sort(in_, [&](Index a, Index b) { return twice(a) > twice(b); });
    const Index least = *std::ranges::min_element(in_, {}, [&](Index i) { return per_weight(i); });
    table.notes.push_back(fmt::format(
        "What an item brings alone and in pairs with other chosen ones, and per unit of its "
        "weight. Each item gets half of a pair in its share. Of all, {} brings least per unit of "
        "weight, {}.",
        spoken(least), per_weight_text(least)));
    const std::size_t shown = std::min(in_.size(), most_items);
    tell_cut(table, shown, in_.size(), "those with the largest share");
    const Profit value = parts_.singles + parts_.pairs;
    for (const Index i : std::span(in_).first(shown))
      table.add({label(i), knapsack_->weight_text(weight(i)), knapsack_->profit_text(part(i).alone),
                 knapsack_->profit_text(part(i).pairs), knapsack_->profit_text(part(i).gain()),
                 per_weight_text(i),
                 value == 0 ? "-"
                            : fmt::format("{:.2f} %", 50.0 * static_cast<double>(twice(i)) /
                                                          static_cast<double>(value))});
    return table.json();
  }

  std::string why_out(Index i) const {
    const Profit gain = part(i).gain();
    if (weight(i) > knapsack_->capacity()) return "heavier than the capacity";
    if (gain < 0) return fmt::format("would cost {}", knapsack_->profit_text(-gain));
    if (gain == 0) return "would bring nothing";
    if (weight(i) <= knapsack_->capacity() - parts_.load)
      return fmt::format("would fit, and bring {}", knapsack_->profit_text(gain));
    const std::optional<Replacement> swap = best_replacement(*knapsack_, parts_, bits_, i);
    if (!swap) return "no single item makes room for it";
    const std::string other = spoken(swap->leaves);
    if (swap->change > 0)
      return fmt::format("in place of {} brings {} more", other,
                         knapsack_->profit_text(swap->change));
    if (swap->change == 0) return fmt::format("as good as {}", other);
    return fmt::format("in place of {} loses {}", other, knapsack_->profit_text(-swap->change));
  }

  std::string out_table() {
    PageTable table{"left-out",
                    fmt::format("Left out: {} of {} items", out_.size(), knapsack_->size()),
                    {{"item", true},
                     {"weight", false},
                     {"alone", false},
                     {"in pairs", false},
                     {"would bring", false},
                     {"per weight", false},
                     {"why it is out", true}}};
    if (out_.empty()) {
      table.notes.emplace_back("Nothing is left out.");
      return table.json();
    }
    std::ranges::stable_sort(out_, [&](Index a, Index b) { return per_weight(a) > per_weight(b); });
    const SolveResult& result = solved_->result;
    table.notes.push_back(
        fmt::format("What an item would bring, alone and in pairs with the chosen ones, and what "
                    "the best exchange "
                    "with one of these would change. {} of the capacity is free. {}",
                    knapsack_->weight_text(knapsack_->capacity() - parts_.load),
                    result.proven_optimal()
                        ? "It is proven that no choice, with or without them, is worth more."
                        : "Other choices that exchange several items at once are not ruled out: "
                          "nothing is proven."));
    const std::size_t shown = std::min(out_.size(), most_items);
    tell_cut(table, shown, out_.size(), "those that would bring most per unit of weight");
    for (const Index i : std::span(out_).first(shown))
      table.add({label(i), knapsack_->weight_text(weight(i)), knapsack_->profit_text(part(i).alone),
                 knapsack_->profit_text(part(i).pairs), knapsack_->profit_text(part(i).gain()),
                 per_weight_text(i), why_out(i)});
    return table.json();
  }

  std::string pair_table(PairSign sign) const {
    const bool gain = sign == PairSign::gain;
    PageTable table{gain ? "pairs" : "costs",
                    gain ? "Strongest pairs" : "Pairs that cost most",
                    {{"item", true}, {"with", true}, {"profit", false}}};
    const std::vector<PairPart> pairs = strongest_pairs(*knapsack_, bits_, sign, most_pairs);
    if (pairs.empty()) return {};
    table.notes.push_back(fmt::format(
        "Pairs of chosen items{}.",
        pairs.size() < most_pairs ? ", all of them" : fmt::format(", the first {}", most_pairs)));
    for (const PairPart& pair : pairs)
      table.add({label(pair.first), label(pair.second), knapsack_->profit_text(pair.profit)});
    return table.json();
  }

  std::string tables() {
    std::vector<std::string> all{chosen_table(), out_table()};
    for (const PairSign sign : {PairSign::gain, PairSign::loss})
      if (std::string table = pair_table(sign); !table.empty()) all.push_back(std::move(table));
    return json_array(all);
  }

  const Solved* solved_;
  const QkpInstance* knapsack_;
  BitView bits_;
  AnswerParts parts_;
  std::vector<Index> in_;
  std::vector<Index> out_;
};

}  // namespace

void require_answer_page(const Instance& instance) {
  if (instance.is<QkpInstance>()) return;
  throw UsageError(fmt::format(
      "--html: expected a knapsack, for which there are pages, found the {} '{}'; --json and "
      "--solution take any answer",
      instance.problem().nouns.instance, instance.name()));
}

std::string answer_html(const Solved& solved) {
  require_answer_page(solved.instance);
  if (!solved.result.found())
    throw UsageError(
        fmt::format("--html: no feasible answer was found for '{}'", solved.instance.name()));
  return answer_page(AnswerPage(solved).json());
}

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
#include "instance/json_instance.hpp"

#include "core/error.hpp"
#include "core/json_reader.hpp"
#include "core/json_text.hpp"
#include "core/nearest.hpp"
#include "instance/instance_parts.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

namespace spinsack {
namespace {

using Written = InstanceParts::Written;

// The fields of an object that were met, each at most once.
template <std::size_t N>
class FieldSet {
 public:
  explicit FieldSet(const std::array<std::string_view, N>& known) : known_(known) {}

  // The number of the field whose name was just read.
  std::size_t take(const std::string& key, const JsonReader& json) {
    for (std::size_t k = 0; k < N; ++k) {
      if (known_[k] != key) continue;
      if (std::exchange(met_[k], true))
        json.fail(fmt::format("expected each field once, found {} again", quote(key)));
      return k;
    }
    json.fail(unknown_word("field", key, known_));
  }
  bool met(std::size_t k) const { return met_[k]; }

 private:
  const std::array<std::string_view, N>& known_;
  std::array<bool, N> met_{};
};

constexpr std::array<std::string_view, 4> instance_fields{"name", "capacity", "items", "pairs"};
constexpr std::array<std::string_view, 3> item_fields{"name", "weight", "profit"};

class JsonInstance {
 public:
  explicit JsonInstance(const InputFile& file)
      : file_(file), place_(file.name, file.text), json_(file.name, file.text), parts_(place_) {}

  QkpInstance read(bool capacity_is_given) {
    FieldSet fields(instance_fields);
    std::string name = name_from_path(file_.name);
    std::optional<std::size_t> early_pairs;  // they can be read once the items are known
    json_.enter_object("an object with capacity, items and pairs");
    const std::size_t start = json_.last();
    for (std::string key; json_.next_key(key);) {
      const std::string_view field = instance_fields[fields.take(key, json_)];
      if (field == "name") {
        name = instance_name();
      } else if (field == "capacity") {
        parts_.set_capacity(number("a capacity"));
      } else if (field == "items") {
        read_items();
      } else if (fields.met(2)) {
        read_pairs(json_);
      } else {
        early_pairs = json_.next();
        json_.skip();
      }
    }
    json_.end("the instance");
    if (!fields.met(1) && !capacity_is_given)
      place_.fail_at(start, "expected the field 'capacity', or --capacity, found neither");
    if (!fields.met(2)) place_.fail_at(start, "expected the field 'items', found none");
    if (early_pairs) {
      JsonReader again(file_.name, file_.text, *early_pairs);
      read_pairs(again);
    }
    return std::move(parts_).finish(std::move(name));
  }

 private:
  std::string instance_name() {
    std::string name = json_.text("the name of the instance in quotes");
    if (const std::string expected = broken_name_rule(name); !expected.empty())
      json_.fail(fmt::format("expected {}, found {}", expected, quote(name)));
    return name;
  }

  Written number(std::string_view what) { return number(json_, what); }
  // As it stands; whether it is a good one is for others to say.
  static Written number(JsonReader& json, std::string_view what) {
    if (json.kind(what) == JsonReader::Kind::text) {
      const std::string text = json.text(what);
      json.fail(fmt::format("expected {}, found the text {}", what, quoted_name(text)));
    }
    const std::string_view word = json.word(what);
    return {word, json.last()};
  }

  void read_items() {
    json_.enter_list("a list of items");
    while (json_.next_value()) read_item();
    parts_.end_items(json_.last());
  }

  void read_item() {
    FieldSet fields(item_fields);
    InstanceParts::Item item;
    std::string name;
    json_.enter_object(R"(an item such as {"name": "tent", "weight": 3, "profit": 5})");
    item.offset = json_.last();
    for (std::string key; json_.next_key(key);) {
      switch (fields.take(key, json_)) {
        case 0:
          name = json_.text("a name in quotes");
          item.name = {name, json_.last()};
          break;
        case 1:
          item.weight = number("a weight");
          break;
        default:
          item.profit = number("a profit");
      }
    }
    for (const std::size_t k : {std::size_t{1}, std::size_t{2}})
      if (!fields.met(k))
        place_.fail_at(item.offset,
                       fmt::format("expected the field '{}' of {}, found none", item_fields[k],
                                   item.name ? quoted_name(name) : "an item"));
    parts_.add_item(item);
  }

  void read_pairs(JsonReader& json) {
    json.enter_list("a list of pairs");
    while (json.next_value()) {
      json.enter_list(R"(a pair such as ["tent", "stove", 4])");
      const std::size_t start = json.last();
      const Index a = item_of_pair(json);
      const Index b = item_of_pair(json);
      next_of_pair(json, "a profit");
      const Written profit = number(json, "a profit");
      parts_.add_pair(a, b, profit, start);
      const std::size_t behind = json.next();
      if (json.next_value())
        json.fail_at(behind, "expected ']' after the profit of a pair, found ','");
    }
    parts_.end_pairs();
  }

  static void next_of_pair(JsonReader& json, std::string_view what) {
    if (!json.next_value()) json.fail(fmt::format("expected {}, found the end of the pair", what));
  }

  Index item_of_pair(JsonReader& json) {
    next_of_pair(json, "an item");
    if (!parts_.has_names()) {
      const Written item = number(json, "an item, by number since items have no names");
      return parts_.find_item(item);
    }
    if (json.kind("the name of an item") == JsonReader::Kind::text) {
      const std::string name = json.text("the name of an item");
      return parts_.find_item({name, json.last()});
    }
    const std::string_view word = json.word("the name of an item");
    json.fail(fmt::format("expected the name of an item in quotes, found {}", quote(word)));
  }

  const InputFile& file_;
  TextReader place_;
  JsonReader json_;
  InstanceParts parts_;
};

}  // namespace

// A name that begins with a brace is not followed by a quote.
bool detect_json_instance(std::string_view text) {
  TextReader reader({}, text);
  if (!reader.more() || text[reader.offset()] != '{') return false;
  reader.seek(reader.offset() + 1);
  if (!reader.more()) return false;
  const char next = text[reader.offset()];
  return next == '"' || next == '}';
}

std::vector<QkpInstance> read_json_instance(const InputFile& file, const ReadOptions& options) {
  std::vector<QkpInstance> instances;
  instances.push_back(JsonInstance(file).read(options.capacity.has_value()));
  return instances;
}

void write_json_instance(const InstanceList& instances, TextWriter& out) {
  const QkpInstance& instance = only_instance(instances, "json");
  const std::span<const std::string> names = instance.item_names();
  const auto item = [&](Index i) {
    return names.empty() ? std::to_string(i) : json_string(names[at(i)]);
  };
  out.text("{\n");
  // A name that no reader would take is left to the name of the file.
  if (broken_name_rule(instance.name()).empty())
    out.text(fmt::format("  \"name\": {},\n", json_string(instance.name())));
  out.text(fmt::format("  \"capacity\": {},\n  \"items\": [",
                       instance.weight_text(instance.capacity())));
  for (Index i = 0; i < instance.size(); ++i) {
    out.text(fmt::format("{}\n    {{{}\"weight\": {}, \"profit\": {}}}", i > 0 ? "," : "",
                         names.empty() ? "" : fmt::format("\"name\": {}, ", item(i)),
                         instance.weight_text(instance.weights()[at(i)]),
                         instance.profit_text(instance.profits()[at(i)])));
  }
  out.text("\n  ],\n  \"pairs\": [");
  bool first = true;
  instance.pair_profits().for_each_pair([&](Index i, Index j, auto profit) {
    out.text(fmt::format("{}\n    [{}, {}, {}]", first ? "" : ",", item(i), item(j),
                         instance.profit_text(static_cast<Profit>(profit))));
    first = false;
  });
  out.text(first ? "]\n}\n" : "\n  ]\n}\n");
}

}  // namespace spinsack

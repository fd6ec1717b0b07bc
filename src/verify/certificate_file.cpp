// SPDX-License-Identifier: Apache-2.0
#include "verify/certificate_file.hpp"

#include "core/text_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <set>
#include <system_error>

namespace spinsack::certificate {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::array<std::string_view, 6> kind_names{"one",  "slack", "chosen",
                                                     "left", "above", "below"};

template <class T>
std::vector<T> read_list(JsonReader& json, std::string_view what, std::int64_t low,
                         std::int64_t high) {
  std::vector<T> list;
  json.enter_list(what);
  while (json.next_value())
    list.push_back(static_cast<T>(json.integer("a whole number", low, high)));
  return list;
}

std::vector<Index> read_items(JsonReader& json, Index n) {
  std::vector<Index> items = read_list<Index>(json, "a list of items", 0, n - 1);
  for (std::size_t i = 1; i < items.size(); ++i)
    if (items[i - 1] >= items[i]) json.fail("expected items in ascending order");
  return items;
}

// The number of a group as it is printed, without signs and leading zeros.
std::optional<std::size_t> group_number(std::string_view digits, std::size_t groups) {
  std::size_t group = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, group);
  const bool padded = digits.size() > 1 && digits.starts_with('0');
  if (error != std::errc{} || stopped != end || padded || group >= groups) return std::nullopt;
  return group;
}

// "slack", or "chosen 3" for one of the groups.
FactorName read_factor(JsonReader& json, std::size_t groups) {
  const std::string text = json.text("a factor");
  const std::string_view whole = text;
  const std::string_view name = whole.substr(0, whole.find(' '));
  const auto known = std::ranges::find(kind_names, name);
  if (known != kind_names.end()) {
    FactorName factor{.kind = static_cast<FactorKind>(known - kind_names.begin())};
    const bool grouped = factor.kind == FactorKind::chosen || factor.kind == FactorKind::left;
    if (!grouped && whole == name) return factor;
    if (grouped && whole != name) {
      if (const auto group = group_number(whole.substr(name.size() + 1), groups)) {
        factor.group = *group;
        return factor;
      }
    }
  }
  json.fail(fmt::format("expected a factor such as 'slack' or 'chosen 0', found {}", quote(text)));
}

ProductLine read_product(JsonReader& json, std::size_t groups) {
  const auto expect_more = [&] {
    if (!json.next_value()) json.fail("expected two factors and a strength");
  };
  ProductLine product;
  json.enter_list("a product");
  expect_more();
  product.first = read_factor(json, groups);
  expect_more();
  product.second = read_factor(json, groups);
  expect_more();
  product.strength = json.integer("a strength", -largest, largest);
  if (json.next_value()) json.fail("expected the end of a product after its strength");
  return product;
}

// Each at most once, so that a step has no more of them than its groups allow.
std::vector<ProductLine> read_products(JsonReader& json, std::size_t groups) {
  std::vector<ProductLine> products;
  std::set<std::pair<FactorName, FactorName>> seen;
  json.enter_list("products");
  while (json.next_value()) {
    products.push_back(read_product(json, groups));
    if (!seen.emplace(products.back().first, products.back().second).second)
      json.fail("expected each product of two factors once in a step, found one twice");
  }
  return products;
}

StepLine read_step(JsonReader& json, const Head& head) {
  StepLine step;
  json.enter_object("a step");
  std::set<std::string> seen;
  for (std::string key; json.next_key(key);) {
    if (!seen.insert(key).second) json.fail(fmt::format("found {} twice in a step", quote(key)));
    if (key == "products") {
      step.products = read_products(json, head.groups.size());
    } else if (key == "curvature") {
      step.curvature = read_list<std::int64_t>(json, "curvatures", -largest, largest);
    } else if (key == "point") {
      step.point = read_list<std::int64_t>(json, "a point", -largest, largest);
      step.by_bound = true;
    } else if (key == "in") {
      step.in = read_items(json, head.n);
    } else if (key == "out") {
      step.out = read_items(json, head.n);
    } else {
      json.fail(fmt::format("expected a field of a step, found {}", quote(key)));
    }
  }
  return step;
}

}  // namespace

Reader::Reader(const InputFile& file) : file_(&file) {
  const std::optional<std::size_t> start = next_line();
  JsonReader json(file.name, file.text, start.value_or(file.text.size()));
  std::set<std::string> missing{"certificate",   "sha256",     "n",      "value",  "items",
                                "strength_bits", "point_bits", "groups", "regions"};
  json.enter_object("a certificate");
  for (std::string key; json.next_key(key);) {
    if (missing.erase(key) == 0)
      json.fail(fmt::format("expected a field of a certificate once, found {}", quote(key)));
    if (missing.contains("certificate"))
      json.fail(fmt::format("expected 'certificate' as the first field, found {}", quote(key)));
    if (missing.contains("n") && (key == "items" || key == "groups"))
      json.fail(fmt::format("expected 'n' before lists of items, found {}", quote(key)));
    if (key == "certificate") {
      static_cast<void>(json.integer("the version 1 of a certificate", 1, 1));
    } else if (key == "sha256") {
      head_.sha256 = json.text("a digest");
    } else if (key == "n") {
      head_.n = static_cast<Index>(json.integer("the number of items", 1, max_variables));
    } else if (key == "value") {
      head_.value = json.integer("a value", -largest, largest);
    } else if (key == "items") {
      head_.items = read_items(json, head_.n);
    } else if (key == "strength_bits") {
      head_.strength_bits = static_cast<int>(json.integer("binary places of strengths", 1, 40));
    } else if (key == "point_bits") {
      head_.point_bits = static_cast<int>(json.integer("binary places of points", 1, 40));
    } else if (key == "groups") {
      json.enter_list("groups of items");
      while (json.next_value()) head_.groups.push_back(read_items(json, head_.n));
    } else if (key == "regions") {
      head_.regions = json.integer("the number of regions", 1, largest);
    }
  }
  if (!missing.empty())
    json.fail(fmt::format("expected {} in a certificate, found none", quote(*missing.begin())));
  require_whole_line(json);
}

std::optional<std::size_t> Reader::next_line() {
  if (offset_ >= file_->text.size()) return std::nullopt;
  const std::size_t start = offset_;
  const std::size_t end = file_->text.find('\n', start);
  if (end == std::string::npos) {
    const TextReader place(file_->name, file_->text);
    place.fail_at(start, "expected a whole line, found one without an end");
  }
  offset_ = end + 1;
  ++line_;
  return start;
}

void Reader::require_whole_line(JsonReader& json) const {
  if (json.last() >= offset_)
    json.fail("expected the end of the object on the line where it begins, found it here");
  if (const std::size_t next = json.next(); next < offset_)
    json.fail_at(next, fmt::format("expected the end of the line, found {}",
                                   quote(file_->text.substr(next, 1))));
}

std::optional<RegionLine> Reader::next() {
  const std::optional<std::size_t> start = next_line();
  if (!start) return std::nullopt;
  JsonReader json(file_->name, file_->text, *start);
  RegionLine region;
  std::set<std::string> seen;
  json.enter_object("a region");
  for (std::string key; json.next_key(key);) {
    if (!seen.insert(key).second) json.fail(fmt::format("found {} twice in a region", quote(key)));
    if (key == "parent") {
      region.parent = json.integer("the number of a region", 0, largest);
    } else if (key == "range") {
      const std::vector<Index> ends = read_list<Index>(json, "a range", 0, head_.n);
      if (ends.size() != 2 || ends[0] > ends[1]) json.fail("expected a range of two numbers");
      region.range = {ends[0], ends[1]};
    } else if (key == "item") {
      region.item = static_cast<Index>(json.integer("an item", 0, head_.n - 1));
    } else if (key == "in") {
      region.in = json.boolean("whether the item is in");
    } else if (key == "steps") {
      json.enter_list("steps");
      while (json.next_value()) region.steps.push_back(read_step(json, head_));
    } else if (key == "closed") {
      region.closed = json.boolean("whether the region is closed");
    } else {
      json.fail(fmt::format("expected a field of a region, found {}", quote(key)));
    }
  }
  require_whole_line(json);
  return region;
}

}  // namespace spinsack::certificate

// SPDX-License-Identifier: Apache-2.0
#include "proof/certificate.hpp"

#include "core/json_text.hpp"
#include "proof/exact_bound.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

namespace spinsack::proof {
namespace {

constexpr std::array<std::string_view, 6> kind_names{"one",  "slack", "chosen",
                                                     "left", "above", "below"};

template <class List, class Text>
void append_list(std::string& out, const List& list, const Text& text) {
  out += '[';
  bool first = true;
  for (const auto& entry : list) {
    if (!first) out += ',';
    first = false;
    text(entry);
  }
  out += ']';
}

void append_units(std::string& out, double value, int places) {
  fmt::format_to(std::back_inserter(out), "{}",
                 static_cast<std::int64_t>(std::ldexp(value, places)));
}

void append_factor(std::string& out, const Factor& factor) {
  const std::string_view name = kind_names.at(static_cast<std::size_t>(factor.kind));
  if (factor.kind == Factor::Kind::chosen || factor.kind == Factor::Kind::left)
    fmt::format_to(std::back_inserter(out), "\"{} {}\"", name, factor.group);
  else
    fmt::format_to(std::back_inserter(out), "\"{}\"", name);
}

}  // namespace

RegionLines::RegionLines(const Origin& origin) : text_("{") {
  const auto out = std::back_inserter(text_);
  if (origin.parent) fmt::format_to(out, R"("parent":{},)", *origin.parent);
  if (origin.range)
    fmt::format_to(out, R"("range":[{},{}],)", origin.range->low, origin.range->high);
  if (origin.item) fmt::format_to(out, R"("item":{},"in":{},)", *origin.item, origin.in);
  text_ += "\"steps\":[";
}

void RegionLines::add(const Finding& finding, const Ground& ground) {
  if (!first_) text_ += ',';
  first_ = false;
  text_ += '{';
  const Region& region = *finding.region;
  const auto integer = [&](Index i) { fmt::format_to(std::back_inserter(text_), "{}", i); };
  if (finding.point != nullptr) {
    text_ += "\"products\":";
    append_list(text_, region.products, [&](const Product& product) {
      text_ += '[';
      append_factor(text_, product.first);
      text_ += ',';
      append_factor(text_, product.second);
      text_ += ',';
      append_units(text_, product.strength, ground.strength_bits);
      text_ += ']';
    });
    text_ += ",\"curvature\":";
    append_list(text_, region.curvature,
                [&](double c) { append_units(text_, c, ground.strength_bits); });
    // In terms of items: y and 1 - y for those of the reference.
    std::vector<double> x = *finding.point;
    for (std::size_t a = 0; a < x.size(); ++a)
      if (ground.reference[at(region.active[a])] != 0) x[a] = 1 - x[a];
    text_ += ",\"point\":";
    append_list(text_, x, [&](double value) { append_units(text_, value, point_bits); });
    text_ += ',';
  }
  std::vector<Index> in;
  std::vector<Index> out;
  if (finding.decisions != nullptr) {
    for (std::size_t a = 0; a < region.size(); ++a) {
      const Index item = region.active[a];
      if ((*finding.decisions)[a] == Decision::open) continue;
      const bool change = (*finding.decisions)[a] == Decision::change;
      (((ground.reference[at(item)] != 0) != change) ? in : out).push_back(item);
      if (finding.neither == a) (in.empty() || in.back() != item ? in : out).push_back(item);
    }
  }
  text_ += "\"in\":";
  append_list(text_, in, integer);
  text_ += ",\"out\":";
  append_list(text_, out, integer);
  text_ += '}';
}

std::string RegionLines::finish(bool closed) && {
  text_ += closed ? "],\"closed\":true}" : "],\"closed\":false}";
  return std::move(text_);
}

std::string certificate_head(const Ground& ground, BitView items, Profit value,
                             std::string_view digest, std::int64_t regions) {
  std::string chosen;
  std::vector<Index> numbers;
  for (Index i = 0; i < ground.size(); ++i)
    if (items[at(i)] != 0) numbers.push_back(i);
  append_list(chosen, numbers,
              [&](Index i) { fmt::format_to(std::back_inserter(chosen), "{}", i); });
  std::string groups;
  append_list(groups, ground.groups, [&](const std::vector<Index>& group) {
    append_list(groups, group,
                [&](Index i) { fmt::format_to(std::back_inserter(groups), "{}", i); });
  });
  return fmt::format(
      "{{\"certificate\":1,\"sha256\":{},\"n\":{},\"value\":{},\"items\":{},\"strength_bits\":{},"
      "\"point_bits\":{},\"groups\":{},\"regions\":{}}}",
      json_string(digest), ground.size(), value, chosen, ground.strength_bits, point_bits, groups,
      regions);
}

}  // namespace spinsack::proof

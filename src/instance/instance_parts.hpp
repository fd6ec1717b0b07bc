// SPDX-License-Identifier: Apache-2.0
// An instance from the parts that people write: a capacity, items with names or without, pairs of them. Brings
// decimals to one scale, finds items by their names, and refuses what cannot be meant, at its place in the file.
#pragma once

#include "core/text_reader.hpp"
#include "instance/decimal_scale.hpp"
#include "instance/item_names.hpp"
#include "instance/pair_list.hpp"
#include "instance/qkp.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

class InstanceParts {
 public:
  // A text of the file and where it stands there.
  struct Written {
    std::string_view text;
    std::size_t offset = 0;
  };
  struct Item {
    std::optional<Written> name;
    Written weight, profit;
    std::size_t offset = 0;
  };

  // place is kept by reference; it is the file that offsets are of.
  explicit InstanceParts(const TextReader& place) : place_(&place) {}
  // From here on offsets are of another file.
  void continue_in(const TextReader& place) { place_ = &place; }

  void set_capacity(Written text);
  bool has_capacity() const { return capacity_.has_value(); }
  void add_item(const Item& item);
  void end_items(std::size_t offset);  // of the end, where an item is expected if there is none

  // After end_items().
  Index size() const { return static_cast<Index>(data_.weight.size()); }
  bool has_names() const { return !data_.item_names.empty(); }
  // The item that a text means: its name, or its number from 0 if items have no names.
  Index find_item(Written item) const;
  void add_pair(Index a, Index b, Written profit, std::size_t offset);
  void end_pairs();

  // Once. A capacity that is missing is 0.
  [[nodiscard]] QkpInstance finish(std::string name) &&;

 private:
  Decimal number(Written text, std::string_view what) const;
  std::int64_t scaled_weight(Written text, Decimal number);
  std::int64_t scaled_profit(Written text);
  std::string name_of(Index item) const;

  const TextReader* place_;
  QkpInstance::Data data_;
  std::optional<Weight> capacity_;
  DecimalScale weight_scale_;
  DecimalScale profit_scale_;
  std::vector<std::size_t> name_offsets_;
  std::optional<ItemLookup> lookup_;
  std::vector<ListedPair> pairs_;
};

}  // namespace spinsack

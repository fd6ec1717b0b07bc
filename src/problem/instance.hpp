// SPDX-License-Identifier: Apache-2.0
// An instance of any problem, as a cheap value: copies share what they stand for, which never changes. The problem's own
// folder sees the typed data by as<T>(); everybody else needs to know no more than what is declared here.
#pragma once

#include "problem/answer.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <typeindex>
#include <variant>
#include <vector>

namespace spinsack {

struct Problem;
struct Program;

// A number that describes an instance, such as its density: for tables, records and models of what is hard.
struct Fact {
  std::string_view name;  // a literal
  std::variant<std::int64_t, double> value;
  friend bool operator==(const Fact&, const Fact&) = default;

  std::string text() const;  // as JSON writes it
  double number() const;
};

class Instance {
 public:
  struct Data {
    const Problem* problem = nullptr;
    std::string name;
    Index elements = 0;            // that an answer has labels for
    int value_digits = 0;          // a value of v stands for v / 10^value_digits
    Goal goal = Goal::maximise;    // what the user calls it
    std::vector<Fact> facts = {};  // n first, then the one that tables group by
    std::string published = {};    // full name of the published instance with these numbers
    std::optional<std::int64_t> best_known =
        {};  // of published instances, or where a generator hid it
    std::optional<std::int64_t> proven_optimum = {};  // where somebody has proven it before
  };

  template <class T>
  Instance(Data data, std::shared_ptr<const T> typed)
      : Instance(std::move(data), std::type_index(typeid(T)), std::move(typed)) {}

  const Problem& problem() const { return *data().problem; }
  const std::string& name() const { return data().name; }
  Index elements() const { return data().elements; }
  std::span<const Fact> facts() const { return data().facts; }
  const Fact* fact(std::string_view name) const;  // nullptr if the problem has none of this name
  const std::string& published() const { return data().published; }
  std::optional<std::int64_t> best_known() const { return data().best_known; }
  std::optional<std::int64_t> proven_optimum() const { return data().proven_optimum; }

  // Values as users read and write them, with the decimals and the sign of their files.
  Goal goal() const { return data().goal; }
  int value_digits() const { return data().value_digits; }
  std::string value_text(std::int64_t value) const;
  std::optional<std::int64_t> value_of(std::string_view text) const;  // nothing if it cannot be one

  // What tells instances apart by their numbers, whatever their names: a SHA-256. Computed when first asked for.
  const std::string& digest() const;
  // The instance as a 0/1 program. Built when first asked for.
  const Program& program() const;

  // UsageError that names the problem if the instance is not of this type.
  template <class T>
  const T& as() const {
    return *static_cast<const T*>(typed(std::type_index(typeid(T))));
  }
  template <class T>
  bool is() const {
    return type() == std::type_index(typeid(T));
  }

 private:
  struct Shared;
  Instance(Data data, std::type_index type, std::shared_ptr<const void> typed);
  const Data& data() const;
  std::type_index type() const;
  const void* typed(std::type_index wanted) const;

  std::shared_ptr<Shared> shared_;
};

}  // namespace spinsack

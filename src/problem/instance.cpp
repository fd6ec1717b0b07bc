// SPDX-License-Identifier: Apache-2.0
#include "problem/instance.hpp"

#include "core/decimal.hpp"
#include "core/error.hpp"
#include "core/json_text.hpp"
#include "problem/problem.hpp"
#include "program/program.hpp"

#include <fmt/format.h>

#include <mutex>
#include <utility>

namespace spinsack {

struct Instance::Shared {
  Shared(Data all, std::type_index of, std::shared_ptr<const void> value)
      : data(std::move(all)), type(of), typed(std::move(value)) {}

  Data data;
  std::type_index type;
  std::shared_ptr<const void> typed;
  std::once_flag digested = {};
  std::string digest = {};
  std::once_flag built = {};
  std::unique_ptr<const Program> program = {};
};

Instance::Instance(Data data, std::type_index type, std::shared_ptr<const void> typed)
    : shared_(std::make_shared<Shared>(std::move(data), type, std::move(typed))) {}

const Instance::Data& Instance::data() const { return shared_->data; }
std::type_index Instance::type() const { return shared_->type; }

const void* Instance::typed(std::type_index wanted) const {
  if (wanted != shared_->type)
    throw UsageError(fmt::format("{}: expected an instance of another problem, found a {} ({})",
                                 name(), problem().nouns.instance, problem().name));
  return shared_->typed.get();
}

const Fact* Instance::fact(std::string_view name) const {
  for (const Fact& fact : facts())
    if (fact.name == name) return &fact;
  return nullptr;
}

std::string Instance::value_text(std::int64_t value) const {
  return format_decimal(goal() == Goal::minimise ? -value : value, value_digits());
}

std::optional<std::int64_t> Instance::value_of(std::string_view text) const {
  const auto [value, fault] = parse_decimal(text);
  if (fault || value.digits > value_digits()) return std::nullopt;
  const auto scaled = scale_by_power_of_ten(value.mantissa, value_digits() - value.digits);
  if (!scaled || goal() == Goal::maximise) return scaled;
  return -*scaled;
}

const std::string& Instance::digest() const {
  std::call_once(shared_->digested, [&] { shared_->digest = problem().digest(*this); });
  return shared_->digest;
}

const Program& Instance::program() const {
  std::call_once(shared_->built, [&] {
    shared_->program = std::make_unique<const Program>(problem().program(*this));
  });
  return *shared_->program;
}

std::string Fact::text() const {
  if (const auto* const integer = std::get_if<std::int64_t>(&value))
    return std::to_string(*integer);
  return json_number(std::get<double>(value));
}

double Fact::number() const {
  return std::visit([](auto any) { return static_cast<double>(any); }, value);
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
#include "machine/model_file.hpp"

#include "core/sha256.hpp"
#include "core/stopwatch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace spinsack {
namespace {

constexpr std::size_t models_kept = 4;

// Everything that decides the file.
std::string digest_of(const QuboModel& model, const ModelWish& wish) {
  std::string bytes = fmt::format("{} {} {} {} {} {} {} {} ", wish.format->name, wish.spin,
                                  wish.gzip, wish.rounded, static_cast<int>(wish.coefficients.kind),
                                  wish.coefficients.bits, model.size(), model.penalties().size());
  const auto add = [&](const auto& value) {
    const std::size_t place = bytes.size();
    bytes.resize(place + sizeof value);
    std::memcpy(bytes.data() + place, &value, sizeof value);
  };
  const QuadraticForm& form = model.objective();
  add(form.constant);
  add(form.unit);
  for (const double value : form.linear) add(value);
  for (const SquaredTerm& term : model.penalties()) {
    add(term.strength);
    add(term.b);
    term.for_each([&](Index v, double value) {
      add(v);
      add(value);
    });
  }
  if (const std::optional<Inequality>& limit = model.inequality()) {
    add(limit->bound);
    for (const double weight : limit->weights) add(weight);
  }
  form.pairs.for_each_pair([&](Index i, Index j, auto value) {
    add(i);
    add(j);
    add(static_cast<double>(value));
  });
  return sha256(bytes);
}

}  // namespace

ModelWish wish_of(const Hello& hello, bool with_inequality) {
  if (with_inequality && !hello.capacity)
    throw MachineError(
        MachineFault::parameter,
        "it takes no inequality, which the encoding 'native' hands over; every other "
        "encoding will do");
  for (const std::string& name : hello.formats)
    for (const QuboFormat& format : qubo_formats()) {
      if (format.name != name || (with_inequality && !format.holds_inequality)) continue;
      const bool binary = hello.binary && format.holds_binary;
      if (!binary && !(hello.spin && format.holds_spin)) continue;
      return {.format = &format,
              .spin = !binary,
              .gzip = hello.gzip,
              .coefficients = hello.coefficients};
    }
  throw MachineError(
      MachineFault::parameter,
      fmt::format("none of the formats {} holds {}", fmt::join(hello.formats, ", "),
                  with_inequality ? "an inequality" : "the variables that it takes"));
}

std::shared_ptr<const WrittenModel> ModelFolder::write(const QuboModel& model,
                                                       const ModelWish& wish) {
  const Stopwatch watch;
  const std::string digest = digest_of(model, wish);
  const std::scoped_lock lock(mutex_);
  for (const Kept& kept : kept_)
    if (kept.digest == digest) {
      WrittenModel again = *kept.model;
      again.seconds = watch.seconds();
      // The copy keeps the file as the first one does.
      return {new WrittenModel(std::move(again)),
              [held = kept.model](const WrittenModel* each) { delete each; }};
    }
  QuadraticForm form = model.expand();
  if (wish.spin) form = to_spin(std::move(form));
  WrittenModel made;
  made.precision = fit_to_machine(form, wish.coefficients, wish.rounded);
  made.holds_constant = wish.format->holds_constant;
  ModelFile& file = made.file;
  file.path = directory_.file(
      fmt::format("{}{}{}", ++written_, wish.format->extension, wish.gzip ? ".gz" : ""));
  file.format = wish.format->name;
  file.gzip = wish.gzip;
  file.vartype = form.vartype;
  file.variables = form.size();
  file.couplings = form.pairs.pairs();
  file.constant = form.constant;
  const std::string text =
      write_string([&](TextWriter& out) { wish.format->write(form, {}, out); });
  write_file(file.path, [&](TextWriter& out) { out.text(text); });
  file.sha256 = sha256(text);
  file.bytes = static_cast<std::int64_t>(std::filesystem::file_size(file.path));
  made.seconds = watch.seconds();
  std::shared_ptr<const WrittenModel> result(new WrittenModel(std::move(made)),
                                             [](const WrittenModel* each) {
                                               std::error_code ignored;
                                               std::filesystem::remove(each->file.path, ignored);
                                               delete each;
                                             });
  if (kept_.size() == models_kept) kept_.erase(kept_.begin());
  kept_.push_back({digest, result});
  return result;
}

}  // namespace spinsack

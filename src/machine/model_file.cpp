// SPDX-License-Identifier: Apache-2.0
#include "machine/model_file.hpp"

#include "core/output_file.hpp"
#include "core/sha256.hpp"
#include "core/stopwatch.hpp"
#include "qubo/squares_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <type_traits>
#include <utility>

namespace spinsack {
namespace {

constexpr std::size_t models_kept = 4;

// Entries as they are held, so that equal models in other widths are taken for different ones, which costs a file.
void add_pairs(const SymmetricRows& pairs, Sha256& digest) {
  pairs.visit([&]<class Rows>(const Rows& rows) {
    using Value = typename Rows::Value;
    digest.add(fmt::format("{}{}{} ", Rows::dense ? "dense" : "sparse",
                           std::is_integral_v<Value> ? "i" : "r", sizeof(Value)));
    for (Index i = 0; i < pairs.size(); ++i) {
      if constexpr (Rows::dense) {
        digest.add(std::span<const Value>(rows.row(i, pairs.size())));
      } else {
        const std::span<const Index> columns = rows.columns(i);
        digest.add(std::to_string(columns.size()));
        digest.add(columns);
        digest.add(std::span<const Value>(rows.values(i)));
      }
    }
  });
}

// Everything that decides the file.
std::string digest_of(const QuboModel& model, const ModelWish& wish) {
  Sha256 digest;
  digest.add(fmt::format("{} {} {} {} {} {} {} {} {} ", wish.format->name, wish.spin, wish.gzip,
                         wish.squares, wish.rounded, static_cast<int>(wish.coefficients.kind),
                         wish.coefficients.bits, model.size(), model.penalties().size()));
  const auto add = [&](double value) { digest.add(std::span<const double>(&value, 1)); };
  const auto add_all = [&](const std::vector<double>& values) {
    digest.add(std::span<const double>(values));
  };
  const QuadraticForm& form = model.objective();
  add(form.constant);
  add(form.unit);
  add_all(form.linear);
  for (const SquaredTerm& term : model.penalties()) {
    add(term.strength);
    add(term.b);
    digest.add(std::span<const Index>(term.variables));
    add_all(term.a);
  }
  if (const std::optional<Inequality>& limit = model.inequality()) {
    add(limit->bound);
    add_all(limit->weights);
  }
  add_pairs(form.pairs, digest);
  return std::move(digest).digits();
}

// Packs pieces of a text, and marks the place before its last brace.
class BodyPacker {
 public:
  // In the bodies of requests ] and p begin what like terms have in common, else the ends of lines do.
  explicit BodyPacker(OutputFile& file)
      : packer_("]p\n", [&file](std::string_view piece) { file.write(piece); }) {}

  void write(std::string_view piece) {
    if (piece.size() < last.size()) {
      held_ += piece;
    } else {
      packer_.write(held_);
      held_ = piece.substr(piece.size() - last.size());
      packer_.write(piece.substr(0, piece.size() - last.size()));
    }
  }
  std::optional<QuickGzip::Mark> finish() {
    std::optional<QuickGzip::Mark> mark;
    if (held_ == last) mark = packer_.mark();
    packer_.write(held_);
    packer_.finish();
    return mark;
  }

 private:
  static constexpr std::string_view last = "}\n";
  QuickGzip packer_;
  std::string held_;
};

// Writes the file, and notes the digest of its text.
void write_model(const QuboFormat& format, const QuadraticForm& form, ModelFile& file) {
  Sha256 digest;
  const auto write = [&](const TextWriter::Sink& sink) {
    TextWriter text([&](std::string_view piece) {
      digest.add(piece);
      sink(piece);
    });
    format.write(form, {}, text);
    text.flush();
  };
  OutputFile output(file.path);
  output.open();
  if (file.gzip) {
    BodyPacker packer(output);
    write([&](std::string_view piece) { packer.write(piece); });
    file.splice = packer.finish();
  } else {
    write([&](std::string_view piece) { output.write(piece); });
  }
  output.publish();
  file.sha256 = std::move(digest).digits();
}

}  // namespace

ModelWish wish_of(const Hello& hello, bool with_inequality) {
  if (with_inequality && !hello.capacity)
    throw MachineError(
        MachineFault::parameter,
        "it takes no inequality, which the encoding 'native' needs; choose another encoding");
  for (const std::string& name : hello.formats)
    for (const QuboFormat& format : qubo_formats()) {
      if (format.name != name || (with_inequality && !format.holds_inequality)) continue;
      const bool binary = hello.binary && format.holds_binary;
      if (!binary && !(hello.spin && format.holds_spin)) continue;
      return {.format = &format,
              .spin = !binary,
              .gzip = hello.gzip,
              .coefficients = hello.coefficients,
              .squares = hello.squares && binary &&
                         hello.coefficients.kind == Coefficients::Kind::floating &&
                         hello.coefficients.bits >= 53};
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
  const bool squares = wish.squares && !model.penalties().empty();
  QuadraticForm form = squares ? model.objective() : model.expand();
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
  file.variables = model.size();
  file.couplings = form.pairs.pairs();
  file.constant = form.constant;
  write_model(*wish.format, form, file);
  if (squares) {
    file.squares = file.path + ".squares";
    write_file(file.squares, [&](TextWriter& out) { write_squares(model, out); });
  }
  file.bytes = static_cast<std::int64_t>(std::filesystem::file_size(file.path));
  made.seconds = watch.seconds();
  std::shared_ptr<const WrittenModel> result(
      new WrittenModel(std::move(made)), [](const WrittenModel* each) {
        std::error_code ignored;
        std::filesystem::remove(each->file.path, ignored);
        if (!each->file.squares.empty()) std::filesystem::remove(each->file.squares, ignored);
        delete each;
      });
  if (kept_.size() == models_kept) kept_.erase(kept_.begin());
  kept_.push_back({digest, result});
  return result;
}

}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// The ways of an instance to the machine, at the largest published size: 2,000 items, all pairs. Each
// time stands beside that of a memcpy of the same number of bytes (those read, built or written), in
// the counters bytes, memcpy_ms and ratio: the distance from what memory allows. Every answer is
// checked before it is timed.
#include "core/catalog.hpp"
#include "core/rng.hpp"
#include "formulation/formulation.hpp"
#include "formulation/linearise.hpp"
#include "instance/evaluate.hpp"
#include "instance/format.hpp"
#include "instance/published.hpp"
#include "program/format.hpp"
#include "qubo/flip_state.hpp"
#include "qubo/format.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace spinsack {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

// The fastest of a few copies between buffers that are already mapped.
double memcpy_ms(std::size_t bytes) {
  const auto from = std::make_unique<char[]>(bytes);
  const auto to = std::make_unique<char[]>(bytes);
  double best = 1e300;
  for (int i = 0; i < 7; ++i) {
    const auto start = Clock::now();
    std::memcpy(to.get(), from.get(), bytes);
    benchmark::DoNotOptimize(to.get());
    benchmark::ClobberMemory();
    best = std::min(best, milliseconds(Clock::now() - start));
  }
  return best;
}

// Times work() and adds the counters. The ratio is that of the fastest runs, so that a busy machine
// changes it little.
template <class Work>
void measure(benchmark::State& state, std::size_t bytes, Work&& work) {
  double best = 1e300;
  for (auto _ : state) {
    const auto start = Clock::now();
    work();
    best = std::min(best, milliseconds(Clock::now() - start));
  }
  const double copy = memcpy_ms(bytes);
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
  state.counters["bytes"] = static_cast<double>(bytes);
  state.counters["memcpy_ms"] = copy;
  state.counters["ratio"] = best / copy;
}

const PublishedInstance& published() { return *match_published("large:2000_100_10").front(); }

const QkpInstance& dense_instance() {
  static const QkpInstance instance = build_published(published());
  return instance;
}

// One pair in fifty, few enough for sparse rows.
const QkpInstance& sparse_instance() {
  static const QkpInstance instance = [] {
    constexpr Index n = 2000;
    Rng rng(1);
    QkpInstance::Data data;
    data.name = "sparse";
    data.capacity = 2565;
    SymmetricRowsBuilder pairs(n);
    for (Index i = 0; i < n; ++i) {
      data.profit.push_back(rng.integer(1, 100));
      data.weight.push_back(rng.integer(1, 50));
      for (Index j = 0; j < i; ++j)
        if (rng.integer(1, 50) == 1) pairs.add(i, j, rng.integer(1, 100));
    }
    data.pair_profit = std::move(pairs).finish();
    return QkpInstance(std::move(data));
  }();
  return instance;
}

Formulation formulation_of(const QkpInstance& instance, std::string_view encoding) {
  return formulate(instance, {.encoding = std::string(encoding),
                              .bound = slack_bound(instance, "max-weight"),
                              .parameters = {}});
}

Bits random_bits(Index n) {
  Rng rng(2);
  Bits bits(at(n));
  for (std::uint8_t& bit : bits) bit = static_cast<std::uint8_t>(rng.integer(0, 1));
  return bits;
}

// --- reading --------------------------------------------------------------------------------------

void read_instance(benchmark::State& state) {
  const InputFile file{"large:2000_100_10", published_text(published())};
  const QkpInstance& expected = dense_instance();
  const QkpInstance read = read_instances(file).front();
  if (read.pair_profits() != expected.pair_profits() || read.capacity() != expected.capacity()) {
    state.SkipWithError("read something else than was published");
    return;
  }
  measure(state, file.text.size(), [&] { benchmark::DoNotOptimize(read_instances(file)); });
}
BENCHMARK(read_instance)->Unit(benchmark::kMillisecond);

// --- formulation, one run per encoding ------------------------------------------------------------

// energy = -profit + lambda (load + z - C)^2 [+ lambda (ones - 1)^2] + what the encoding adds
bool energy_is_right(const QkpInstance& instance, const Formulation& formulation) {
  const Bits bits = random_bits(formulation.model.size());
  const Evaluation items = evaluate(instance, formulation.decode(bits));
  const double excess =
      static_cast<double>(items.load - instance.capacity()) + formulation.slack_value(bits);
  double ones = 0;
  for (std::size_t v = at(formulation.items); v < bits.size(); ++v) ones += bits[v];
  const double lambda = formulation.request.strength;
  const double expected = formulation.slack.energy - static_cast<double>(items.profit) +
                          lambda * excess * excess +
                          (formulation.slack.one_hot ? lambda * (ones - 1) * (ones - 1) : 0);
  return std::fabs(formulation.model.energy(bits) - expected) <= 1e-9 * std::fabs(expected);
}

void each_encoding(benchmark::internal::Benchmark* b) {
  b->ArgName("encoding")->DenseRange(0, static_cast<std::int64_t>(encodings().size()) - 1);
}

void formulate_instance(benchmark::State& state) {
  const Encoding& encoding = encodings()[static_cast<std::size_t>(state.range(0))];
  const QkpInstance& instance = dense_instance();
  const Formulation formulation = formulation_of(instance, encoding.name);
  state.SetLabel(std::string(encoding.name));
  if (!energy_is_right(instance, formulation)) {
    state.SkipWithError("wrong energy");
    return;
  }
  measure(state, formulation.model.bytes(),
          [&] { benchmark::DoNotOptimize(formulation_of(instance, encoding.name)); });
}
BENCHMARK(formulate_instance)->Apply(each_encoding)->Unit(benchmark::kMillisecond);

// --- what a machine is sent -----------------------------------------------------------------------

void expand_model(benchmark::State& state) {
  const Formulation formulation = formulation_of(dense_instance(), "binary");
  const QuboModel& model = formulation.model;
  const Bits bits = random_bits(model.size());
  const QuadraticForm form = model.expand();
  if (value_of(form, bits) != model.energy(bits)) {
    state.SkipWithError("wrong energy");
    return;
  }
  measure(state, form.pairs.bytes(), [&] { benchmark::DoNotOptimize(model.expand()); });
}
BENCHMARK(expand_model)->Unit(benchmark::kMillisecond);

// Runs write with a sink that looks at every piece and keeps none.
template <class Write>
std::size_t written_bytes(Write&& write) {
  std::size_t bytes = 0;
  TextWriter out([&](std::string_view piece) { bytes += piece.size(); });
  write(out);
  out.flush();
  return bytes;
}

void write_coo_text(benchmark::State& state) {
  const Formulation formulation = formulation_of(dense_instance(), "binary");
  const QuadraticForm form = formulation.model.expand();
  const QuboFormat& format = find_entry(qubo_formats(), "QUBO format", "coo");
  const auto write = [&](TextWriter& out) { format.write(form, {}, out); };
  const InputFile file{"coo", write_string(write)};
  const Bits bits = random_bits(form.size());
  if (value_of(format.read(file), bits) != value_of(form, bits)) {
    state.SkipWithError("reads back as something else");
    return;
  }
  measure(state, file.text.size(), [&] { benchmark::DoNotOptimize(written_bytes(write)); });
}
BENCHMARK(write_coo_text)->Unit(benchmark::kMillisecond);

// A model of the size that people send to machines, 5000 bits, or 100,000 with three couplings each.
QuadraticForm random_model(Index n, Index couplings_each) {
  Rng rng(5);
  QuadraticForm form;
  form.linear.assign(at(n), 1);
  SymmetricRowsBuilder pairs(n);
  for (Index i = 0; i + 1 < n; ++i)
    for (Index k = 0; k < std::min(couplings_each, n - 1 - i); ++k)
      pairs.add(i, couplings_each >= n ? i + 1 + k : static_cast<Index>(rng.integer(i + 1, n - 1)),
                rng.integer(-100, 100));
  form.pairs = std::move(pairs).finish();
  return form;
}

void read_model(benchmark::State& state, std::string_view name, Index n, Index couplings_each) {
  const QuboFormat& format = find_entry(qubo_formats(), "model format", name);
  const QuadraticForm form = random_model(n, couplings_each);
  const InputFile file{"model",
                       write_string([&](TextWriter& out) { format.write(form, {}, out); })};
  const Bits bits = random_bits(form.size());
  if (value_of(format.read(file), bits) != value_of(form, bits)) {
    state.SkipWithError("reads back as something else");
    return;
  }
  measure(state, file.text.size(), [&] { benchmark::DoNotOptimize(format.read(file)); });
}
BENCHMARK_CAPTURE(read_model, coo_dense, "coo", 5000, 5000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_model, coo_sparse, "coo", 100'000, 3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_model, bqm_dense, "bqm", 5000, 5000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_model, bqm_sparse, "bqm", 100'000, 3)->Unit(benchmark::kMillisecond);

void write_model(benchmark::State& state, std::string_view name) {
  const QuboFormat& format = find_entry(qubo_formats(), "model format", name);
  const QuadraticForm form = random_model(2000, 2000);
  const auto write = [&](TextWriter& out) { format.write(form, {}, out); };
  measure(state, written_bytes(write), [&] { benchmark::DoNotOptimize(written_bytes(write)); });
}
BENCHMARK_CAPTURE(write_model, amplify, "amplify")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(write_model, da, "da")->Unit(benchmark::kMillisecond);

// From the model to the text, as `formulate` does it.
void expand_and_write_coo_text(benchmark::State& state) {
  const Formulation formulation = formulation_of(dense_instance(), "binary");
  const QuboFormat& format = find_entry(qubo_formats(), "QUBO format", "coo");
  const auto write = [&](TextWriter& out) { format.write(formulation.model.expand(), {}, out); };
  measure(state, written_bytes(write), [&] { benchmark::DoNotOptimize(written_bytes(write)); });
}
BENCHMARK(expand_and_write_coo_text)->Unit(benchmark::kMillisecond);

void write_quadratic_lp(benchmark::State& state) {
  const ProgramFormat& format = find_entry(program_formats(), "program format", "lp");
  const Linearisation& form = find_entry(linearisations(), "linearisation", "quadratic");
  const QkpInstance& instance = dense_instance();
  const auto write = [&](TextWriter& out) { format.write(form.build(instance), {}, out); };
  measure(state, written_bytes(write), [&] { benchmark::DoNotOptimize(written_bytes(write)); });
}
BENCHMARK(write_quadratic_lp)->Unit(benchmark::kMillisecond);

// --- one flip -------------------------------------------------------------------------------------

void dense_and_sparse(benchmark::internal::Benchmark* b) { b->ArgName("dense")->Arg(1)->Arg(0); }

// A state in the middle of a walk, checked against the literal energy.
struct Walk {
  Formulation formulation;
  FlipState state;
  std::array<Index, 4096> order{};  // random bits

  explicit Walk(const QkpInstance& instance)
      : formulation(formulation_of(instance, "binary")),
        state(formulation.model, random_bits(formulation.model.size())) {
    Rng rng(3);
    for (Index& v : order)
      v = static_cast<Index>(rng.integer(0, std::int64_t{formulation.model.size()} - 1));
    for (const Index v : order) state.flip(v);
  }
  bool right() const { return state.energy() == formulation.model.energy(state.bits()); }
};

template <class Work>
void walk(benchmark::State& state, Work&& work) {
  const bool dense = state.range(0) != 0;
  const QkpInstance& instance = dense ? dense_instance() : sparse_instance();
  Walk walk(instance);
  if (!walk.right() || instance.pair_profits().dense() != dense) {
    state.SkipWithError("wrong energy or wrong storage");
    return;
  }
  std::size_t step = 0;
  for (auto _ : state) work(walk.state, walk.order[step++ % walk.order.size()]);
  if (!walk.right()) state.SkipWithError("wrong energy");
  state.SetItemsProcessed(state.iterations());
}

void flip_delta(benchmark::State& state) {
  walk(state, [](const FlipState& s, Index v) { benchmark::DoNotOptimize(s.delta(v)); });
}
BENCHMARK(flip_delta)->Apply(dense_and_sparse);

void flip(benchmark::State& state) {
  walk(state, [](FlipState& s, Index v) { s.flip(v); });
}
BENCHMARK(flip)->Apply(dense_and_sparse);

}  // namespace
}  // namespace spinsack

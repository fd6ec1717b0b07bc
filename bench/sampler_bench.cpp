// SPDX-License-Identifier: Apache-2.0
// The Ising machine: nanoseconds per visit (a whole anneal divided by sweeps x variables) and per flip, on
// capacity-penalised knapsacks of n items and density d % (binary slack, D = C, lambda = 2), beside
//   scalar    the literal twin of the kernel, same trajectory,
//   textbook  a dense annealer with the matrix written out in doubles, stored deltas and std::exp;
// and what the machine allows: the rate at which rows of this size can be read, against the bytes that the
// kernel needs per flip. `make bench` interleaves the runs at random and shows medians.
#include "core/rng.hpp"
#include "formulation/formulation.hpp"
#include "instance/generator.hpp"
#include "sampler/annealing.hpp"
#include "sampler/kernel.hpp"
#include "sampler/scalar_twin.hpp"
#include "sampler/schedule.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <ctime>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

struct Case {
  explicit Case(Index n, int density)
      : instance(generate(
            "gallo",
            {{"n", std::to_string(n)}, {"density", std::to_string(density)}, {"seed", "1"}})),
        model(formulate(instance, {.encoding = "binary",
                                   .strength = 2,
                                   .bound = static_cast<std::int64_t>(instance.capacity())})
                  .model),
        kernel_model(model),
        start(kernel_model.rows() * kernel_model.expanded_scales().largest) {}

  // Sweeps enough for a few milliseconds of the kernel.
  std::int64_t sweeps() const { return 4'000'000 / model.size() / (model.size() > 500 ? 4 : 1); }

  QkpInstance instance;
  QuboModel model;
  KernelModel kernel_model;
  double start;  // the paper's first temperature; its last one is 0.1
};

const Case& the_case(const benchmark::State& state) {
  static std::map<std::pair<std::int64_t, std::int64_t>, std::unique_ptr<Case>> cases;
  auto& slot = cases[{state.range(0), state.range(1)}];
  if (!slot)
    slot = std::make_unique<Case>(static_cast<Index>(state.range(0)),
                                  static_cast<int>(state.range(1)));
  return *slot;
}

// Of this thread: what else the machine does is left out.
double cpu_nanoseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

// Counters of one benchmark: nanoseconds per visit and per flip.
void account(benchmark::State& state, double nanoseconds, double visits, double flips) {
  state.counters["ns/visit"] = nanoseconds / visits;
  if (flips > 0) state.counters["ns/flip"] = nanoseconds / flips;
  state.counters["flips/visit"] = flips / visits;
}

// --- the paper's schedule ---------------------------------------------------------------------------

// What a user of `--schedule paper` gets: one read of 10^5 sweeps or so, molten sweeps skipped.
void paper_sampler(benchmark::State& state) {
  const Case& c = the_case(state);
  const ParameterValues values{{"schedule", "paper"}, {"sweeps", std::to_string(10 * c.sweeps())}};
  std::uint64_t seed = 0;
  double visits = 0;
  double flips = 0;
  const double start_time = cpu_nanoseconds();
  for (auto _ : state) {
    const SampleSet set = find_sampler("sa").sample(c.model, values, {.seed = ++seed});
    visits += 10.0 * static_cast<double>(c.sweeps()) * c.model.size();
    flips += static_cast<double>(set.work.flips);
  }
  account(state, cpu_nanoseconds() - start_time, visits, flips);
}

// Every sweep of it carried out.
void paper_kernel(benchmark::State& state) {
  const Case& c = the_case(state);
  KernelState chain(c.kernel_model, 1, 1);
  const double start_time = cpu_nanoseconds();
  for (auto _ : state) {
    chain.randomise();
    GeometricCooling cooling({c.start, 0.1}, c.sweeps());
    for (std::int64_t s = 0; s < c.sweeps(); ++s, cooling.step())
      kernel::sweep(chain, cooling.temperature());
  }
  account(state, cpu_nanoseconds() - start_time,
          static_cast<double>(state.iterations() * c.sweeps() * c.model.size()),
          static_cast<double>(chain.flips));
}

void paper_scalar(benchmark::State& state) {
  const Case& c = the_case(state);
  const std::int64_t sweeps = std::max<std::int64_t>(c.sweeps() / 10, 20);
  KernelState start(c.kernel_model, 1, 1);
  start.randomise();
  double flips = 0;
  const double start_time = cpu_nanoseconds();
  for (auto _ : state) {
    ScalarTwin twin(start);
    GeometricCooling cooling({c.start, 0.1}, sweeps);
    for (std::int64_t s = 0; s < sweeps; ++s, cooling.step()) twin.sweep(cooling.temperature());
    flips += static_cast<double>(twin.flips());
  }
  account(state, cpu_nanoseconds() - start_time,
          static_cast<double>(state.iterations() * sweeps * c.model.size()), flips);
}

// What one finds in books: Q written out, the cost of every flip kept up to date, exp and a uniform number
// for every uphill step.
class TextbookAnnealer {
 public:
  explicit TextbookAnnealer(const QuboModel& model)
      : n_(at(model.size())), q_(n_ * n_), x_(n_), delta_(n_) {
    const QuadraticForm form = model.expand();
    for (std::size_t i = 0; i < n_; ++i) delta_[i] = form.linear[i];
    form.pairs.for_each_pair([&](Index i, Index j, auto value) {
      q_[at(i) * n_ + at(j)] = q_[at(j) * n_ + at(i)] = form.unit * static_cast<double>(value);
    });
  }
  void sweep(double temperature) {
    for (std::size_t i = 0; i < n_; ++i)
      if (delta_[i] <= 0 || uniform_(random_) < std::exp(-delta_[i] / temperature)) flip(i);
  }
  std::int64_t flips() const { return flips_; }

 private:
  void flip(std::size_t i) {
    const double turn = x_[i] != 0 ? -1 : 1;
    const double* const row = q_.data() + i * n_;
    for (std::size_t j = 0; j < n_; ++j) delta_[j] += turn * row[j] * (1 - 2 * x_[j]);
    delta_[i] = -delta_[i];
    x_[i] = 1 - x_[i];
    ++flips_;
  }
  std::size_t n_;
  std::vector<double> q_;
  std::vector<double> x_;
  std::vector<double> delta_;
  std::mt19937_64 random_{1};
  std::uniform_real_distribution<double> uniform_{0, 1};
  std::int64_t flips_ = 0;
};

void paper_textbook(benchmark::State& state) {
  const Case& c = the_case(state);
  const std::int64_t sweeps = std::max<std::int64_t>(c.sweeps() / 10, 20);
  TextbookAnnealer annealer(c.model);
  const double start_time = cpu_nanoseconds();
  for (auto _ : state) {
    GeometricCooling cooling({c.start, 0.1}, sweeps);
    for (std::int64_t s = 0; s < sweeps; ++s, cooling.step()) annealer.sweep(cooling.temperature());
  }
  account(state, cpu_nanoseconds() - start_time,
          static_cast<double>(state.iterations() * sweeps * c.model.size()),
          static_cast<double>(annealer.flips()));
}

// --- the cold phase ---------------------------------------------------------------------------------

// The end of the schedule: from the temperature at which fewer than one visit in a hundred flips down to 0.1.
void cold_kernel(benchmark::State& state) {
  const Case& c = the_case(state);
  KernelState chain(c.kernel_model, 1, 1);
  chain.randomise();
  GeometricCooling search({c.start, 0.1}, 200);
  constexpr int look = 200;  // sweeps per temperature
  for (double share = 1; share > 0.01; search.step()) {
    const std::int64_t before = chain.flips;
    for (int s = 0; s < look; ++s) kernel::sweep(chain, search.temperature());
    share = static_cast<double>(chain.flips - before) / look / c.model.size();
  }
  chain.flips = 0;
  const KernelState start = chain;
  const std::int64_t sweeps = 1000;
  std::int64_t flips = 0;
  const double start_time = cpu_nanoseconds();
  for (auto _ : state) {
    chain = start;
    GeometricCooling cooling({search.temperature(), 0.1}, sweeps);
    for (std::int64_t s = 0; s < sweeps; ++s, cooling.step())
      kernel::sweep(chain, cooling.temperature());
    flips += chain.flips;
  }
  account(state, cpu_nanoseconds() - start_time,
          static_cast<double>(state.iterations() * sweeps) * c.model.size(),
          static_cast<double>(flips));
}

// --- what the machine allows ------------------------------------------------------------------------

// The rows of random variables read and summed, nothing else: bytes per second at this size, and the time
// that the bytes of one flip (a row of the matrix, the fields read and written) would take at that rate.
void roofline_rows(benchmark::State& state) {
  const Case& c = the_case(state);
  const SymmetricRows& pairs = c.model.objective().pairs;
  const std::size_t row_bytes = pairs.bytes() / at(pairs.size());
  const std::vector<std::uint64_t> matrix(pairs.bytes() / 8 + 8, 1);
  std::uint64_t place = 1;
  std::uint64_t sum = 0;
  for (auto _ : state) {
    place = place * 6364136223846793005U + 1442695040888963407U;
    const std::size_t row = (place >> 33) % at(pairs.size());
    const std::uint64_t* const first = matrix.data() + row * row_bytes / 8;
    sum = std::accumulate(first, first + row_bytes / 8, sum);
    benchmark::DoNotOptimize(sum);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(row_bytes) * state.iterations());
  state.counters["row_bytes"] = static_cast<double>(row_bytes);
  state.counters["field_bytes"] = static_cast<double>(8 * c.kernel_model.field_size());
}

// Random numbers, the only cost of a visit that is neither skipped nor accepted.
void roofline_exponentials(benchmark::State& state) {
  const Case& c = the_case(state);
  KernelState chain(c.kernel_model, 1, 1);
  float out[group_size];
  const double start_time = cpu_nanoseconds();
  for (auto _ : state) {
    kernel::random_exponentials(chain, out);
    benchmark::DoNotOptimize(out);
  }
  account(state, cpu_nanoseconds() - start_time,
          static_cast<double>(state.iterations()) * group_size, 0);
}

// --- other models -----------------------------------------------------------------------------------

// Couplings between all spins, of one kind of storage each, and a lattice of +-1 with its ends joined.
enum class Kind { signs, bytes, reals_of_32_bits, reals, torus };

QuboModel model_of(Kind kind, Index n) {
  Rng rng(1);
  QuadraticForm form;
  form.vartype = Vartype::spin;
  form.linear.assign(at(n), 0);
  SymmetricRowsBuilder pairs(n);
  const auto sign = [&] { return rng.integer(0, 1) == 0 ? std::int64_t{-1} : std::int64_t{1}; };
  const auto coupling = [&]() -> double {
    switch (kind) {
      case Kind::bytes:
        return static_cast<double>(rng.integer(-100, 100));
      case Kind::reals_of_32_bits:
        return static_cast<double>(static_cast<float>(rng.real() - 0.5));
      case Kind::reals:
        return rng.real() - 0.5;
      case Kind::signs:
      case Kind::torus:
        break;
    }
    return static_cast<double>(sign());
  };
  if (kind == Kind::torus) {
    const auto side = static_cast<Index>(std::lround(std::sqrt(n)));
    for (Index v = 0; v < side * side; ++v) {
      pairs.add(v, v - v % side + (v + 1) % side, sign());
      pairs.add(v, (v + side) % (side * side), sign());
    }
  } else {
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < i; ++j) pairs.add(i, j, coupling());
  }
  form.pairs = std::move(pairs).finish();
  return QuboModel(std::move(form));
}

// Four reads of 250 sweeps or 5000 steps with all that belongs to them, per visit and per step or sweep.
void read_model(benchmark::State& state, std::string_view sampler, const QuboModel& model) {
  const bool sweeps = sampler == "sa";
  const double amount = sweeps ? 250 : 5000;
  const ParameterValues values{{sweeps ? "sweeps" : "steps", fmt::format("{}", amount)}};
  double flips = 0;
  const double start_time = cpu_nanoseconds();
  for (auto _ : state)
    flips += static_cast<double>(
        find_sampler(sampler).sample(model, values, {.seed = 1, .reads = 4}).work.flips);
  const double time = cpu_nanoseconds() - start_time;
  const double steps = 4 * amount * static_cast<double>(state.iterations());
  account(state, time, steps * model.size(), flips);
  state.counters["ns/step"] = time / steps;
}

void model_reads(benchmark::State& state, std::string_view sampler, Kind kind) {
  read_model(state, sampler, model_of(kind, static_cast<Index>(state.range(0))));
}

// A knapsack as it comes from a file, every square multiplied out.
void written_out(benchmark::State& state) {
  read_model(state, "sa", QuboModel(the_case(state).model.expand()));
}

// --- reads over threads -----------------------------------------------------------------------------

void reads_over_threads(benchmark::State& state) {
  const Case& c = the_case(state);
  const ParameterValues values{{"schedule", "paper"}, {"sweeps", std::to_string(c.sweeps())}};
  const auto start_time = std::chrono::steady_clock::now();
  for (auto _ : state)
    benchmark::DoNotOptimize(find_sampler("sa").sample(
        c.model, values, {.reads = 16, .threads = static_cast<int>(state.range(2))}));
  account(state,
          std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start_time)
              .count(),
          16 * static_cast<double>(state.iterations() * c.sweeps() * c.model.size()), 0);
}

void sizes(benchmark::internal::Benchmark* b) {
  for (const std::int64_t n : {100, 200, 300, 1000, 2000})
    for (const std::int64_t d : {25, 100}) b->Args({n, d});
  b->ArgNames({"n", "d"})->Unit(benchmark::kMillisecond);
}

BENCHMARK(paper_sampler)->Apply(sizes);
BENCHMARK(paper_kernel)->Apply(sizes);
BENCHMARK(paper_scalar)->Apply(sizes);
BENCHMARK(paper_textbook)->Apply(sizes);
BENCHMARK(cold_kernel)->Apply(sizes);
BENCHMARK(roofline_rows)->Apply(sizes);
BENCHMARK(roofline_exponentials)->Args({100, 25});
BENCHMARK_CAPTURE(model_reads, sa_signs, "sa", Kind::signs)->Arg(100)->Arg(1000)->Arg(2000);
BENCHMARK_CAPTURE(model_reads, sa_bytes, "sa", Kind::bytes)->Arg(1000)->Arg(2000);
BENCHMARK_CAPTURE(model_reads, sa_reals32, "sa", Kind::reals_of_32_bits)->Arg(1000)->Arg(2000);
BENCHMARK_CAPTURE(model_reads, sa_reals, "sa", Kind::reals)->Arg(1000)->Arg(2000);
BENCHMARK_CAPTURE(model_reads, tabu_signs, "tabu", Kind::signs)->Arg(1000)->Arg(2000);
BENCHMARK_CAPTURE(model_reads, tabu_torus, "tabu", Kind::torus)->Arg(19'881);
BENCHMARK_CAPTURE(model_reads, da_signs, "da", Kind::signs)->Arg(1000)->Arg(2000);
BENCHMARK_CAPTURE(model_reads, da_torus, "da", Kind::torus)->Arg(19'881);
BENCHMARK(written_out)->Args({2000, 25})->ArgNames({"n", "d"});
BENCHMARK(reads_over_threads)
    ->ArgsProduct({{300, 2000}, {100}, {1, 2}})
    ->ArgNames({"n", "d", "threads"})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace spinsack

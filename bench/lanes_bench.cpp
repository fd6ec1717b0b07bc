// SPDX-License-Identifier: Apache-2.0
// Sparse models: nanoseconds per visit (whole reads of `sa`, set-up and energies included, divided by reads x sweeps x
// variables) on one thread, for
//   lanes     64 reads in lanes, what `spinsack sample` does,
//   single    one read of them,
//   kernel    the kernel of dense models,
//   textbook  an annealer as one finds it in books: compressed rows, stored costs, std::exp.
// The models are like those that people compare machines with, built here from seeds. `make bench` interleaves the runs
// at random and shows medians.
#include "core/rng.hpp"
#include "sampler/annealing.hpp"
#include "sampler/schedule.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace spinsack {
namespace {

// --- models -----------------------------------------------------------------------------------------

class ModelBuilder {
 public:
  explicit ModelBuilder(Index n) : pairs_(n) {
    form_.vartype = Vartype::spin;
    form_.linear.assign(at(n), 0);
  }
  void add(Index i, Index j, std::int64_t value) { pairs_.add(i, j, value); }
  void add_sign(Index i, Index j) { add(i, j, rng_.integer(0, 1) == 0 ? -1 : 1); }
  void add_real(Index i, Index j) { pairs_.add(i, j, 2 * rng_.real() - 1); }
  Rng& rng() { return rng_; }
  std::unique_ptr<QuboModel> finish() {
    form_.pairs = std::move(pairs_).finish();
    return std::make_unique<QuboModel>(std::move(form_));
  }

 private:
  Rng rng_{12345};
  QuadraticForm form_;
  SymmetricRowsBuilder pairs_;
};

// A torus of signs, as G81 (100 x 200) and G32 (20 x 100).
std::unique_ptr<QuboModel> torus(Index rows, Index columns, bool real = false) {
  ModelBuilder b(rows * columns);
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < columns; ++c)
      for (const Index other : {r * columns + (c + 1) % columns, (r + 1) % rows * columns + c})
        real ? b.add_real(r * columns + c, other) : b.add_sign(r * columns + c, other);
  return b.finish();
}

// Edges at random, weight 1, as G22 (2000, 1 %) and G1 (800, 6 %).
std::unique_ptr<QuboModel> random_graph(Index n, double density) {
  ModelBuilder b(n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j)
      if (b.rng().real() < density) b.add(i, j, 1);
  return b.finish();
}

// The union of two triangulated strips in different orders, degree near 12, as the planar unions G14 and others.
std::unique_ptr<QuboModel> planar_union(Index n) {
  ModelBuilder b(n);
  std::vector<Index> order(at(n));
  std::iota(order.begin(), order.end(), 0);
  constexpr Index width = 25;
  for (int layer = 0; layer < 2; ++layer) {
    for (Index v = 0; v < n; ++v)
      for (const Index step : {Index{1}, width, static_cast<Index>(width + 1)})
        if (v + step < n) b.add(order[at(v)], order[at(v + step)], 1);
    b.rng().shuffle(std::span(order));
  }
  return b.finish();
}

// Three random partners for everybody, but for chance meetings.
std::unique_ptr<QuboModel> three_regular(Index n) {
  ModelBuilder b(n);
  std::vector<Index> ends;
  for (Index v = 0; v < n; ++v) ends.insert(ends.end(), 3, v);
  b.rng().shuffle(std::span(ends));
  for (std::size_t e = 0; e + 1 < ends.size(); e += 2)
    if (ends[e] != ends[e + 1]) b.add_sign(ends[e], ends[e + 1]);
  return b.finish();
}

std::unique_ptr<QuboModel> cube(Index side) {
  ModelBuilder b(side * side * side);
  for (Index z = 0; z < side; ++z)
    for (Index y = 0; y < side; ++y)
      for (Index x = 0; x < side; ++x) {
        const auto place = [side](Index i, Index j, Index k) {
          return (k % side * side + j % side) * side + i % side;
        };
        for (const Index other : {place(x + 1, y, z), place(x, y + 1, z), place(x, y, z + 1)})
          b.add_sign(place(x, y, z), other);
      }
  return b.finish();
}

struct Kind {
  const char* name;
  std::unique_ptr<QuboModel> (*make)();
};
const std::array kinds{
    Kind{"G81", [] { return torus(100, 200); }},
    Kind{"G32", [] { return torus(20, 100); }},
    Kind{"G22", [] { return random_graph(2000, 0.01); }},
    Kind{"G1", [] { return random_graph(800, 0.06); }},
    Kind{"planar", [] { return planar_union(800); }},
    Kind{"3-regular_1e4", [] { return three_regular(10'000); }},
    Kind{"3D_20", [] { return cube(20); }},
    Kind{"torus_real", [] { return torus(100, 200, true); }},
};
const std::array large_kinds{
    Kind{"3-regular_1e5", [] { return three_regular(100'000); }},
    Kind{"3D_50", [] { return cube(50); }},
    Kind{"3D_100", [] { return cube(100); }},
};

const QuboModel& the_model(const Kind& kind) {
  static std::map<std::string, std::unique_ptr<QuboModel>> models;
  auto& slot = models[kind.name];
  if (!slot) slot = kind.make();
  return *slot;
}

// --- runs -------------------------------------------------------------------------------------------

constexpr std::int64_t sweeps = 100;

double cpu_seconds_here() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Counters: nanoseconds per visit, and the mean energy, which all ways of annealing share.
template <class Run>
void measure_reads(benchmark::State& state, const QuboModel& model, double reads, Run run) {
  double energy = 0;
  const double start = cpu_seconds_here();
  for (auto _ : state) energy += run();
  const double visits = reads * static_cast<double>(state.iterations() * sweeps) * model.size();
  state.counters["ns/visit"] = 1e9 * (cpu_seconds_here() - start) / visits;
  state.counters["energy"] = energy / static_cast<double>(state.iterations());
}

double mean_energy(const SampleSet& set) {
  double sum = 0;
  for (const Sample& s : set.samples) sum += s.energy;
  return sum / static_cast<double>(set.samples.size());
}

void sparse_lanes(benchmark::State& state, const Kind& kind, std::int64_t reads) {
  const QuboModel& model = the_model(kind);
  std::uint64_t seed = 0;
  measure_reads(state, model, static_cast<double>(reads), [&] {
    return mean_energy(find_sampler("sa").sample(model, {{"sweeps", std::to_string(sweeps)}},
                                                 {.seed = ++seed, .reads = reads}));
  });
}

void sparse_kernel(benchmark::State& state, const Kind& kind) {
  const QuboModel& model = the_model(kind);
  SimulatedAnnealing sa;
  sa.sweeps = sweeps;
  constexpr std::int64_t reads = 2;
  std::uint64_t seed = 0;
  measure_reads(state, model, reads, [&] {
    return mean_energy(
        run_reads(model, {.seed = ++seed, .reads = reads},
                  [&](const KernelModel& m, ReadContext& context) { return sa.read(m, context); }));
  });
}

class SparseTextbook {
 public:
  explicit SparseTextbook(const QuboModel& model)
      : start_(1), x_(at(model.size())), delta_(model.objective().linear) {
    const QuadraticForm& form = model.objective();
    for (Index i = 0; i < model.size(); ++i) {
      form.pairs.for_each_in_row(i, [&](Index j, auto value) {
        column_.push_back(j);
        value_.push_back(form.unit * static_cast<double>(value));
      });
      start_.push_back(column_.size());
    }
    for (std::size_t i = 0; i < x_.size(); ++i)
      if (uniform_(random_) < 0.5) flip(i);
  }
  void sweep(double temperature) {
    for (std::size_t i = 0; i < x_.size(); ++i)
      if (delta_[i] <= 0 || uniform_(random_) < std::exp(-delta_[i] / temperature)) flip(i);
  }
  const Bits& bits() const { return x_; }

 private:
  void flip(std::size_t i) {
    for (std::size_t e = start_[i]; e < start_[i + 1]; ++e)
      delta_[at(column_[e])] += x_[i] == x_[at(column_[e])] ? value_[e] : -value_[e];
    delta_[i] = -delta_[i];
    x_[i] ^= 1;
  }
  std::vector<std::size_t> start_;
  std::vector<Index> column_;
  std::vector<double> value_;
  Bits x_;
  std::vector<double> delta_;  // the energy change of every flip
  std::mt19937_64 random_{1};
  std::uniform_real_distribution<double> uniform_{0, 1};
};

void sparse_textbook(benchmark::State& state, const Kind& kind) {
  const QuboModel& model = the_model(kind);
  const TemperatureRange range = automatic_range(KernelModel(model));
  measure_reads(state, model, 1, [&] {
    SparseTextbook annealer(model);
    GeometricCooling cooling(range, sweeps);
    for (std::int64_t s = 0; s < sweeps; ++s, cooling.step()) annealer.sweep(cooling.temperature());
    return model.energy(annealer.bits());
  });
}

const bool registered = [] {
  const auto add = [](const std::string& name, auto run) {
    benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond);
  };
  for (const Kind& kind : kinds) {
    const std::string name = kind.name;
    add("sparse_lanes/" + name, [&](benchmark::State& s) { sparse_lanes(s, kind, 64); });
    add("sparse_single/" + name, [&](benchmark::State& s) { sparse_lanes(s, kind, 1); });
    add("sparse_kernel/" + name, [&](benchmark::State& s) { sparse_kernel(s, kind); });
    add("sparse_textbook/" + name, [&](benchmark::State& s) { sparse_textbook(s, kind); });
  }
  for (const Kind& kind : large_kinds) {
    const std::string name = kind.name;
    add("sparse_single/" + name, [&](benchmark::State& s) { sparse_lanes(s, kind, 1); });
    add("sparse_textbook/" + name, [&](benchmark::State& s) { sparse_textbook(s, kind); });
  }
  add("sparse_lanes/3D_100", [&](benchmark::State& s) { sparse_lanes(s, large_kinds[2], 64); });
  return true;
}();

}  // namespace
}  // namespace spinsack

// SPDX-License-Identifier: Apache-2.0
// What the library writes for other programs it reads back as the same.
#include "exchange/decode_map.hpp"
#include "exchange/sample_json.hpp"
#include "exchange/sample_table.hpp"
#include "exchange/solution_file.hpp"
#include "formulation/formulation.hpp"
#include "instance/chosen_items.hpp"
#include "instance/digest.hpp"
#include "instance/format.hpp"
#include "machine/sample_file.hpp"
#include "qubo/anchor_spin.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <string>
#include <vector>

namespace spinsack {
namespace {

// Reads 0 and 2 are equal, read 1 has the lowest energy.
SampleRun run_of_three_reads(Vartype vartype) {
  SampleRun run;
  run.model = "m.coo";
  run.vartype = vartype;
  run.variables = 3;
  run.method = "sa";
  run.set.samples = {{0, -1.5, {0, 1, 0}, {}}, {1, -2.25, {1, 1, 0}, {}}, {2, -1.5, {0, 1, 0}, {}}};
  run.rows = count_samples(run.set);
  return run;
}

using WriteSamples = void (*)(const SampleRun&, TextWriter&);
constexpr std::array<WriteSamples, 3> sample_writers{write_sample_json, write_sample_dimod,
                                                     write_sample_csv};

TEST(RoundTrip, SamplesInEveryFormat) {
  for (const Vartype vartype : {Vartype::binary, Vartype::spin})
    for (const WriteSamples write : sample_writers) {
      const SampleRun run = run_of_three_reads(vartype);
      const std::string text = write_string([&](TextWriter& out) { write(run, out); });
      const SampleRows rows = read_samples({"samples", text});
      ASSERT_EQ(rows.rows(), 2U) << text;
      EXPECT_EQ(rows.variables, 3) << text;
      EXPECT_EQ(rows.bits, (Bits{1, 1, 0, 0, 1, 0})) << text;
      EXPECT_EQ(rows.energies, (std::vector<double>{-2.25, -1.5})) << text;
      EXPECT_EQ(rows.occurrences, (std::vector<std::int64_t>{1, 2})) << text;
    }
}

QkpInstance three_items() {
  SymmetricRowsBuilder pairs(3);
  pairs.add(0, 1, std::int64_t{5});
  return QkpInstance({.name = "three",
                      .profit = {10, 20, 30},
                      .weight = {2, 3, 4},
                      .pair_profit = std::move(pairs).finish(),
                      .capacity = 5});
}

TEST(RoundTrip, DecodeMaps) {
  const QkpInstance instance = three_items();
  const Formulation formulation = formulate(instance, {.strength = 8, .bound = 4});
  QuadraticForm form = formulation.model.expand();
  const auto round_trip = [&] {
    return read_decode_map({"map", write_string([&](TextWriter& out) {
                              write_decode_map(instance, formulation, form, {"m.coo", "coo"}, out);
                            })});
  };
  DecodeMap map = round_trip();
  EXPECT_EQ(map.instance, "three");
  EXPECT_EQ(map.instance_sha256, instance_digest(instance));
  EXPECT_EQ(map.variables, formulation.model.size());
  EXPECT_EQ(map.anchor, -1);
  Bits sample(at(map.variables), 1);
  sample[1] = 0;
  EXPECT_EQ(map.items_of(sample), formulation.decode(sample));

  form = with_anchor_spin(to_spin(std::move(form)));
  map = round_trip();
  EXPECT_EQ(map.variables, formulation.model.size() + 1);
  EXPECT_EQ(map.anchor, formulation.model.size());
  sample.push_back(0);  // the anchor is down, so that every spin means its opposite
  EXPECT_EQ(map.items_of(sample), (Bits{0, 1, 0}));
}

TEST(RoundTrip, Solutions) {
  // One, two, and many items: short lists could be taken for digits.
  for (const Bits& bits : {Bits{1}, Bits{0, 1}, Bits{1, 1, 0}, Bits{0, 0, 0, 0}, Bits(12, 1)}) {
    const std::array<std::string, 1> notes{"0 1 1: a note"};
    const QkpInstance instance(
        {.name = "ones",
         .profit = std::vector<Profit>(bits.size(), 1),
         .weight = std::vector<Weight>(bits.size(), 1),
         .pair_profit = SymmetricRowsBuilder(static_cast<Index>(bits.size())).finish(),
         .capacity = 1});
    const std::string text = write_string(
        [&](TextWriter& out) { write_solution(instance, chosen_items(bits), notes, out); });
    EXPECT_EQ(read_solution({"solution", text}, instance), chosen_items(bits)) << text;
  }
}

TEST(RoundTrip, InstancesInEveryFormat) {
  const QkpInstance instance = three_items();
  for (const InstanceFormat& format : instance_formats()) {
    const std::string text = write_string([&](TextWriter& out) {
      format.write({&instance, 1}, out);
    });
    const std::vector<QkpInstance> read = read_instances({"three.txt", text});
    ASSERT_EQ(read.size(), 1U) << text;
    EXPECT_EQ(instance_digest(read.front()), instance_digest(instance)) << format.name;
  }
}

}  // namespace
}  // namespace spinsack

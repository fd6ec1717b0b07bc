// SPDX-License-Identifier: Apache-2.0
// Draws made in vectors against the generator, one step after the other.
#include "sampler/lane_draws.hpp"

#include "core/simd_target.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace spinsack {
namespace {

TEST(LaneDraws, AreThoseOfTheStreamOnEveryInstructionSet) {
  for (const std::string& target : simd_targets()) {
    SCOPED_TRACE(target);
    use_simd_target(target);
    for (const std::size_t bytes : {1U, 4U})
      for (const int shift : {0, 32, 8, 56}) {
        if (bytes == 4 && shift % 32 != 0) continue;
        Xoroshiro stream{0x9e3779b97f4a7c15U, 0xbf58476d1ce4e5b9U};
        LaneDraws draws(stream, shift, bytes);
        std::size_t drawn = 0;
        for (std::size_t call = 0; drawn < 20'000; ++call) {
          const std::size_t count =
              call % 3 == 0 ? 1 + call % LaneDraws::most_at_once : LaneDraws::most_at_once;
          const std::uint8_t* const next = draws.next(count);
          for (std::size_t k = 0; k < count; ++k, ++drawn) {
            const std::uint64_t word = stream.next() >> shift;
            std::uint32_t found = next[k];
            if (bytes == 4) std::memcpy(&found, next + 4 * k, 4);
            ASSERT_EQ(found, bytes == 1 ? word & 0xff : word & 0xffffffff)
                << bytes << " bytes from bit " << shift << ", draw " << drawn;
          }
        }
      }
  }
  use_simd_target("auto");
}

TEST(LaneDraws, OfCopiesGoOnFromWhereTheyWereTaken) {
  LaneDraws first({1, 2}, 0, 1);
  for (int call = 0; call < 300; ++call) (void)first.next(LaneDraws::most_at_once);
  LaneDraws copy = first;
  for (int call = 0; call < 300; ++call) {
    const std::uint8_t* const a = first.next(7);
    const std::uint8_t* const b = copy.next(7);
    ASSERT_TRUE(std::equal(a, a + 7, b)) << "call " << call;
  }
}

}  // namespace
}  // namespace spinsack

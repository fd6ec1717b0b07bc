// SPDX-License-Identifier: Apache-2.0
// Results and solutions from anywhere: the verifier answers or complains, and never more than that.
#include "core/error.hpp"
#include "verify/verify.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

// Three items with decimals, so that claims are compared in the units of the file.
spinsack::QkpInstance small_instance(std::vector<std::string> names) {
  spinsack::SymmetricRowsBuilder pairs(3);
  pairs.add(0, 1, std::int64_t{25});
  pairs.add(1, 2, std::int64_t{-5});
  return spinsack::QkpInstance({.name = "three",
                                .profit = {50, 30, 40},
                                .weight = {2, 3, 4},
                                .pair_profit = std::move(pairs).finish(),
                                .capacity = 5,
                                .profit_digits = 1,
                                .item_names = std::move(names)});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<spinsack::QkpInstance> plain{small_instance({})};
  static const std::vector<spinsack::QkpInstance> named{small_instance({"tent", "1", "gas stove"})};
  const std::string text(data, data + size);
  for (const auto* const instances : {&plain, &named}) {
    try {
      for (const auto& verification : spinsack::verify(*instances, {"fuzz", text}))
        static_cast<void>(verification.holds());
    } catch (const spinsack::Error&) {  // a complaint is an answer
    }
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Certificates from anywhere: the checker answers or complains, and what it accepts is the optimum.
#include "core/error.hpp"
#include "instance/digest.hpp"
#include "instance/evaluate.hpp"
#include "instance/format.hpp"
#include "verify/certificate.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using namespace spinsack;

// Six items of which four fit: enough for branches, and few enough to try all sets.
QkpInstance six_items() {
  return read_instances({"six",
                         "6 21 int\n0 0 31\n0 1 20\n0 2 81\n0 3 46\n0 4 76\n0 5 48\n1 1 24\n"
                         "1 2 45\n1 3 76\n1 4 76\n1 5 57\n2 2 38\n2 3 63\n2 4 58\n2 5 36\n3 3 62\n"
                         "3 4 74\n3 5 58\n4 4 28\n4 5 84\n5 5 47\n8 18 33 46 40 21\n113\n"},
                        {.format = "edges"})
      .front();
}

Profit best_of_all_sets(const QkpInstance& instance) {
  Profit best = 0;
  for (unsigned set = 0; set < 1U << static_cast<unsigned>(instance.size()); ++set) {
    Bits bits;
    for (Index i = 0; i < instance.size(); ++i)
      bits.push_back(static_cast<std::uint8_t>(set >> static_cast<unsigned>(i) & 1U));
    const Evaluation value = evaluate(instance, bits);
    if (value.feasible) best = std::max(best, value.profit);
  }
  return best;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const QkpInstance instance = six_items();
  static const std::string digest = instance_digest(instance);
  static const Profit optimum = best_of_all_sets(instance);
  const std::string text(data, data + size);
  try {
    const CertificateVerdict verdict = verify_certificate(instance, digest, {"fuzz", text});
    if (verdict.holds && (verdict.value != optimum || !looks_like_certificate(text))) std::abort();
  } catch (const Error&) {
    return 0;
  }
  return 0;
}

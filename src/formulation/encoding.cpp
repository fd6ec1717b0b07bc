// SPDX-License-Identifier: Apache-2.0
#include "formulation/encoding.hpp"

#include "core/catalog.hpp"
#include "formulation/binary.hpp"
#include "formulation/hybrid.hpp"
#include "formulation/hyperplane.hpp"
#include "formulation/lagrange.hpp"
#include "formulation/native.hpp"
#include "formulation/offset.hpp"
#include "formulation/onehot.hpp"
#include "formulation/unary.hpp"
#include "formulation/unbalanced.hpp"

#include <fmt/format.h>

#include <array>

namespace spinsack {
namespace {

template <class E>
E with_parameters(const ParameterValues& values) {
  return parse_parameters<E>(fmt::format("encoding '{}'", E::name), values);
}

template <class E>
constexpr StrengthSpread spread_of() {
  if constexpr (requires { E::spread; })
    return E::spread;
  else
    return {};
}

template <class E>
constexpr Encoding entry() {
  return {
      E::name,
      E::help,
      E::uses_bound,
      spread_of<E>(),
      describe_parameters<E>,
      [](const ParameterValues& values, const SlackRequest& request) {
        return with_parameters<E>(values).slack(request);
      },
      [](const ParameterValues& values) { return parameter_values(with_parameters<E>(values)); }};
}

constexpr std::array catalog{
    entry<BinaryEncoding>(),     entry<UnaryEncoding>(),      entry<HybridEncoding>(),
    entry<OnehotEncoding>(),     entry<OffsetEncoding>(),     entry<LagrangeEncoding>(),
    entry<UnbalancedEncoding>(), entry<HyperplaneEncoding>(), entry<NativeEncoding>(),
};

}  // namespace

std::span<const Encoding> encodings() { return catalog; }

const Encoding& find_encoding(std::string_view name) {
  return find_entry(encodings(), "encoding", name);
}

void require_slack_bits(std::string_view encoding, Weight bits) {
  if (bits > max_variables)
    throw UsageError(
        fmt::format("encoding '{}' needs {} slack bits for this bound, at most {} allowed; "
                    "choose a smaller --bound or the encoding 'binary'",
                    encoding, bits, max_variables));
}

}  // namespace spinsack

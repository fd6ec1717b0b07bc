// SPDX-License-Identifier: Apache-2.0
#include "record/shard.hpp"

#include "core/error.hpp"
#include "core/params.hpp"
#include "core/text_reader.hpp"

#include <fmt/format.h>

namespace spinsack {

Shard parse_shard(std::string_view text) {
  constexpr int most_shards = 1'000'000;
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos)
    throw UsageError(fmt::format("--shard: expected i/N such as 2/8, found {}", quote(text)));
  Shard shard;
  shard.count =
      static_cast<int>(params::parse_integer("shard", text.substr(slash + 1), 1, most_shards));
  shard.number =
      static_cast<int>(params::parse_integer("shard", text.substr(0, slash), 1, shard.count));
  return shard;
}

}  // namespace spinsack

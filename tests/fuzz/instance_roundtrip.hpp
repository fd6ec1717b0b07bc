// SPDX-License-Identifier: Apache-2.0
// What a fuzz target asks of a format: any bytes are read or refused with an Error, and what was
// read is read again after writing.
#pragma once

#include "core/error.hpp"
#include "core/file.hpp"
#include "instance/qkp.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace spinsack::fuzz {

inline void require(bool promise) {
  if (!promise) std::abort();
}

inline bool same(const QkpInstance& a, const QkpInstance& b) {
  return a.name() == b.name() && std::ranges::equal(a.profits(), b.profits()) &&
         std::ranges::equal(a.weights(), b.weights()) && a.pair_profits() == b.pair_profits() &&
         a.capacity() == b.capacity() && a.profit_digits() == b.profit_digits() &&
         a.weight_digits() == b.weight_digits() &&
         std::ranges::equal(a.item_names(), b.item_names());
}

template <class Read, class Write>
void round_trip(const std::uint8_t* data, std::size_t size, Read&& read, Write&& write) {
  InputFile file{"fuzz", std::string(data, data + size)};
  std::vector<QkpInstance> instances;
  try {
    instances = read(file);
  } catch (const Error&) {
    return;
  }
  require(!instances.empty());
  if (instances.front().size() > 64) return;
  file.text = write_string([&](TextWriter& out) { write(instances, out); });
  require(std::ranges::equal(read(file), instances, same));
}

}  // namespace spinsack::fuzz

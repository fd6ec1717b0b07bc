// SPDX-License-Identifier: Apache-2.0
#include "instance/digest.hpp"

#include "core/file.hpp"
#include "core/sha256.hpp"
#include "instance/edge_list.hpp"

namespace spinsack {

std::string instance_digest(const QkpInstance& instance) {
  return sha256(write_string([&](TextWriter& out) { write_edge_list({&instance, 1}, out); }));
}

}  // namespace spinsack

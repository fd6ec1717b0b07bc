// SPDX-License-Identifier: Apache-2.0
#include "solve_certificate.hpp"

#include "core/compression.hpp"
#include "core/error.hpp"
#include "core/text_reader.hpp"
#include "instance/qkp.hpp"
#include "problem/problem.hpp"
#include "proof/ground.hpp"
#include "solver/method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {
namespace {

std::string_view what_came_first(StopReason reason) {
  switch (reason) {
    case StopReason::work:
      return "before the search ended";
    case StopReason::time:
      return "within the time limit";
    case StopReason::target:
      return "before the target was reached";
    case StopReason::interrupt:
      return "before the interrupt";
  }
  return {};
}

}  // namespace

void require_proving_method(std::string_view method) {
  std::vector<std::string_view> proving;
  for (const Problem* const problem : problems())
    for (const Method& other : methods(*problem))
      if (other.writes_proofs) proving.push_back(other.name);
  if (std::ranges::count(proving, method) > 0) return;
  throw UsageError(fmt::format("--certificate: expected a method that writes proofs, {}, found {}",
                               fmt::join(proving, " or "), quote(method)));
}

std::string reason_against_certificate(const Instance& instance) {
  if (instance.is<QkpInstance>()) return proof::reason_against(instance.as<QkpInstance>());
  return fmt::format("there are no certificates for a {}", instance.problem().nouns.instance);
}

std::string reason_without_certificate(const Instance& instance, const SolveResult& result) {
  if (!result.outcome.certificate.empty()) return {};
  if (std::string reason = reason_against_certificate(instance); !reason.empty()) return reason;
  if (!result.proven_optimal())
    return fmt::format("the optimum was not proven {}", what_came_first(result.outcome.stopped_by));
  return fmt::format("the optimum was proven by a bound that leaves no certificate{}",
                     result.method == "exact" ? "" : "; -m exact may write one");
}

FileToWrite certificate_file(const std::string& path, const std::string& text) {
  const bool packed_by_name = is_packed_name(path);
  const bool plain = packed_by_name || path == "-" || path.ends_with(".jsonl");
  return {path, [&text, plain](TextWriter& out) {
            const auto packer =
                make_packer(plain ? "" : ".gz", [&](std::string_view piece) { out.text(piece); });
            packer->write(text);
            packer->finish();
          }};
}

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
// The 180 benchmark instances of the literature, held as seeds and rebuilt on the fly.
//
// Each has a full name such as "large:1000_75_5": suite, items, density in percent, number. The
// table behind it is data/published.csv; data/README.md names the sources.
#pragma once

#include "core/file.hpp"
#include "core/types.hpp"
#include "instance/qkp.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

struct PublishedSuite {
  std::string_view name;
  std::string_view help;
};
[[nodiscard]] std::span<const PublishedSuite> published_suites();

struct PublishedInstance {
  std::string_view suite;  // "medium" or "large"
  std::string_view name;   // without the suite: "1000_75_5"
  Index n = 0;
  int density = 0;  // nominal, in percent
  int index = 0;    // 1..10 within a group of equal n and density
  std::uint32_t seed = 0;
  Weight capacity = 0;
  Weight sum_weights = 0;
  std::int64_t nonzero_linear = 0;
  std::int64_t nonzero_pairs = 0;
  Profit best_known = 0;    // proven optimal for the medium suite
  Profit paper_greedy = 0;  // Greedy of Ohno, Shirai & Togawa 2024
  std::string_view sha256;  // of the file as published

  std::string full_name() const;  // "large:1000_75_5"
};

// All of them in natural order: medium before large, 2 before 10.
[[nodiscard]] std::span<const PublishedInstance> published_instances();

// Whether a user's text means published instances rather than a file: its part before the first
// colon is a suite, or a pattern that matches one.
[[nodiscard]] bool names_published(std::string_view text);

// The instances that a full name or a pattern with * and ? stands for, in natural order, at least
// one. UsageError with the nearest name or pattern otherwise.
[[nodiscard]] std::vector<const PublishedInstance*> match_published(std::string_view text);

// Rebuilds an instance; its name is the full name. std::logic_error if the table disagrees.
[[nodiscard]] QkpInstance build_published(const PublishedInstance& published);

// The file, byte for byte as its authors published it; std::logic_error if the checksum disagrees.
[[nodiscard]] std::string published_text(const PublishedInstance& published);
void write_published(const PublishedInstance& published, TextWriter& out);

// The published instance with these numbers, whatever the name, or nullptr. Costs a rebuild only if
// the key figures agree.
[[nodiscard]] const PublishedInstance* find_published(const QkpInstance& instance);

}  // namespace spinsack

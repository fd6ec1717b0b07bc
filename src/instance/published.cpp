// SPDX-License-Identifier: Apache-2.0
#include "instance/published.hpp"

#include "core/catalog.hpp"
#include "core/fact_table.hpp"
#include "core/published_name.hpp"
#include "core/sha256.hpp"
#include "data/embedded.hpp"
#include "instance/billionnet.hpp"
#include "instance/recovered_generators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace spinsack {
namespace {

constexpr std::array suites{
    PublishedSuite{"medium",
                   "100 instances, n = 100..300: Billionnet & Soutif 2004, optima proven"},
    PublishedSuite{"large", "80 instances, n = 1000 and 2000: Yang, Wang & Chu 2013"},
};

// --- the table -----------------------------------------------------------------------------------

PublishedInstance read_row(const FactRow& row) {
  const std::string_view name = row.text(1);
  return {.suite = row.text(0),
          .name = name,
          .n = row.number<Index>(2),
          .density = row.number<int>(3),
          .index = row.number_in<int>(name.substr(name.rfind('_') + 1)),
          .seed = row.number<std::uint32_t>(4),
          .capacity = row.number<Weight>(5),
          .sum_weights = row.number<Weight>(6),
          .nonzero_linear = row.number<std::int64_t>(7),
          .nonzero_pairs = row.number<std::int64_t>(8),
          .best_known = row.number<Profit>(9),
          .paper_greedy = row.number<Profit>(10),
          .sha256 = row.text(11)};
}

// --- names and patterns --------------------------------------------------------------------------

[[noreturn]] void unknown_name(std::string_view text) {
  // Besides the names, the patterns people use: a suite, a size, a size and density.
  std::vector<std::string> known;
  for (const PublishedSuite& suite : suites) known.push_back(fmt::format("{}:*", suite.name));
  for (const PublishedInstance& published : published_instances()) {
    if (published.index == 1) {
      known.push_back(fmt::format("{}:{}_*", published.suite, published.n));
      known.push_back(fmt::format("{}:{}_{}_*", published.suite, published.n, published.density));
    }
    known.push_back(published.full_name());
  }
  std::string ranges;
  for (const PublishedSuite& suite : suites) {
    const auto members = match_published(fmt::format("{}:*", suite.name));
    ranges += fmt::format("{}{} .. {}", ranges.empty() ? "" : ", ", members.front()->full_name(),
                          members.back()->full_name());
  }
  throw UsageError(unknown_published("published instance", text, known, ranges));
}

// --- rebuilding ----------------------------------------------------------------------------------

std::int64_t count_nonzero(std::span<const Profit> profits) {
  return std::ranges::count_if(profits, [](Profit p) { return p != 0; });
}

bool same_key_figures(const QkpInstance& instance, const PublishedInstance& published) {
  return instance.size() == published.n && instance.capacity() == published.capacity &&
         instance.total_weight() == published.sum_weights &&
         instance.pair_profits().pairs() == published.nonzero_pairs &&
         count_nonzero(instance.profits()) == published.nonzero_linear;
}

QkpInstance build(const PublishedInstance& published, std::string name) {
  const auto draw = published.suite == "medium" ? draw_medium : draw_large;
  QkpInstance::Data data = draw(published.n, published.density, published.seed);
  data.name = std::move(name);
  QkpInstance instance(std::move(data));
  if (!same_key_figures(instance, published))
    throw std::logic_error(
        fmt::format("{}: the rebuilt instance is not the published one", published.full_name()));
  return instance;
}

std::string write_as_published(const PublishedInstance& published) {
  return write_string([&](TextWriter& out) {
    if (published.suite == "medium") {
      // The authors' last three groups lack the empty line at the end.
      const bool short_end = published.n == 300 || (published.n == 200 && published.density == 100);
      write_billionnet_medium(build(published, fmt::format("r_{}", published.name)),
                              {.density_percent = static_cast<double>(published.density),
                               .empty_last_line = !short_end},
                              out);
    } else {
      const QkpInstance instance = build(published, std::string(published.name));
      write_billionnet({&instance, 1}, out);
    }
  });
}

}  // namespace

std::span<const PublishedSuite> published_suites() { return suites; }

std::string PublishedInstance::full_name() const { return fmt::format("{}:{}", suite, name); }

std::span<const PublishedInstance> published_instances() {
  static const std::vector<PublishedInstance> table =
      read_facts("published", data::published, read_row);
  return table;
}

bool names_published(std::string_view text) {
  return names_suite(text, names_of(published_suites()));
}

std::vector<const PublishedInstance*> match_published(std::string_view text) {
  std::vector<const PublishedInstance*> found;
  for (const PublishedInstance& published : published_instances())
    if (matches_pattern(text, published.full_name())) found.push_back(&published);
  if (found.empty()) unknown_name(text);
  return found;
}

QkpInstance build_published(const PublishedInstance& published) {
  return build(published, published.full_name());
}

std::string published_text(const PublishedInstance& published) {
  std::string text = write_as_published(published);
  if (sha256(text) != published.sha256)
    throw std::logic_error(fmt::format("{}: the rebuilt file has SHA-256 {}, published is {}",
                                       published.full_name(), sha256(text), published.sha256));
  return text;
}

void write_published(const PublishedInstance& published, TextWriter& out) {
  out.text(published_text(published));
}

const PublishedInstance* find_published(const QkpInstance& instance) {
  if (instance.profit_digits() != 0 || instance.weight_digits() != 0) return nullptr;
  for (const PublishedInstance& published : published_instances()) {
    if (!same_key_figures(instance, published)) continue;
    const QkpInstance rebuilt = build_published(published);
    if (std::ranges::equal(instance.profits(), rebuilt.profits()) &&
        std::ranges::equal(instance.weights(), rebuilt.weights()) &&
        instance.pair_profits() == rebuilt.pair_profits())
      return &published;
  }
  return nullptr;
}

}  // namespace spinsack

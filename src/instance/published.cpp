// SPDX-License-Identifier: Apache-2.0
#include "instance/published.hpp"

#include "core/catalog.hpp"
#include "core/nearest.hpp"
#include "core/sha256.hpp"
#include "core/split.hpp"
#include "core/text_reader.hpp"
#include "data/embedded.hpp"
#include "instance/billionnet.hpp"
#include "instance/recovered_generators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

namespace spinsack {
namespace {

constexpr std::array suites{
    PublishedSuite{"medium",
                   "100 instances, n = 100..300: Billionnet & Soutif 2004, optima proven"},
    PublishedSuite{"large", "80 instances, n = 1000 and 2000: Yang, Wang & Chu 2013"},
};

// --- the table -----------------------------------------------------------------------------------

[[noreturn]] void broken_table(std::string_view row) {
  throw std::logic_error(fmt::format("data/published.csv: cannot use the row '{}'", row));
}

template <class T>
T number(std::string_view text, std::string_view row) {
  T value{};
  const char* const end = text.data() + text.size();
  const auto [after, status] = std::from_chars(text.data(), end, value);
  if (status != std::errc{} || after != end) broken_table(row);
  return value;
}

PublishedInstance parse_row(std::string_view row) {
  const auto cells = text::split(row, ',');
  if (cells.size() != 12) broken_table(row);
  const std::string_view index = cells[1].substr(cells[1].rfind('_') + 1);
  return {.suite = cells[0],
          .name = cells[1],
          .n = number<Index>(cells[2], row),
          .density = number<int>(cells[3], row),
          .index = number<int>(index, row),
          .seed = number<std::uint32_t>(cells[4], row),
          .capacity = number<Weight>(cells[5], row),
          .sum_weights = number<Weight>(cells[6], row),
          .nonzero_linear = number<std::int64_t>(cells[7], row),
          .nonzero_pairs = number<std::int64_t>(cells[8], row),
          .best_known = number<Profit>(cells[9], row),
          .paper_greedy = number<Profit>(cells[10], row),
          .sha256 = cells[11]};
}

std::vector<PublishedInstance> parse_table(std::string_view csv) {
  std::vector<PublishedInstance> table;
  auto rows = text::split(csv, '\n');
  for (const std::string_view row : std::span(rows).subspan(1))  // below the header
    if (!row.empty()) table.push_back(parse_row(row));
  return table;
}

// --- names and patterns --------------------------------------------------------------------------

bool is_pattern(std::string_view text) {
  return text.find_first_of("*?") != std::string_view::npos;
}

// * stands for any characters, ? for one. On a mismatch only the last star has to take one more, so
// this never needs to go back further.
bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_end = 0;  // in text: what the last star covers so far
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_end = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++star_end;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

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
  std::vector<std::string_view> words;
  for (const std::string& name : known)
    if (is_pattern(name) == is_pattern(text) || name.ends_with(":*")) words.push_back(name);
  std::string message =
      is_pattern(text) ? fmt::format("no published instance matches the pattern {}", quote(text))
                       : fmt::format("unknown published instance {}", quote(text));
  const std::string_view near = nearest_word(text, words);
  if (!near.empty()) message += fmt::format("; did you mean '{}'?", near);
  message += near.empty() ? "; known:" : " known:";
  for (const PublishedSuite& suite : suites) {
    const auto members = match_published(fmt::format("{}:*", suite.name));
    message += fmt::format("{} {} .. {}", &suite == suites.data() ? "" : ",",
                           members.front()->full_name(), members.back()->full_name());
  }
  throw UsageError(message);
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
  static const std::vector<PublishedInstance> table = parse_table(data::published);
  return table;
}

bool names_published(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  return std::ranges::any_of(suites, [&](const PublishedSuite& suite) {
    return matches(text.substr(0, colon), suite.name);
  });
}

std::vector<const PublishedInstance*> match_published(std::string_view text) {
  std::vector<const PublishedInstance*> found;
  for (const PublishedInstance& published : published_instances())
    if (matches(text, published.full_name())) found.push_back(&published);
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

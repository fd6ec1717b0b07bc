// SPDX-License-Identifier: Apache-2.0
#include "parameter_flags.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace spinsack::cli {
namespace {

struct Use {
  std::string_view owner;
  const Parameter* parameter;
};

// The one parameter that is typed often enough for a letter of its own.
std::string flag_names(std::string_view parameter) {
  return fmt::format("{}--{}", parameter == "seed" ? "-s," : "", parameter);
}

// One text if all owners agree, otherwise each text with those who use it: "25 (gallo), 50
// (clique)".
class Combined {
 public:
  Combined(const std::vector<Use>& uses, const auto& text_of) {
    std::vector<std::string> texts;
    for (const Use& use : uses) {
      std::string text(text_of(*use.parameter));
      if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
    }
    agreed_ = texts.size() == 1;
    for (const std::string& text : texts) {
      std::vector<std::string_view> owners;
      for (const Use& use : uses)
        if (text_of(*use.parameter) == text) owners.push_back(use.owner);
      if (!text_.empty()) text_ += ", ";
      text_ += agreed_ ? text : fmt::format("{} ({})", text, fmt::join(owners, ", "));
    }
  }
  bool agreed() const { return agreed_; }
  const std::string& text() const { return text_; }

 private:
  bool agreed_ = false;
  std::string text_;
};

std::string explanation(const std::vector<Use>& uses, std::size_t all_owners) {
  const Combined meaning(uses, [](const Parameter& p) { return p.meaning; });
  const Combined range(uses, [](const Parameter& p) { return p.range; });
  const Combined value(uses, [](const Parameter& p) { return p.default_value; });
  std::string text = fmt::format("{}; {}, default {}", meaning.text(), range.text(), value.text());
  // Where they disagree, the owners are named already.
  if (uses.size() < all_owners && meaning.agreed() && range.agreed() && value.agreed()) {
    std::vector<std::string_view> owners;
    for (const Use& use : uses) owners.push_back(use.owner);
    text += fmt::format("; for {}", fmt::join(owners, ", "));
  }
  return text;
}

}  // namespace

void declare_parameters(Flags& flags, std::span<const OwnedParameters> all,
                        ParameterValues& target) {
  // By name, in the order of first appearance.
  std::vector<std::vector<Use>> names;
  for (const OwnedParameters& owned : all)
    for (const Parameter& parameter : owned.parameters) {
      const auto same = std::find_if(names.begin(), names.end(), [&](const auto& uses) {
        return uses.front().parameter->name == parameter.name;
      });
      if (same == names.end())
        names.push_back({{owned.owner, &parameter}});
      else
        same->push_back({owned.owner, &parameter});
    }
  for (const std::vector<Use>& uses : names)
    flags.parameter(flag_names(uses.front().parameter->name), target,
                    explanation(uses, all.size()));
}

}  // namespace spinsack::cli

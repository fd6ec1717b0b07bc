// SPDX-License-Identifier: Apache-2.0
// A certificate in which something was changed is refused.
#include "verify/certificate.hpp"

#include "core/error.hpp"
#include "problem/qkp/qkp_source.hpp"
#include "proof/tree.hpp"
#include "solver/method.hpp"
#include "support/qkp_method.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace spinsack {
namespace {

using CertificateJson = nlohmann::ordered_json;

class Certificate : public testing::Test {
 protected:
  static constexpr std::string_view digest = "0123";
  const LoadedInstance loaded = load_instance("medium:100_25_6");
  const proof::TreeOutcome proven = proof::prove(
      loaded.instance, test::qkp_method("lha").solve(loaded.instance, {}, {.seed = 1}).bits,
      {.impatient = {}, .spread = {}, .improved = {}, .certificate_of = std::string(digest)});

  std::vector<CertificateJson> lines() const {
    std::vector<CertificateJson> all;
    std::istringstream text(proven.certificate);
    for (std::string line; std::getline(text, line);) all.push_back(CertificateJson::parse(line));
    return all;
  }

  CertificateVerdict verdict_on(const std::string& text, std::string_view about = digest) const {
    return verify_certificate(loaded.instance, about, {"c", text});
  }

  // Whether it is refused after the change, as wrong or as no certificate.
  bool refused(const std::function<void(std::vector<CertificateJson>&)>& change) const {
    std::vector<CertificateJson> all = lines();
    change(all);
    std::string text;
    for (const CertificateJson& line : all) text += line.dump() + "\n";
    return refused(text);
  }
  bool refused(const std::string& text) const {
    try {
      return !verdict_on(text).holds;
    } catch (const InputError&) {
      return true;
    }
  }
};

TEST_F(Certificate, HoldsAsItWasWritten) {
  ASSERT_TRUE(proven.complete);
  const CertificateVerdict verdict = verdict_on(proven.certificate);
  EXPECT_TRUE(verdict.holds) << verdict.fault;
  EXPECT_EQ(verdict.regions, proven.regions);
  EXPECT_GT(verdict.bounds, 0);
  EXPECT_TRUE(looks_like_certificate(proven.certificate));
  EXPECT_FALSE(refused([](auto&) {}));
}

TEST_F(Certificate, OfAnotherInstanceIsRefused) {
  EXPECT_FALSE(verdict_on(proven.certificate, "4567").holds);
}

TEST_F(Certificate, WithAnotherHeadIsRefused) {
  EXPECT_TRUE(
      refused([](auto& all) { all[0]["value"] = all[0]["value"].template get<int>() - 1; }));
  EXPECT_TRUE(
      refused([](auto& all) { all[0]["value"] = all[0]["value"].template get<int>() + 1; }));
  EXPECT_TRUE(refused([](auto& all) { all[0]["items"].erase(0); }));
  EXPECT_TRUE(refused([](auto& all) { all[0]["regions"] = 1; }));
  EXPECT_TRUE(refused([](auto& all) { all[0]["n"] = 99; }));
  EXPECT_TRUE(refused([](auto& all) { all[0].erase("groups"); }));
}

TEST_F(Certificate, WithoutARegionIsRefused) {
  const std::size_t count = lines().size();
  ASSERT_GT(count, 10U);
  for (std::size_t line = 1; line < count; line += 7)
    EXPECT_TRUE(refused([&](auto& all) {
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(line));
      all[0]["regions"] = count - 2;
    })) << line;
}

TEST_F(Certificate, WithOtherMultipliersIsRefused) {
  const std::vector<CertificateJson> all_lines = lines();
  int tried = 0;
  for (std::size_t line = 1; line < all_lines.size(); ++line)
    for (std::size_t s = 0; s < all_lines[line]["steps"].size(); ++s) {
      const CertificateJson& step = all_lines[line]["steps"][s];
      if (!step.contains("point") || ++tried % 5 != 1) continue;
      SCOPED_TRACE(line);
      // Less curvature: not concave any more. More: the bound is too high.
      EXPECT_TRUE(refused([&](auto& all) {
        for (auto& d : all[line]["steps"][s]["curvature"]) d = d.template get<std::int64_t>() / 4;
      }));
      EXPECT_TRUE(refused([&](auto& all) {
        for (auto& d : all[line]["steps"][s]["curvature"])
          d = d.template get<std::int64_t>() * 4 + (1 << 30);
      }));
      // Far from the point where the bound is least.
      EXPECT_TRUE(refused([&](auto& all) {
        for (auto& z : all[line]["steps"][s]["point"])
          z = z.template get<std::int64_t>() + (std::int64_t{1} << 27);
      }));
      EXPECT_TRUE(refused([&](auto& all) { all[line]["steps"][s]["curvature"].erase(0); }));
      EXPECT_TRUE(refused([&](auto& all) { all[line]["steps"][s]["in"] = {100}; }));
    }
  EXPECT_GT(tried, 10);
}

// Where each kind of number or word stands, by its path without numbers: "steps/#/curvature/#".
using Places = std::map<std::string, std::vector<CertificateJson::json_pointer>>;

void find_places(const CertificateJson& value, const std::string& kind,
                 const CertificateJson::json_pointer& place, Places& places) {
  const std::string inside = kind.empty() ? "" : kind + "/";
  if (value.is_object()) {
    for (const auto& [key, member] : value.items())
      find_places(member, inside + key, place / key, places);
  } else if (value.is_array()) {
    // The entries of a product and of a range differ in kind.
    const bool named = kind == "range" || kind.ends_with("products/#");
    for (std::size_t i = 0; i < value.size(); ++i)
      find_places(value[i], inside + (named ? std::to_string(i) : "#"), place / i, places);
  } else {
    places[kind].push_back(place);
  }
}

using Change = std::function<CertificateJson(const CertificateJson&)>;

Change plus(std::int64_t step) {
  return [step](const CertificateJson& old) { return old.get<std::int64_t>() + step; };
}
Change flipped() {
  return [](const CertificateJson& old) { return !old.get<bool>(); };
}
Change word(const std::string& text) {
  return [text](const CertificateJson&) { return text; };
}

constexpr std::int64_t much = std::int64_t{1} << 50;

// By little where that is wrong already. A multiplier that changes by little may give a bound that is as good.
const std::map<std::string, std::vector<Change>> changes_of_head{
    {"certificate", {plus(1), plus(-1)}},
    {"sha256", {word("0124"), word("")}},
    {"n", {plus(1), plus(-1)}},
    {"value", {plus(1), plus(-1)}},
    {"items/#", {plus(1), plus(-1), plus(100)}},
    {"strength_bits", {plus(1), plus(-1), plus(100)}},
    {"point_bits", {plus(1), plus(-1), plus(100)}},
    {"groups/#/#", {plus(100), plus(-100)}},
    {"regions", {plus(1), plus(-1)}},
};
const std::map<std::string, std::vector<Change>> changes_of_region{
    {"parent", {plus(1), plus(-1), plus(much)}},
    {"range/0", {plus(1), plus(100)}},
    {"range/1", {plus(-1), plus(100)}},
    {"item", {plus(1), plus(-1), plus(100)}},
    {"in", {flipped()}},
    {"steps/#/products/#/0", {word("none"), word("chosen 9")}},
    {"steps/#/products/#/1", {word("none"), word("left 9")}},
    {"steps/#/products/#/2", {plus(much), plus(-much)}},
    {"steps/#/curvature/#", {plus(much), plus(-much)}},
    {"steps/#/point/#", {plus(much), plus(-much)}},
    {"steps/#/in/#", {plus(1), plus(-1), plus(100)}},
    {"steps/#/out/#", {plus(1), plus(-1), plus(100)}},
    {"closed", {flipped()}},
};

TEST_F(Certificate, WithASingleOtherNumberIsRefused) {
  const std::vector<CertificateJson> all_lines = lines();
  std::size_t start = 0;  // of the line
  std::map<std::string, int> met;
  std::map<std::string, int> tried;
  for (std::size_t line = 0; line < all_lines.size(); ++line) {
    const auto& changes = line == 0 ? changes_of_head : changes_of_region;
    const std::string& whole = proven.certificate;
    const std::string before = whole.substr(0, start);
    start = whole.find('\n', start) + 1;
    const std::string after = whole.substr(start);
    Places places;
    find_places(all_lines[line], "", CertificateJson::json_pointer(), places);
    for (const auto& [kind, found] : places) {
      ASSERT_TRUE(changes.contains(kind)) << kind;
      for (const CertificateJson::json_pointer& place : found) {
        // Some of many; the others are like them.
        constexpr int at_least = 4;
        constexpr int one_in = 307;
        if (++met[kind] > at_least && met[kind] % one_in != 0) continue;
        for (const Change& change : changes.at(kind)) {
          CertificateJson changed = all_lines[line];
          changed[place] = change(changed[place]);
          EXPECT_TRUE(refused(before + changed.dump() + "\n" + after))
              << line << ": " << place.to_string() << " " << all_lines[line][place] << ", change "
              << &change - changes.at(kind).data();
          ++tried[kind];
        }
      }
    }
  }
  EXPECT_EQ(tried.size(), changes_of_head.size() + changes_of_region.size());
}

// A step that decides items for no reason.
TEST_F(Certificate, WithADecisionTooManyIsRefused) {
  EXPECT_TRUE(refused([](auto& all) {
    CertificateJson step;
    step["in"] = CertificateJson::array();
    step["out"] = CertificateJson::array({0});
    all[1]["steps"].insert(all[1]["steps"].begin(), step);
  }));
  EXPECT_TRUE(refused([](auto& all) {
    all[1]["steps"] = CertificateJson::array();
    all[1]["closed"] = true;
    all.resize(2);
    all[0]["regions"] = 1;
  }));
}

// What a step of the first region says with these products, if the head has so many groups more, all empty.
class CertificateProducts : public Certificate {
 protected:
  std::string message_for(const std::vector<CertificateJson>& products, int groups = 0) const {
    std::vector<CertificateJson> all = lines();
    for (int g = 0; g < groups; ++g) all[0]["groups"].push_back(CertificateJson::array());
    const std::size_t known = all[0]["groups"].size();
    for (const CertificateJson& product : products)
      all[1]["steps"][0]["products"].push_back(product);
    EXPECT_GE(known, 9U);
    std::string text;
    for (const CertificateJson& line : all) text += line.dump() + "\n";
    try {
      return verdict_on(text).fault;
    } catch (const InputError& error) {
      return error.what();
    }
  }
};

TEST_F(CertificateProducts, NameTheirGroupAsItIsPrinted) {
  const std::size_t groups = lines()[0]["groups"].size();
  for (const std::string& factor :
       {std::string("chosen"), std::string("chosen "), std::string("chosen 01"),
        std::string("chosen +1"), std::string("chosen -1"), std::string("chosen 1 "),
        std::string("chosen  1"), std::string("one 0"), std::string("chosen 0x1"),
        std::string("chosen 18446744073709551616"), "chosen " + std::to_string(groups)}) {
    const std::string message = message_for({CertificateJson::array({factor, "one", 0})});
    EXPECT_NE(message.find("expected a factor such as 'slack' or 'chosen 0', found '" + factor),
              std::string::npos)
        << message;
  }
  EXPECT_EQ(message_for({CertificateJson::array({"chosen 0", "left 0", 0})}), "");
}

// Each factor takes as long as its name, however many groups there are.
TEST_F(CertificateProducts, MayNameManyGroups) {
  constexpr int groups = 20'000;
  const std::size_t before = lines()[0]["groups"].size();
  std::vector<CertificateJson> products;
  for (std::size_t g = 0; g < groups; ++g)
    products.push_back(CertificateJson::array({"chosen " + std::to_string(before + g), "one", 0}));
  EXPECT_EQ(message_for(products, groups), "");
}

TEST_F(CertificateProducts, StandOnceInAStep) {
  const CertificateJson product = CertificateJson::array({"one", "one", 0});
  EXPECT_EQ(message_for({product}), "");
  const std::string message = message_for({product, product});
  EXPECT_NE(message.find("expected each product of two factors once in a step, found one twice"),
            std::string::npos)
      << message;
}

// By hand: items without profits, of which none fits.
CertificateVerdict verdict_on_regions(Index n, const std::vector<std::string>& regions) {
  QkpInstance::Data data;
  data.name = "heavy";
  data.capacity = 1;
  data.profit.assign(at(n), 0);
  data.weight.assign(at(n), 2);
  data.pair_profit = SymmetricRowsBuilder(n).finish();
  const QkpInstance instance(std::move(data));
  std::string text = R"({"certificate":1,"sha256":"0123","n":)" + std::to_string(n) +
                     R"(,"value":0,"items":[],"strength_bits":24,"point_bits":28,"groups":[],)" +
                     R"("regions":)" + std::to_string(regions.size()) + "}\n";
  for (const std::string& region : regions) text += region + "\n";
  return verify_certificate(instance, "0123", {"c", text});
}

// A part that is left open is kept, so that a short file of many could fill the memory.
TEST(CertificateParts, ComeOnce) {
  const std::string whole = R"({"steps":[],"closed":false})";
  const std::string with = R"({"parent":0,"item":0,"in":true,"steps":[],"closed":true})";
  const std::string without =
      R"({"parent":0,"item":0,"in":false,"steps":[{"in":[],"out":[1]}],"closed":true})";
  EXPECT_EQ(verdict_on_regions(2, {whole, with, without}).fault, "");
  EXPECT_EQ(verdict_on_regions(2, {whole, with, with, without}).fault,
            "c:4: expected the part without item 0, found that with it again");
  EXPECT_EQ(verdict_on_regions(2, {whole, without, without, with}).fault,
            "c:4: expected the part with item 0, found that without it again");
  EXPECT_EQ(verdict_on_regions(2, {whole, whole}).fault,
            "c:3: expected no other region beside one of everything, found another");

  const auto range = [](const std::string& parent, const std::string& ends) {
    return "{" + parent + R"("range":)" + ends +
           R"(,"steps":[{"in":[],"out":[0,1]}],"closed":true})";
  };
  const std::string of_first = R"("parent":0,)";
  for (const std::string& parent : {std::string(), of_first}) {
    std::vector<std::string> regions;
    if (!parent.empty()) regions.push_back(whole);
    const auto fault_with = [&](const std::vector<std::string>& ranges) {
      std::vector<std::string> all = regions;
      for (const std::string& ends : ranges) all.push_back(range(parent, ends));
      return verdict_on_regions(2, all).fault;
    };
    EXPECT_EQ(fault_with({"[1,2]", "[0,0]"}), "");
    for (const char* again : {"[1,1]", "[0,2]", "[2,2]", "[0,1]", "[1,2]"}) {
      const std::string fault = fault_with({"[1,2]", again});
      EXPECT_NE(fault.find("expected numbers of items that no part has yet, found "),
                std::string::npos)
          << again << ": " << fault;
    }
  }
}

// Not a matrix of the square of what a file names.
TEST(CertificateParts, HaveBoundsOverSoManyItemsOnly) {
  constexpr Index n = 10'001;
  std::string zeros = "0";
  for (Index i = 1; i < n; ++i) zeros += ",0";
  const std::string region = R"({"steps":[{"products":[],"curvature":[)" + zeros +
                             R"(],"point":[)" + zeros + R"(],"in":[],"out":[]}],"closed":true})";
  EXPECT_EQ(verdict_on_regions(n, {region}).fault,
            "c:2: expected a bound over at most 10000 open items, found 10001");
}

TEST_F(Certificate, ThatIsCutOffIsRefused) {
  const std::string& whole = proven.certificate;
  for (const std::size_t size : {whole.size() / 4, whole.size() / 2, whole.size() - 2}) {
    bool holds = false;
    try {
      holds = verdict_on(whole.substr(0, size)).holds;
    } catch (const InputError&) {
    }
    EXPECT_FALSE(holds);
  }
  EXPECT_THROW((void)verdict_on(""), InputError);
}

}  // namespace
}  // namespace spinsack

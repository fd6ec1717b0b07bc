// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.hpp"
#include "formulation/encoding.hpp"
#include "formulation/linearise.hpp"
#include "instance/format.hpp"
#include "instance/generator.hpp"
#include "instance/published.hpp"
#include "postprocess/step.hpp"
#include "program/format.hpp"
#include "qubo/format.hpp"
#include "qubo/published_graph.hpp"

#include <nlohmann/json.hpp>

namespace spinsack::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using Json = nlohmann::json;

template <class Entry>
void expect_listed(const std::string& kind, std::span<const Entry> catalog) {
  const std::vector<std::string> names = lines_of(spinsack_run({"list", kind, "--names"}).out);
  const std::string text = spinsack_run({"list", kind}).out;
  const std::string json = spinsack_run({"list", kind, "--json"}).out;
  for (const Entry& entry : catalog) {
    EXPECT_THAT(names, Contains(std::string(entry.name))) << kind;
    EXPECT_THAT(text, HasSubstr("  " + std::string(entry.name) + " ")) << kind;
    EXPECT_THAT(json, HasSubstr("\"name\":\"" + std::string(entry.name) + "\"")) << kind;
  }
}

TEST(List, HasEveryEntryOfEveryCatalog) {
  expect_listed("encodings", encodings());
  expect_listed("generators", generator_families());
  expect_listed("formats", instance_formats());
  expect_listed("formats", qubo_formats());
  expect_listed("formats", program_formats());
  expect_listed("linearisations", linearisations());
  expect_listed("steps", steps());
}

TEST(List, ShowsKindsWhenAskedForNone) {
  const RunResult result = spinsack_run({"list"});
  EXPECT_EQ(result.exit_code, 0);
  for (const char* kind :
       {"suites", "generators", "formats", "encodings", "linearisations", "steps", "studies"}) {
    EXPECT_THAT(result.out, HasSubstr(std::string("\n  ") + kind + " "));
    EXPECT_EQ(spinsack_run({"list", kind}).exit_code, 0) << kind;
  }
}

TEST(List, GivesParametersWithDefaultAndRange) {
  const RunResult text = spinsack_run({"list", "encodings"});
  EXPECT_THAT(text.out, HasSubstr("    --offset        "));
  EXPECT_THAT(text.out, HasSubstr("(default: 3)"));
  const RunResult json = spinsack_run({"list", "generators", "--json"});
  const Json gallo = Json::parse(lines_of(json.out).at(0));
  EXPECT_EQ(gallo["kind"], "generator");
  EXPECT_EQ(gallo["name"], "gallo");
  EXPECT_EQ(gallo["parameters"][0],
            Json::parse(R"({"name":"n","meaning":"number of items","default":"100",)"
                        R"("range":"1..30000"})"));
}

TEST(List, HasAllPublishedInstances) {
  const std::vector<std::string> names = lines_of(spinsack_run({"list", "suites", "--names"}).out);
  const std::vector<std::string> rows = lines_of(spinsack_run({"list", "suites"}).out);
  const std::vector<std::string> objects = lines_of(spinsack_run({"list", "suites", "--json"}).out);
  ASSERT_EQ(names.size(), published_instances().size());
  ASSERT_EQ(rows.size(), names.size() + 1);
  ASSERT_EQ(objects.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const PublishedInstance& published = published_instances()[i];
    EXPECT_EQ(names[i], published.full_name());
    EXPECT_THAT(rows[i + 1], testing::StartsWith(names[i] + " "));
    EXPECT_TRUE(rows[i + 1].ends_with(" " + std::to_string(published.best_known)));
    const Json object = Json::parse(objects[i]);
    EXPECT_EQ(object["name"], names[i]);
    EXPECT_EQ(object["n"], published.n);
    EXPECT_EQ(object["density"], published.density);
    EXPECT_EQ(object["capacity"], published.capacity);
    EXPECT_EQ(object["best_known"], published.best_known);
  }
}

TEST(List, HasAllPublishedModels) {
  const std::vector<std::string> names = lines_of(spinsack_run({"list", "models", "--names"}).out);
  const std::vector<std::string> rows = lines_of(spinsack_run({"list", "models"}).out);
  const std::vector<std::string> objects = lines_of(spinsack_run({"list", "models", "--json"}).out);
  ASSERT_EQ(names.size(), published_graphs().size());
  ASSERT_EQ(rows.size(), names.size() + 1);
  ASSERT_EQ(objects.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const PublishedGraph& published = published_graphs()[i];
    EXPECT_EQ(names[i], published.full_name());
    EXPECT_TRUE(rows[i + 1].ends_with(" " + std::to_string(published.best_cut)));
    EXPECT_EQ(Json::parse(objects[i])["kind"], "published model");
    EXPECT_EQ(Json::parse(objects[i])["edges"], published.edges);
  }
}

}  // namespace
}  // namespace spinsack::test

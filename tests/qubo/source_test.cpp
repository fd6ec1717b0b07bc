// SPDX-License-Identifier: Apache-2.0
#include "qubo/source.hpp"

#include "qubo/form_support.hpp"
#include "support/temporary_directory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spinsack::test {
namespace {

using testing::HasSubstr;

TEST(ModelSource, TakesAPublishedGraph) {
  const LoadedModel model = load_model("gset:G11");
  EXPECT_EQ(model.name, "gset:G11");
  EXPECT_EQ(model.format->name, "gset");
  EXPECT_EQ(model.form.size(), 800);
  ASSERT_NE(model.published, nullptr);
  EXPECT_EQ(model.published->best_cut, 564);
}

TEST(ModelSource, ExpandsPatterns) {
  EXPECT_EQ(model_names("gset:G1?").size(), 10U);
  EXPECT_EQ(model_names("model.coo"), std::vector<std::string>{"model.coo"});
  EXPECT_EQ(message_of([] { static_cast<void>(load_model("gset:G1?")); }),
            "gset:G1? stands for 10 models; name one of them, as gset:G10");
  EXPECT_THROW(static_cast<void>(load_model("gset:G1", "cooo")), UsageError);
}

TEST(ModelSource, ReadsAFileAndRecognisesAGraph) {
  const TemporaryDirectory directory;
  directory.write("G11", published_graph_text(*match_published_graphs("gset:G11").front()));
  const LoadedModel model = load_model(directory.file("G11"), "gset");
  ASSERT_NE(model.published, nullptr);
  EXPECT_EQ(model.published->full_name(), "gset:G11");
  EXPECT_EQ(model.name, directory.file("G11"));
}

TEST(ModelSource, OffersWhatWasMeant) {
  EXPECT_EQ(nearest_model("G1"), "gset:G1");
  EXPECT_EQ(nearest_model("G81.txt"), "gset:G81");
  EXPECT_EQ(nearest_model("WK2000_1.rud"), "wk:2000_1");
  EXPECT_EQ(nearest_model("K2000"), "wk:2000_1");
  EXPECT_EQ(nearest_model("gste:G7"), "gset:G7");
  EXPECT_EQ(nearest_model("some quite different name"), "");
  EXPECT_THAT(message_of([] { static_cast<void>(load_model("G22.rud")); }),
              HasSubstr("; did you mean 'gset:G22'?"));
}

}  // namespace
}  // namespace spinsack::test

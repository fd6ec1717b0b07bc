// SPDX-License-Identifier: Apache-2.0
#include "record/record_files.hpp"

#include "support/temporary_directory.hpp"

#include <gmock/gmock.h>

#include <filesystem>

namespace spinsack::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(StudyFolders, AreThePathOrAllBelowIt) {
  const TemporaryDirectory place;
  for (const char* const name : {"b/two", "b/one/inner", "a-c", "a/deep/er", "empty/none"})
    std::filesystem::create_directories(place.path() / name);
  for (const char* const name :
       {"b/two/study.json", "b/one/study.json", "b/one/inner/study.json", "a-c/records-1of2.jsonl",
        "a/deep/er/records.jsonl", "empty/plan.toml"})
    place.write(name, "");
  EXPECT_THAT(study_folders(place.path().string()),
              ElementsAre(place.file("a-c"), place.file("a/deep/er"), place.file("b/one"),
                          place.file("b/two")));
  EXPECT_THAT(study_folders(place.file("b/one")), ElementsAre(place.file("b/one")));
  EXPECT_THAT(study_folders(place.file("empty")), IsEmpty());
  EXPECT_THAT(study_folders(place.file("none")), IsEmpty());
  EXPECT_THAT(study_folders(place.file("empty/plan.toml")), IsEmpty());
  // Links lead to each study once, and not in circles.
  std::filesystem::create_directory_symlink(place.path() / "b", place.path() / "empty/none/back");
  std::filesystem::create_directory_symlink(place.path() / "empty", place.path() / "empty/none/up");
  EXPECT_THAT(study_folders(place.file("empty")),
              ElementsAre(place.file("empty/none/back/one"), place.file("empty/none/back/two")));
  EXPECT_EQ(study_folders(place.path().string()).size(), 4U);
}

}  // namespace
}  // namespace spinsack::test

// SPDX-License-Identifier: Apache-2.0
// Every file in bad_inputs/instance is refused with exactly the message beside it, which is what a
// user sees after the file's name.
#include "core/error.hpp"
#include "core/file.hpp"
#include "instance/format.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace spinsack {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> bad_files() {
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::directory_iterator(test::source_folder() / "tests/bad_inputs/instance"))
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

// The message without the path and what separates the two.
std::string message_for(const fs::path& path) {
  try {
    (void)read_instances(read_file(path.string()));
  } catch (const Error& error) {
    std::string message = error.what();
    if (!message.starts_with(path.string() + ":")) return "no file name in: " + message;
    message.erase(0, path.string().size() + 1);
    message.erase(0, message.find_first_not_of(' '));
    return message;
  }
  return "no error";
}

class BadInstance : public testing::TestWithParam<fs::path> {};
INSTANTIATE_TEST_SUITE_P(Files, BadInstance, testing::ValuesIn(bad_files()),
                         [](const auto& file) { return file.param.stem().string(); });

TEST_P(BadInstance, IsRefusedWithTheExpectedMessage) {
  const std::string expected = read_file(GetParam().string() + ".expected").text;
  EXPECT_EQ(message_for(GetParam()) + "\n", expected);
}

TEST(BadInstances, AreMany) { EXPECT_GE(bad_files().size(), 20U); }

}  // namespace
}  // namespace spinsack

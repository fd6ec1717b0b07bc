// SPDX-License-Identifier: Apache-2.0
// Every file in tests/bad_inputs/samples is refused with exactly the message beside it; .expected holds it
// without the path. Files whose name begins with map_ are decode maps.
#include "core/error.hpp"
#include "core/file.hpp"
#include "exchange/decode_map.hpp"
#include "machine/sample_file.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace spinsack {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> bad_files() {
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::directory_iterator((test::source_folder() / "tests/bad_inputs/samples")))
    if (entry.path().extension() != ".expected") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string message_of(const fs::path& file) {
  try {
    const InputFile input = read_file(file.string());
    if (file.filename().string().starts_with("map_"))
      static_cast<void>(read_decode_map(input));
    else
      static_cast<void>(read_samples(input));
    return "accepted";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(SampleBadInputs, AreRefusedWithTheExpectedMessage) {
  const std::vector<fs::path> files = bad_files();
  EXPECT_GE(files.size(), 50U);
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.filename());
    std::string expected = read_file(file.string() + ".expected").text;
    if (expected.ends_with('\n')) expected.pop_back();
    std::string message = message_of(file);
    const std::string path = file.string() + ":";
    if (message.starts_with(path)) message.erase(0, path.size());
    message.erase(0, message.find_first_not_of(' '));
    EXPECT_EQ(message, expected);
  }
}

}  // namespace
}  // namespace spinsack

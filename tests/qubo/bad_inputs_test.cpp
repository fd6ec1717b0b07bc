// SPDX-License-Identifier: Apache-2.0
// Every file in tests/bad_inputs/qubo is refused with exactly the message beside it. The ending
// names the format; .expected holds the message without the path.
#include "core/file.hpp"
#include "qubo/form_support.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace spinsack::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> bad_files() {
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::directory_iterator((test::source_folder() / "tests/bad_inputs/qubo")))
    if (entry.path().extension() != ".expected") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string_view format_of(const fs::path& file) {
  std::string_view longest = "no format has the ending of this file";
  std::size_t length = 0;  // of the longest ending that fits: ".da.json" is not ".json"
  for (const QuboFormat& format : qubo_formats())
    if (file.string().ends_with(format.extension) && format.extension.size() > length) {
      longest = format.name;
      length = format.extension.size();
    }
  return longest;
}

TEST(QuboBadInputs, AreRefusedWithTheExpectedMessage) {
  for (const fs::path& file : bad_files()) {
    SCOPED_TRACE(file.filename());
    std::string expected = read_file(file.string() + ".expected").text;
    if (expected.ends_with('\n')) expected.pop_back();
    std::string message =
        message_of([&] { return read_qubo(read_file(file.string()), format_of(file)); });
    const std::string path = file.string() + ":";
    if (message.starts_with(path)) message.erase(0, path.size());
    message.erase(0, message.find_first_not_of(' '));
    EXPECT_EQ(message, expected);
  }
}

TEST(QuboBadInputs, CoverEveryFormatSeveralTimes) {
  std::map<std::string_view, int> cases;
  for (const fs::path& file : bad_files()) ++cases[format_of(file)];
  EXPECT_EQ(cases.size(), qubo_formats().size());
  for (const QuboFormat& format : qubo_formats()) EXPECT_GE(cases[format.name], 6) << format.name;
}

}  // namespace
}  // namespace spinsack::test

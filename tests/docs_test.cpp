// SPDX-License-Identifier: Apache-2.0
// The documentation does what it says. In every block
//
//   ```console
//   $ spinsack list steps
//   ...
//   ```
//
// of README.md and docs/*.md the commands are run, all of one document in one shell and a directory
// that holds nothing but docs/examples. Each must succeed, or fail as a comment `# exit 1` behind it
// says; and if output is shown below it, that is what comes out. A line `...` stands for any lines.
// Commands other than spinsack and a few that go with it (making, installing) are for the reader only.
#include "support/places.hpp"
#include "support/run_command.hpp"
#include "support/temporary_directory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::test {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 10> runnable{"spinsack", "cat", "echo",   "gzip", "head",
                                                    "ls",       "seq", "printf", "wc",   "xz"};

struct DocumentedCommand {
  int line = 0;
  std::string text;
  int exit_code = 0;
  std::vector<std::string> output;  // as shown; empty if nothing is
};

std::string first_word(const std::string& text) { return text.substr(0, text.find(' ')); }

DocumentedCommand parse_command(const std::string& text, int line) {
  DocumentedCommand command{line, text, 0, {}};
  if (const auto mark = text.rfind("# exit "); mark != std::string::npos)
    command.exit_code = std::stoi(text.substr(mark + 7));
  return command;
}

std::vector<DocumentedCommand> read_commands(const fs::path& document) {
  std::vector<DocumentedCommand> commands;
  std::ifstream file(document);
  bool inside = false;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.starts_with("```"))
      inside = line == "```console";
    else if (inside && line.starts_with("$ "))
      commands.push_back(parse_command(line.substr(2), number));
    else if (inside && line.starts_with("> ") && !commands.empty() &&
             commands.back().text.ends_with('\\'))
      commands.back() = parse_command(commands.back().text + "\n" + line.substr(2), number);
    else if (inside && !commands.empty())
      commands.back().output.push_back(line);
  }
  std::erase_if(commands, [](const DocumentedCommand& command) {
    return std::find(runnable.begin(), runnable.end(), first_word(command.text)) == runnable.end();
  });
  return commands;
}

// Whether a line is as shown, where "..." at the end stands for the rest of it.
bool matches(const std::string& shown, const std::string& line) {
  if (!shown.ends_with("...")) return line == shown;
  return line.starts_with(shown.substr(0, shown.size() - 3));
}

// Whether lines are as shown, where a line "..." stands for any number of them.
bool matches(std::span<const std::string> shown, std::span<const std::string> lines) {
  if (shown.empty()) return lines.empty();
  if (shown[0] == "...")
    return matches(shown.subspan(1), lines) || (!lines.empty() && matches(shown, lines.subspan(1)));
  return !lines.empty() && matches(shown[0], lines[0]) &&
         matches(shown.subspan(1), lines.subspan(1));
}

std::vector<std::string> read_lines(const fs::path& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::vector<fs::path> documents() {
  const fs::path root = test::source_folder();
  std::vector<fs::path> all;
  if (fs::exists(root / "README.md")) all.push_back(root / "README.md");
  if (fs::exists(root / "docs"))
    for (const auto& entry : fs::recursive_directory_iterator(root / "docs"))
      if (entry.path().extension() == ".md") all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  return all;
}

class Documentation : public testing::TestWithParam<fs::path> {};

TEST_P(Documentation, CommandsDoWhatItSays) {
  const std::vector<DocumentedCommand> commands = read_commands(GetParam());
  const TemporaryDirectory work;
  const TemporaryDirectory results;
  // Examples are named as from the top of the tree, where readers are.
  fs::create_directory(work.path() / "docs");
  fs::create_directory_symlink(test::source_folder() / "docs/examples",
                               work.path() / "docs/examples");
  // One shell; output and exit code of each command go into files of its own.
  std::string script;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const std::string base = results.file(std::to_string(i));
    script += "{\n" + commands[i].text + "\n} > " + base + ".out 2>&1 < /dev/null\necho $? > " +
              base + ".code\n";
  }
  const RunResult session = shell_run(script, work.path(), {{"LC_ALL", "C.UTF-8"}});
  ASSERT_FALSE(session.timed_out);
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const DocumentedCommand& command = commands[i];
    const std::string base = results.file(std::to_string(i));
    const std::vector<std::string> output = read_lines(base + ".out");
    SCOPED_TRACE(GetParam().filename().string() + ":" + std::to_string(command.line) + ": " +
                 command.text);
    EXPECT_EQ(joined(read_lines(base + ".code")), std::to_string(command.exit_code) + "\n")
        << joined(output);
    if (!command.output.empty() && !matches(command.output, output))
      ADD_FAILURE() << "the document shows\n"
                    << joined(command.output) << "--- and the command says\n"
                    << joined(output);
  }
}

std::string test_name(const testing::TestParamInfo<fs::path>& info) {
  std::string name = fs::relative(info.param, test::source_folder()).string();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Documentation);
INSTANTIATE_TEST_SUITE_P(Run, Documentation, testing::ValuesIn(documents()), test_name);

TEST(DocumentationOf, EveryCommandIsInTheTour) {
  std::string text;
  for (const DocumentedCommand& command :
       read_commands(test::source_folder() / "docs" / "commands.md"))
    text += command.text + "\n";
  const std::string overview = run({.command = {test::spinsack_command()}}).out;
  int commands = 0;
  // Lines "  name  what it does", behind the headings after the usage.
  std::istringstream lines(overview.substr(overview.find("Usage:")));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ") || line.starts_with("   ")) continue;
    const std::string name = line.substr(2, line.find(' ', 2) - 2);
    EXPECT_NE(text.find("spinsack " + name), std::string::npos) << name;
    ++commands;
  }
  EXPECT_GE(commands, 9);
}

}  // namespace
}  // namespace spinsack::test

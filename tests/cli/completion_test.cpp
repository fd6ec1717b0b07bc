// SPDX-License-Identifier: Apache-2.0
// The completion scripts, asked by the shells themselves.
#include "cli/cli_support.hpp"

namespace spinsack::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// What bash offers for the word at the end of a line, with the usual word breaks.
std::vector<std::string> bash_offers(const std::string& line) {
  const TemporaryDirectory directory;
  directory.write("data.txt", "");
  std::filesystem::create_directory(directory.path() / "folder");
  const RunResult result = shell_run(R"sh(
    source <(spinsack completion bash)
    COMP_LINE=$line COMP_POINT=${#line} COMP_WORDS=(spinsack) COMP_WORDBREAKS=$' \t\n"><=;|&(:'
    _spinsack
    printf '%s\n' "${COMPREPLY[@]}")sh",
                                     directory.path(), {{"line", line}});
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(result.err, "");
  return result.out == "\n" ? std::vector<std::string>{} : lines_of(result.out);
}

TEST(Completion, BashReadsTheScript) {
  const RunResult result = shell_run("spinsack completion bash | bash -n");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(result.err, "");
}

TEST(Completion, BashOffersCommandsAndFlags) {
  EXPECT_THAT(bash_offers("spinsack f"), ElementsAre("formulate"));
  EXPECT_THAT(bash_offers("spinsack co"), UnorderedElementsAre("convert", "compare", "completion"));
  EXPECT_THAT(bash_offers("spinsack "), Contains("generate"));
  EXPECT_THAT(bash_offers("spinsack --v"), ElementsAre("--version"));
  EXPECT_THAT(bash_offers("spinsack formulate data.txt --en"), ElementsAre("--encoding"));
  EXPECT_THAT(bash_offers("spinsack generate gallo --weight-"),
              UnorderedElementsAre("--weight-min", "--weight-max"));
  EXPECT_THAT(bash_offers("spinsack info -"), Contains("--json"));
}

TEST(Completion, BashOffersTheNamesOfACatalog) {
  EXPECT_THAT(bash_offers("spinsack formulate x --encoding "),
              ElementsAre("binary", "unary", "hybrid", "onehot", "offset", "lagrange", "unbalanced",
                          "hyperplane", "native"));
  EXPECT_THAT(bash_offers("spinsack formulate x -e o"), ElementsAre("onehot", "offset"));
  EXPECT_THAT(bash_offers("spinsack convert a b --to m"), ElementsAre("mps"));
  EXPECT_THAT(bash_offers("spinsack list e"), ElementsAre("encodings"));
  EXPECT_THAT(bash_offers("spinsack help v"), ElementsAre("verify"));
  EXPECT_THAT(bash_offers("spinsack help solve l"), ElementsAre("lha"));
  EXPECT_THAT(bash_offers("spinsack help formulate o"), ElementsAre("onehot", "offset"));
  EXPECT_THAT(bash_offers("spinsack completion "), ElementsAre("bash", "zsh"));
  EXPECT_THAT(bash_offers("spinsack generate gallo --n "), IsEmpty()) << "a number";
}

TEST(Completion, BashOffersFilesAndPublishedInstances) {
  EXPECT_THAT(bash_offers("spinsack info da"), ElementsAre("data.txt"));
  EXPECT_THAT(bash_offers("spinsack formulate x -o "), UnorderedElementsAre("data.txt", "folder"));
  EXPECT_THAT(bash_offers("spinsack generate medium:* --out-dir "), ElementsAre("folder"));
  EXPECT_THAT(bash_offers("spinsack info "),
              UnorderedElementsAre("data.txt", "folder", "medium:", "large:"));
  EXPECT_THAT(bash_offers("spinsack info l"), ElementsAre("large:"));
  // Bash holds the part up to the colon to be another word.
  EXPECT_THAT(bash_offers("spinsack info large:2000_100_1"),
              ElementsAre("2000_100_1", "2000_100_10"));
  EXPECT_THAT(bash_offers("spinsack info --json - medium:300_50_2"), ElementsAre("300_50_2"));
  EXPECT_THAT(bash_offers("spinsack generate cl"), ElementsAre("clique"));
}

TEST(Completion, ZshReadsTheScript) {
  if (!has_program("zsh")) GTEST_SKIP() << "needs zsh (package zsh)";
  const TemporaryDirectory directory;
  const RunResult result =
      shell_run("spinsack completion zsh > script; zsh -n script", directory.path());
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(result.err, "");
}

// What stands on the line of an interactive zsh after the tab key.
std::string zsh_completes(const std::string& line) {
  const TemporaryDirectory directory;
  directory.write("data.txt", "");
  std::filesystem::create_directory(directory.path() / "scripts");
  const RunResult script =
      shell_run("spinsack completion zsh > scripts/_spinsack", directory.path());
  EXPECT_EQ(script.exit_code, 0) << script;
  directory.write("drive.zsh", R"zsh(
    zmodload zsh/zpty
    zpty shell 'zsh -f -i'
    zpty -w shell "PS1=; fpath=($PWD/scripts \$fpath); autoload -U compinit; compinit -u -D"
    # What the line holds is printed between marks, since the echo is full of escapes. The marks are
    # put together only there: the echo of this definition must not look like an answer.
    zpty -w shell 'show() { print -r -- "<""<${BUFFER}>"">" }; zle -N show; bindkey "^X" show'
    zpty -w shell 'print rea''dy'
    zpty -r -m shell answer '*ready*'
    zpty -w -n shell "$line"$'\t\C-X'
    zpty -r -m shell answer '*<<*>>*'
    answer=${answer##*<<}
    print -r -- ${answer%%>>*}
    zpty -d shell)zsh");
  const RunResult result =
      shell_run("zsh -f drive.zsh", directory.path(), {{"line", line}, {"TERM", "vt100"}});
  EXPECT_EQ(result.exit_code, 0) << result;
  return result.out;
}

TEST(Completion, ZshCompletes) {
  if (!has_program("zsh")) GTEST_SKIP() << "needs zsh (package zsh)";
  if (shell_run("zsh -fc 'zmodload zsh/zpty'").exit_code != 0)
    GTEST_SKIP() << "needs zsh with its module zsh/zpty (package zsh)";
  EXPECT_EQ(zsh_completes("spinsack fo"), "spinsack formulate \n");
  EXPECT_EQ(zsh_completes("spinsack formulate x --enc"), "spinsack formulate x --encoding \n");
  EXPECT_EQ(zsh_completes("spinsack formulate x -e la"), "spinsack formulate x -e lagrange \n");
  EXPECT_EQ(zsh_completes("spinsack generate cl"), "spinsack generate clique \n");
  EXPECT_EQ(zsh_completes("spinsack help solve lh"), "spinsack help solve lha \n");
  EXPECT_EQ(zsh_completes("spinsack info dat"), "spinsack info data.txt \n");
  EXPECT_EQ(zsh_completes("spinsack info la"), "spinsack info large:\n");
  EXPECT_EQ(zsh_completes("spinsack info large:2000_75_3"), "spinsack info large:2000_75_3 \n");
}

}  // namespace
}  // namespace spinsack::test

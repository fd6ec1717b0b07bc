// SPDX-License-Identifier: Apache-2.0
#include "core/line_output.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "support/temporary_directory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>

namespace spinsack {
namespace {

using test::TemporaryDirectory;

TEST(LineOutput, TheOldFileStaysUntilThereIsALine) {
  const TemporaryDirectory directory;
  directory.write("out", "yesterday\n");
  {
    LineOutput lines(directory.file("out"));
    EXPECT_EQ(directory.read("out"), "yesterday\n");
  }
  EXPECT_EQ(directory.read("out"), "yesterday\n");
  LineOutput lines(directory.file("out"));
  lines.close();
  EXPECT_EQ(directory.read("out"), "yesterday\n");
  EXPECT_EQ(directory.names().size(), 1U);
}

TEST(LineOutput, EveryLineIsInTheFileAtOnce) {
  const TemporaryDirectory directory;
  directory.write("out", "yesterday, and much longer\n");
  LineOutput lines(directory.file("out"));
  lines.line("one");
  EXPECT_EQ(directory.read("out"), "one\n");
  lines.line("two");
  EXPECT_EQ(directory.read("out"), "one\ntwo\n");
  EXPECT_EQ(directory.names().size(), 1U) << "nothing else lies around when the program is killed";
  lines.close();
  EXPECT_EQ(directory.read("out"), "one\ntwo\n");
}

TEST(LineOutput, APackedFileIsWrittenWhole) {
  const TemporaryDirectory directory;
  directory.write("out.gz", "yesterday\n");
  LineOutput lines(directory.file("out.gz"));
  lines.line("one");
  EXPECT_EQ(directory.read("out.gz"), "yesterday\n");
  lines.line("two");
  lines.close();
  EXPECT_EQ(read_file(directory.file("out.gz")).text, "one\ntwo\n");
}

TEST(LineOutput, WhatCannotBeWrittenIsToldAtOnce) {
  const TemporaryDirectory directory;
  EXPECT_THROW(LineOutput(directory.file("no/folder")), FileError);
  EXPECT_THROW(LineOutput(directory.path().string()), FileError);
  LineOutput nothing("");
  nothing.line("swallowed");
  nothing.close();
  LineOutput full("/dev/full");
  EXPECT_THROW(full.line("one"), FileError);
}

// A limit on the size of files stands in for a full disk.
TEST(LineOutput, ALineThatDoesNotFitIsCutOff) {
  const TemporaryDirectory directory;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 10;
  LineOutput lines(directory.file("out"));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  lines.line("one");
  EXPECT_THROW(lines.line("does not fit"), FileError);
  EXPECT_EQ(directory.read("out"), "one\n");
  lines.line("two");
  EXPECT_EQ(directory.read("out"), "one\ntwo\n");
  directory.write("old", "old\n");
  LineOutput others(directory.file("old"));
  EXPECT_THROW(others.line("does not fit either"), FileError);
  EXPECT_EQ(directory.read("old"), "old\n");
  ::setrlimit(RLIMIT_FSIZE, &before);
}

// Opened once: a reader sees one stream of lines, not its end after each.
TEST(LineOutput, APipeGetsAllLines) {
  const TemporaryDirectory directory;
  const std::string pipe = directory.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string read;
  std::jthread reader([&] { read = read_file(pipe).text; });
  {
    LineOutput lines(pipe);
    lines.line("one");
    lines.line("two");
    lines.close();
  }
  reader.join();
  EXPECT_EQ(read, "one\ntwo\n");
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

}  // namespace
}  // namespace spinsack

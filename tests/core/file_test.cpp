// SPDX-License-Identifier: Apache-2.0
#include "core/file.hpp"

#include "core/descriptor.hpp"
#include "core/error.hpp"
#include "core/output_file.hpp"
#include "support/property.hpp"
#include "support/temporary_directory.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <limits>
#include <poll.h>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace spinsack::test {
namespace {

namespace fs = std::filesystem;

// Containers run tests as the superuser, whom no permission stops: become somebody else for a
// while.
class OrdinaryUser {
 public:
  OrdinaryUser() : before_(::geteuid()) {
    constexpr uid_t nobody = 65534;
    if (before_ == 0) ordinary_ = ::seteuid(nobody) == 0;
  }
  OrdinaryUser(const OrdinaryUser&) = delete;
  OrdinaryUser& operator=(const OrdinaryUser&) = delete;
  ~OrdinaryUser() {
    if (before_ == 0 && ordinary_ && ::seteuid(0) != 0) std::abort();
  }
  bool ordinary() const { return ordinary_; }

 private:
  uid_t before_;
  bool ordinary_ = true;
};

class FileTest : public testing::Test {
 protected:
  // Some tests take the directory's permissions away.
  ~FileTest() override { fs::permissions(directory_.path(), fs::perms::owner_all); }
  std::string path(const std::string& name) const { return directory_.file(name); }
  std::size_t files() const { return directory_.names().size(); }
  void put(const std::string& name, const std::string& bytes) const {
    directory_.write(name, bytes);
  }
  std::string bytes_of(const std::string& name) const { return directory_.read(name); }

  const test::TemporaryDirectory directory_;
};

template <class F>
std::string message_of(F&& f) {
  try {
    f();
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

const auto write_text = [](TextWriter& out) { out.text("some text\n"); };

TEST_F(FileTest, PlainAndPackedFilesReadBackEqual) {
  for (const std::string name : {"a.txt", "a.txt.gz", "a.xz"}) {
    write_file(path(name), write_text);
    const InputFile read = read_file(path(name));
    EXPECT_EQ(read.name, path(name));
    EXPECT_EQ(read.text, "some text\n") << name;
  }
  EXPECT_EQ(bytes_of("a.txt"), "some text\n");
  EXPECT_TRUE(bytes_of("a.txt.gz").starts_with("\x1f\x8b"));
  EXPECT_TRUE(
      bytes_of("a.xz").starts_with("\xfd"
                                   "7zXZ"));
}

TEST_F(FileTest, PackedFilesAreRecognisedWhateverTheirName) {
  write_file(path("a.gz"), write_text);
  fs::rename(path("a.gz"), path("a.dat"));
  EXPECT_EQ(read_file(path("a.dat")).text, "some text\n");
}

TEST_F(FileTest, AByteOrderMarkIsSkipped) {
  put("bom.txt",
      "\xef\xbb\xbf"
      "5");
  EXPECT_EQ(read_file(path("bom.txt")).text, "5");
}

TEST_F(FileTest, EmptyAndSpecialFilesCanBeRead) {
  put("empty", "");
  EXPECT_EQ(read_file(path("empty")).text, "");
  EXPECT_EQ(read_file("/dev/null").text, "");
  EXPECT_FALSE(read_file("/proc/self/status").text.empty());  // says its size is 0
}

TEST_F(FileTest, WhatCannotBeReadIsExplained) {
  EXPECT_EQ(message_of([&] { (void)read_file(path("missing")); }),
            path("missing") + ": cannot open: No such file or directory");
  EXPECT_EQ(message_of([&] { (void)read_file(directory_.path().string()); }),
            directory_.path().string() + ": cannot read: Is a directory");
}

TEST_F(FileTest, MissingPermissionsAreExplained) {
  put("secret", "x");
  fs::permissions(path("secret"), fs::perms::none);
  fs::permissions(directory_.path(), fs::perms::owner_read | fs::perms::owner_exec |
                                         fs::perms::others_read | fs::perms::others_exec);
  const OrdinaryUser user;
  if (!user.ordinary()) GTEST_SKIP() << "needs a process that may change its user";
  EXPECT_EQ(message_of([&] { (void)read_file(path("secret")); }),
            path("secret") + ": cannot open: Permission denied");
  EXPECT_EQ(message_of([&] { write_file(path("secret"), write_text); }),
            path("secret") + ": cannot create: Permission denied");
  EXPECT_EQ(message_of([&] { write_file(path("new"), write_text); }),
            path("new") + ": cannot create: Permission denied");
}

TEST_F(FileTest, ATruncatedPackedFileIsRefused) {
  write_file(path("a.gz"), write_text);
  put("cut.gz", bytes_of("a.gz").substr(0, 15));
  EXPECT_EQ(message_of([&] { (void)read_file(path("cut.gz")); }),
            path("cut.gz") + ": damaged or truncated gzip data");
}

TEST_F(FileTest, AFullDiskIsReported) {
  for (const auto& write : {std::function<void(TextWriter&)>(write_text),
                            std::function<void(TextWriter&)>([](TextWriter& out) {
                              for (int k = 0; k < 200'000; ++k) out.text("many small pieces ");
                            })})
    EXPECT_EQ(message_of([&] { write_file("/dev/full", write); }),
              "/dev/full: cannot write: No space left on device");
}

TEST_F(FileTest, AFailingWriterLeavesNothingBehind) {
  const auto failing = [](TextWriter& out) {
    out.text(std::string(3'000'000, 'x'));
    throw UsageError("changed my mind");
  };
  for (const std::string name : {"new.txt", "new.gz", "new.xz"}) {
    EXPECT_THROW(write_file(path(name), failing), UsageError);
    EXPECT_EQ(files(), 0U);
  }
  put("old.txt", "precious");
  EXPECT_THROW(write_file(path("old.txt"), failing), UsageError);
  EXPECT_EQ(bytes_of("old.txt"), "precious");
  EXPECT_EQ(files(), 1U);
}

TEST_F(FileTest, AnOldFileIsReplacedAndKeepsItsPermissions) {
  put("old.txt", "old and much longer than the new one");
  fs::permissions(path("old.txt"), fs::perms::owner_read | fs::perms::owner_write);
  write_file(path("old.txt"), write_text);
  EXPECT_EQ(bytes_of("old.txt"), "some text\n");
  EXPECT_EQ(fs::status(path("old.txt")).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(files(), 1U);
}

TEST_F(FileTest, ALinkIsFollowed) {
  put("target", "old");
  fs::create_symlink("target", path("link"));
  write_file(path("link"), write_text);
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(bytes_of("target"), "some text\n");
}

TEST_F(FileTest, DevicesAreWrittenInPlace) {
  EXPECT_NO_THROW(write_file("/dev/null", write_text));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(FileTest, WhatCannotBeWrittenIsExplained) {
  EXPECT_EQ(message_of([&] { write_file(path("no/such/folder.txt"), write_text); }),
            path("no/such/folder.txt") + ": cannot create: No such file or directory");
  EXPECT_EQ(message_of([&] { write_file(directory_.path().string(), write_text); }),
            directory_.path().string() + ": cannot create: Is a directory");
}

TEST_F(FileTest, ALinkToAFileThatIsNotThereYetIsFollowed) {
  fs::create_directory(path("elsewhere"));
  fs::create_symlink("elsewhere/new", path("link"));
  write_file(path("link"), write_text);
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(bytes_of("elsewhere/new"), "some text\n");
  fs::create_symlink("round", path("round"));
  EXPECT_EQ(message_of([&] { write_file(path("round"), write_text); }),
            path("round") + ": cannot create: Too many levels of symbolic links");
}

TEST_F(FileTest, TheLongestNameIsWritten) {
  const std::string name(255, 'x');
  write_file(path(name), write_text);
  write_file(path(name), write_text);
  EXPECT_EQ(bytes_of(name), "some text\n");
  EXPECT_EQ(files(), 1U);
}

TEST_F(FileTest, AnOldFileKeepsItsOwner) {
  if (::geteuid() != 0) GTEST_SKIP() << "only the superuser may give files away";
  put("old.txt", "old");
  ASSERT_EQ(::chown(path("old.txt").c_str(), 1234, 2345), 0);
  write_file(path("old.txt"), write_text);
  struct stat status {};
  ASSERT_EQ(::stat(path("old.txt").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 1234U);
  EXPECT_EQ(status.st_gid, 2345U);
}

TEST_F(FileTest, OpenFilesOfOursAreWrittenWhereTheyStand) {
  // As `spinsack ... --json /dev/stdout > file` does, between other text.
  const Descriptor file(::open(path("out").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  ASSERT_TRUE(write_all(file.get(), "before\n"));
  write_file("/dev/fd/" + std::to_string(file.get()), write_text);
  ASSERT_TRUE(write_all(file.get(), "after\n"));
  EXPECT_EQ(bytes_of("out"), "before\nsome text\nafter\n");
}

TEST_F(FileTest, ThreadsThatWriteOnePathLeaveOneWholeVersion) {
  constexpr int threads = 4;
  constexpr int rounds = 50;
  const auto version = [](int t) { return std::string(20'000, static_cast<char>('a' + t)); };
  const auto is_whole = [&](const std::string& text) {
    return text.size() == 20'000 && text.find_first_not_of(text[0]) == std::string::npos;
  };
  write_file(path("one"), [&](TextWriter& out) { out.text(version(0)); });
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> all;
    for (int t = 0; t < threads; ++t)
      all.emplace_back([&, t] {
        for (int r = 0; r < rounds; ++r) {
          write_file(path("one"), [&](TextWriter& out) { out.text(version(t)); });
          if (!is_whole(read_file(path("one")).text)) ++wrong;
        }
      });
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(files(), 1U);
}

TEST_F(FileTest, SeveralFilesAppearTogetherOrNotAtAll) {
  const auto failing = [](TextWriter&) { throw UsageError("changed my mind"); };
  put("model", "old model");
  const std::vector<FileToWrite> second_fails{{path("model"), write_text}, {path("map"), failing}};
  EXPECT_THROW(write_files(second_fails), UsageError);
  EXPECT_EQ(bytes_of("model"), "old model");
  const std::vector<FileToWrite> no_folder{{path("model"), write_text},
                                           {path("no/map"), write_text}};
  EXPECT_THROW(write_files(no_folder), FileError);
  EXPECT_EQ(bytes_of("model"), "old model");
  const std::vector<FileToWrite> full{{path("model"), write_text}, {"/dev/full", write_text}};
  EXPECT_THROW(write_files(full), FileError);
  EXPECT_EQ(bytes_of("model"), "old model");
  EXPECT_EQ(files(), 1U);
  const std::vector<FileToWrite> good{{path("model"), write_text}, {path("map"), write_text}};
  write_files(good);
  EXPECT_EQ(bytes_of("model"), "some text\n");
  EXPECT_EQ(bytes_of("map"), "some text\n");
  EXPECT_EQ(files(), 2U);
}

TEST_F(FileTest, WhatWasPutInPlaceIsTakenBackWhenTheNextCannotBe) {
  put("old", "old");
  const std::vector<FileToWrite> files_to_write{
      {path("old"), write_text}, {path("new"), write_text}, {path("late"), [&](TextWriter&) {
                                                               // Nothing replaces a directory.
                                                               fs::create_directory(path("late"));
                                                             }}};
  EXPECT_EQ(message_of([&] { write_files(files_to_write); }),
            path("late") + ": cannot create: Is a directory");
  EXPECT_EQ(bytes_of("old"), "old");
  EXPECT_EQ(directory_.names(), (std::vector<std::string>{"late", "old"}));
}

TEST_F(FileTest, OutputsAreLookedAtWithoutBeingTouched) {
  put("old", "old");
  fs::create_symlink("old", path("link"));
  fs::create_hard_link(path("old"), path("twin"));
  const OutputFile old(path("old"));
  EXPECT_EQ(OutputFile(path("link")).identity(), old.identity());
  EXPECT_EQ(OutputFile(path("twin")).identity(), old.identity());
  EXPECT_EQ(OutputFile(path("./old")).identity(), old.identity());
  const OutputFile fresh(path("new"));
  EXPECT_NE(fresh.identity(), old.identity());
  EXPECT_EQ(OutputFile(path("./new")).identity(), fresh.identity());
  fs::create_symlink("new", path("to_new"));
  EXPECT_EQ(OutputFile(path("to_new")).identity(), fresh.identity());
  EXPECT_FALSE(OutputFile("/dev/null").has_identity());
  EXPECT_EQ(bytes_of("old"), "old");
  EXPECT_EQ(directory_.names(), (std::vector<std::string>{"link", "old", "to_new", "twin"}));
}

// A pipe that is full and does not block: the writer waits for its reader.
TEST(WriteAll, WaitsForTheReaderOfAnImpatientPipe) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_NONBLOCK | O_CLOEXEC), 0);
  const Descriptor out(ends[0]);
  Descriptor in(ends[1]);
  const std::string text(1'000'000, 'x');  // more than a pipe holds
  std::string read;
  std::jthread reader([&] {
    std::array<char, 65536> piece{};
    for (;;) {
      pollfd news{.fd = out.get(), .events = POLLIN, .revents = 0};
      ::poll(&news, 1, -1);
      const ssize_t size = ::read(out.get(), piece.data(), piece.size());
      if (size == 0) return;
      if (size > 0) read.append(piece.data(), static_cast<std::size_t>(size));
    }
  });
  EXPECT_TRUE(write_all(in.get(), text));
  in.close();
  reader.join();
  EXPECT_EQ(read, text);
}

TEST(TextWriter, NumbersAreShortAndHaveNoExponent) {
  const auto text_of = [](double value) {
    return write_string([&](TextWriter& out) { out.real(value); });
  };
  EXPECT_EQ(text_of(0), "0");
  EXPECT_EQ(text_of(-0.0), "0");
  EXPECT_EQ(text_of(5), "5");
  EXPECT_EQ(text_of(-2.5), "-2.5");
  EXPECT_EQ(text_of(0.1), "0.1");
  EXPECT_EQ(text_of(1e-5), "0.00001");
  EXPECT_EQ(text_of(9007199254740992.0), "9007199254740992");
  EXPECT_EQ(text_of(1e22), "10000000000000000000000");
  EXPECT_EQ(
      write_string([](TextWriter& out) { out.integer(std::numeric_limits<std::int64_t>::min()); }),
      "-9223372036854775808");
}

// std::to_chars, which searches, is the judge of the decimals that need no search.
TEST(TextWriter, DecimalsAreAsShortAsPossible) {
  double scale = 1;
  for (int places = 0; places <= 9; ++places, scale *= 10)
    for (std::int64_t number = 1; number < 4'000'000'000'000'000; number = 3 * number + 7) {
      const double value = static_cast<double>(number % 2 == 0 ? number : -number) / scale;
      std::array<char, 100> digits{};
      const auto [end, status] = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                               std::chars_format::fixed);
      ASSERT_EQ(write_string([&](TextWriter& out) { out.real(value); }),
                std::string(digits.data(), end));
    }
}

TEST(TextWriter, RealsReadBackEqual) {
  EXPECT_TRUE(always("from_chars(real(x)) == x", [] {
    const double value = any_real();
    only_where(std::isfinite(value));
    const double scaled = std::ldexp(value, any_in(-1000, 1000));
    only_where(std::isfinite(scaled));
    const std::string text = write_string([&](TextWriter& out) { out.real(scaled); });
    must(text.find_first_of("eE") == std::string::npos);
    double again = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), again);
    must(status == std::errc{});
    must(end == text.data() + text.size());
    must(again == scaled);
  }));
}

}  // namespace
}  // namespace spinsack::test

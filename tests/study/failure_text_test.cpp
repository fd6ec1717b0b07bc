// SPDX-License-Identifier: Apache-2.0
#include "study/failure_text.hpp"

#include "core/error.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <new>
#include <system_error>

namespace spinsack {
namespace {

template <class Failure>
std::string text_of(const Failure& failure) {
  return failure_text(std::make_exception_ptr(failure));
}

TEST(FailureText, SaysWhateverWasThrown) {
  EXPECT_EQ(text_of(FileError("a.txt: gone")), "a.txt: gone");
  EXPECT_EQ(text_of(std::bad_alloc()), "not enough memory");
  EXPECT_THAT(text_of(std::filesystem::filesystem_error(
                  "cannot stat", "here", std::make_error_code(std::errc::permission_denied))),
              testing::HasSubstr("Permission denied [here]"));
  EXPECT_THAT(text_of(std::system_error(EAGAIN, std::generic_category())),
              testing::HasSubstr("temporarily unavailable"));
  EXPECT_EQ(text_of(std::logic_error("two values")), "internal error: two values");
  EXPECT_EQ(text_of(7), "internal error of an unknown kind");
}

}  // namespace
}  // namespace spinsack

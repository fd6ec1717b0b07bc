// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <dlfcn.h>

namespace {

// What core/supported_targets.cpp finds is what Highway's own library finds, for all targets that we know.
TEST(SupportedTargets, AreThoseThatHighwayFinds) {
  void* const library = ::dlopen("libhwy.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) GTEST_SKIP() << "libhwy.so.1 is not installed";
  using Ask = std::int64_t (*)();
  const auto ask = reinterpret_cast<Ask>(::dlsym(library, "_ZN3hwy16SupportedTargetsEv"));
  ASSERT_NE(ask, nullptr);
  ASSERT_NE(ask, &hwy::SupportedTargets);
  EXPECT_EQ(hwy::SupportedTargets() & HWY_TARGETS, ask() & HWY_TARGETS);
  ::dlclose(library);
}

}  // namespace

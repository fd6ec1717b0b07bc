// SPDX-License-Identifier: Apache-2.0
// Loaded before a program with LD_PRELOAD, it lets SPINSACK_TEST_THREADS threads start; every further one fails
// as it does on a system at its limit of processes. The limit itself cannot be tested: root has none.
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>

namespace {

int allowed_threads() {
  const char* const text = std::getenv("SPINSACK_TEST_THREADS");
  return text == nullptr ? 0 : std::atoi(text);
}

}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*work)(void*), void* argument) {
  using Create = decltype(&pthread_create);
  static std::atomic<int> left{allowed_threads()};
  static const auto create = reinterpret_cast<Create>(::dlsym(RTLD_NEXT, "pthread_create"));
  return left.fetch_sub(1) > 0 ? create(thread, attributes, work, argument) : EAGAIN;
}

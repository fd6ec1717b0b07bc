// SPDX-License-Identifier: Apache-2.0
// Memory of the program: large pieces come in huge pages where the system has them. Models of a million
// variables reach all over theirs, and ordinary pages make that slow: each is handed out, looked up and taken back on
// its own, which is much of the time that such a model takes to read, and of what is left to do after Ctrl-C.
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace {

constexpr std::size_t huge_page = std::size_t{1} << 21;
constexpr std::size_t large = 8 * huge_page;  // smaller pieces are often filled in part

// Null if there is none.
void* take(std::size_t bytes, std::size_t alignment) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (bytes >= large && bytes < ~std::size_t{0} - huge_page) {
    const std::size_t whole = (bytes + huge_page - 1) / huge_page * huge_page;
    void* const memory = std::aligned_alloc(std::max(huge_page, alignment), whole);
    // It is a wish: whatever comes of it, the memory is there.
    if (memory != nullptr) static_cast<void>(::madvise(memory, whole, MADV_HUGEPAGE));
    return memory;
  }
#endif
  if (alignment <= alignof(std::max_align_t)) return std::malloc(std::max<std::size_t>(bytes, 1));
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void* take_or_throw(std::size_t bytes, std::size_t alignment) {
  for (;;) {
    if (void* const memory = take(bytes, alignment)) return memory;
    const std::new_handler help = std::get_new_handler();
    if (help == nullptr) throw std::bad_alloc();
    help();
  }
}

}  // namespace

// Not inline: a compiler that sees only one of the two within another takes them for no pair.
[[gnu::noinline]] void* operator new(std::size_t bytes) { return take_or_throw(bytes, 1); }
[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return take_or_throw(bytes, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

// SPDX-License-Identifier: Apache-2.0
#include "support/property.hpp"

#include <rapidcheck.h>

namespace spinsack::test {
namespace gen = rc::gen;
using Integers = std::vector<std::int64_t>;

namespace {

// Any character, with more of those that mean something somewhere.
rc::Gen<std::uint32_t> any_code() {
  return gen::oneOf(gen::inRange<std::uint32_t>(0, 0x20), gen::inRange<std::uint32_t>(0x20, 0x80),
                    gen::inRange<std::uint32_t>(0x80, 0xD800),
                    gen::inRange<std::uint32_t>(0xE000, 0x110000),
                    gen::elementOf(std::vector<std::uint32_t>{'"', '\\', '\n', 0x7F, 0x2028}));
}

void add_utf8(std::uint32_t code, std::string& text) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  const auto tail = [&](int shift) { add(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xC0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    add(0xE0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    add(0xF0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace

bool always(const std::string& name, const std::function<void()>& property) {
  return rc::check(name, property);
}

void must(bool holds, const char* file, int line) {
  if (!holds) RC_FAIL("does not hold: " + std::string(file) + ":" + std::to_string(line));
}
void only_where(bool holds) { RC_PRE(holds); }

bool any_bool() { return *gen::arbitrary<bool>(); }
std::int64_t any_integer() { return *gen::arbitrary<std::int64_t>(); }
std::uint64_t any_bits() { return *gen::arbitrary<std::uint64_t>(); }
double any_real() { return *gen::arbitrary<double>(); }
std::string any_bytes() { return *gen::arbitrary<std::string>(); }
std::string any_text() {
  std::string text;
  for (const std::uint32_t code : *gen::container<std::vector<std::uint32_t>>(any_code()))
    add_utf8(code, text);
  return text;
}
std::string any_string_of(std::string_view characters) {
  return *gen::container<std::string>(gen::elementOf(std::string(characters)));
}
std::int64_t any_integer(std::int64_t low, std::int64_t end) { return *gen::inRange(low, end); }

Integers any_integers() { return *gen::arbitrary<Integers>(); }
Integers any_integers(std::int64_t low, std::int64_t end) {
  return *gen::container<Integers>(gen::inRange(low, end));
}
Integers any_integers(std::size_t count, std::int64_t low, std::int64_t end) {
  return *gen::container<Integers>(count, gen::inRange(low, end));
}

}  // namespace spinsack::test

// SPDX-License-Identifier: Apache-2.0
// What the fuzz targets of all model formats do: any bytes end in an error of ours or in a model,
// and a model survives being written and read again.
#pragma once

#include "../qubo/form_difference.hpp"
#include "core/error.hpp"
#include "qubo/format.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace spinsack::test {

using ReadForm = QuadraticForm (*)(const InputFile&);
using WriteForm = void (*)(const QuadraticForm&, const FileNotes&, TextWriter&);

inline int fuzz_format(bool (*detect)(std::string_view), ReadForm read, WriteForm write,
                       const std::uint8_t* data, std::size_t size) {
  constexpr Index largest_rewritten = 4096;  // a header of ten bytes can announce millions
  const InputFile input{"input", std::string(data, data + size)};
  detect(input.text);
  QuadraticForm form;
  std::string text;
  try {
    form = read(input);
    if (form.size() > largest_rewritten) return 0;
    text = write_string([&](TextWriter& out) { write(form, {"fuzz"}, out); });
  } catch (const Error&) {
    return 0;  // not a model, or sums of terms that no file can hold
  }
  try {
    const std::string difference = form_difference(form, read({"output", text}));
    if (difference.empty() && detect(text)) return 0;
    std::fprintf(stderr, "written and read again: %s\n%s\n", difference.c_str(), text.c_str());
  } catch (const Error& error) {
    std::fprintf(stderr, "what we wrote is refused: %s\n%s\n", error.what(), text.c_str());
  }
  std::abort();
}

}  // namespace spinsack::test

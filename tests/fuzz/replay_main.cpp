// SPDX-License-Identifier: Apache-2.0
// spinsack_fuzz_replay TARGET FILE-OR-FOLDER...: stands in for libFuzzer. It feeds the files, and all files of the
// folders, to a fuzz target once each, in order of their names.
#include "replay.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fs = std::filesystem;

int main(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "";
  const auto targets = replay_targets();
  const auto target = std::ranges::find(targets, name, &ReplayTarget::name);
  if (target == targets.end()) {
    std::fprintf(stderr, "expected a fuzz target, found '%s'\n", std::string(name).c_str());
    return 1;
  }

  std::vector<fs::path> files;
  for (int i = 2; i < argc; ++i) {
    if (!fs::is_directory(argv[i])) {
      files.emplace_back(argv[i]);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(argv[i])) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);

  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    if (!in) {
      std::fprintf(stderr, "cannot read %s\n", file.c_str());
      return 1;
    }
    const std::vector<char> text(std::istreambuf_iterator<char>(in), {});
    // Printed first: if the target dies, the last line names the input.
    std::printf("%s (%zu bytes)\n", file.c_str(), text.size());
    std::fflush(stdout);
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    target->run(bytes.data(), bytes.size());
  }
  std::printf("%zu inputs\n", files.size());
  return files.empty() ? 1 : 0;
}

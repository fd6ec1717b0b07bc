// SPDX-License-Identifier: Apache-2.0
// How far the watched studies are, in the words of the page.
#pragma once

#include "watch/study_look.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace spinsack::cli {

struct WatchProgress {
  std::string path;                   // that is watched
  std::string edition;                // of the data; another one for other data
  bool has_data = false;              // there were records
  bool looked = false;                // at least once
  std::string trouble;                // why the last look failed; empty if it did not
  std::vector<WatchedStudy> studies;  // as last seen
};

// now: seconds since 1970.
[[nodiscard]] std::string progress_json(const WatchProgress& progress, std::int64_t now);

}  // namespace spinsack::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.hpp"
#include "report/page.hpp"

#include <string>

namespace spinsack {

// Everything the page shows, as one JSON object. page/page.js reads it.
[[nodiscard]] std::string page_data(const Analysis& analysis, const ReportContext& context);

}  // namespace spinsack

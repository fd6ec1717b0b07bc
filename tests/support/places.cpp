// SPDX-License-Identifier: Apache-2.0
#include "support/places.hpp"

namespace spinsack::test {

std::filesystem::path source_folder() { return SPINSACK_SOURCE_DIR; }

std::string spinsack_command() { return SPINSACK_BINARY; }

std::string few_threads_library() { return SPINSACK_FEW_THREADS; }

}  // namespace spinsack::test

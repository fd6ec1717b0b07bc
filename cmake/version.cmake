# SPDX-License-Identifier: Apache-2.0
# spinsack_use_version(target): let the target include the generated "spinsack_version.hpp".
#
# The revision is asked from git at every build; the header is rewritten only when it differs, so
# nothing is compiled again for an unchanged tree. Included, this file defines the function; run as
# a script (cmake -P) with VERSION, SOURCE_DIR and OUTPUT it writes the header.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(SPINSACK_VERSION_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

  function(spinsack_use_version target)
    if(NOT TARGET spinsack_version)
      set(header ${SPINSACK_GENERATED_DIR}/spinsack_version.hpp)
      add_custom_target(spinsack_version
        COMMAND ${CMAKE_COMMAND} -DVERSION=${PROJECT_VERSION} -DSOURCE_DIR=${PROJECT_SOURCE_DIR}
          -DOUTPUT=${header} -P ${SPINSACK_VERSION_SCRIPT}
        BYPRODUCTS ${header}
        COMMENT "Asking git for the revision"
        VERBATIM)
    endif()
    add_dependencies(${target} spinsack_version)
    target_include_directories(${target} PRIVATE ${SPINSACK_GENERATED_DIR})
  endfunction()
  return()
endif()

set(REVISION unknown)
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE_DIR}/.git)  # not the repository around an unpacked archive
  execute_process(COMMAND ${GIT} describe --always --dirty
    WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    set(REVISION ${answer})
  endif()
endif()

file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
// Generated at build time.
#pragma once

#include <string_view>

namespace spinsack {
inline constexpr std::string_view version = "@VERSION@";
inline constexpr std::string_view revision = "@REVISION@";
}  // namespace spinsack
]])

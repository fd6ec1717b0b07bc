# SPDX-License-Identifier: Apache-2.0
# Compile through ccache where it is installed, unless the caller chose a launcher. It keeps what precompiled headers are
# used for only if told that macros defined before them, and the time, do not matter there.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
endif()

# SPDX-License-Identifier: Apache-2.0
# Included with SOURCE_DIR and OUTPUT_DIR set: collects the headers that users need.
#
# These are spinsack.hpp and whatever it includes, directly or not. Inside the project headers include each other as
# "core/types.hpp"; installed, as <spinsack/core/types.hpp>, so that a folder of the same name on the user's include
# path cannot come between.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${OUTPUT_DIR})
set(waiting spinsack.hpp)
set(done)
while(waiting)
  list(POP_FRONT waiting header)
  list(APPEND done ${header})
  file(READ ${SOURCE_DIR}/${header} text)
  string(REGEX MATCHALL "#include \"[^\"]+\"" includes "${text}")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "#include \"(.*)\"" "\\1" other "${include}")
    if(NOT EXISTS ${SOURCE_DIR}/${other})
      message(FATAL_ERROR "${header} is public and includes \"${other}\", which is no header of the library")
    endif()
    if(NOT other IN_LIST done AND NOT other IN_LIST waiting)
      list(APPEND waiting ${other})
    endif()
  endforeach()
  string(REGEX REPLACE "#include \"([^\"]+)\"" "#include <spinsack/\\1>" text "${text}")
  file(WRITE ${OUTPUT_DIR}/${header} "${text}")
endwhile()

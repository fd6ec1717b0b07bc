# SPDX-License-Identifier: Apache-2.0
# spinsack_joined_sources(result source...): sources to compile in place of these, where up to 24 neighbours of one
# folder are one. Most of the time of a compiler goes into the headers and templates that neighbours share, so the
# whole takes less than half of it. The price: what neighbours keep to themselves (names in namespaces without name,
# macros) needs different names within a folder, and a change of one compiles all of its group again. A source with a
# line that begins with "// Compiled alone" is left out.
#
# Off (SPINSACK_JOIN_SOURCES), every source is compiled by itself: the preset dev, for daily work and clang-tidy.
option(SPINSACK_JOIN_SOURCES "Compile neighbouring sources together, in less than half the time" ON)

function(spinsack_joined_sources result)
  if(NOT SPINSACK_JOIN_SOURCES)
    set(${result} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(sources)  # what to compile
  set(folders)
  foreach(source IN LISTS ARGN)
    # Alone stay: what Highway includes again for each instruction set, what CMake tells something by a macro, and what
    # asks for it.
    file(STRINGS ${source} alone LIMIT_COUNT 1 REGEX
      "^#include <hwy/foreach_target.h>|SPINSACK_[A-Z]|^// Compiled alone")
    if(alone)
      list(APPEND sources ${source})
      continue()
    endif()
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    list(APPEND folders ${folder})
    list(APPEND sources_of_${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    list(LENGTH sources_of_${folder} count)
    math(EXPR groups "(${count} + 23) / 24")
    foreach(group RANGE 1 ${groups})
      # Sources first to last - 1. The paths are relative, so that compiler caches serve trees in any place.
      math(EXPR first "(${group} - 1) * ${count} / ${groups}")
      math(EXPR length "${group} * ${count} / ${groups} - ${first}")
      list(SUBLIST sources_of_${folder} ${first} ${length} members)
      set(joined ${SPINSACK_GENERATED_DIR}/joined/${folder}/${group}.cpp)
      set(includes)
      foreach(member IN LISTS members)
        file(RELATIVE_PATH path ${SPINSACK_GENERATED_DIR}/joined/${folder} ${member})
        string(APPEND includes "#include \"${path}\"\n")
      endforeach()
      file(CONFIGURE OUTPUT ${joined} CONTENT "@includes@" @ONLY)
      list(APPEND sources ${joined})
    endforeach()
  endforeach()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

# SPDX-License-Identifier: Apache-2.0
# spinsack_embed(target folder): compile each folder/NAME.csv into the target as a constant
#
#     extern const std::string_view spinsack::data::NAME;    // folder/paper/ae.csv: paper_ae
#
# declared in the generated header "data/embedded.hpp". What only tests read, in folder/tests, stays out.
# Editing a csv file runs CMake again, which rewrites only the sources that changed.
set(SPINSACK_EMBEDDED_SOURCE [[
// Generated from @file@.
#include "data/embedded.hpp"

namespace spinsack::data {
using namespace std::string_view_literals;
constinit const std::string_view @name@ = R"csv(@content@)csv"sv;
}  // namespace spinsack::data
]])

set(SPINSACK_EMBEDDED_HEADER [[
// Generated: the files of data/, one constant each.
#pragma once

#include <string_view>

namespace spinsack::data {
@declarations@}  // namespace spinsack::data
]])

function(spinsack_embed target folder)
  file(GLOB_RECURSE files RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${folder}/*.csv)
  list(FILTER files EXCLUDE REGEX "/tests/")
  set(declarations)
  foreach(file IN LISTS files)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${folder} OUTPUT_VARIABLE path)
    cmake_path(REMOVE_EXTENSION path)
    string(MAKE_C_IDENTIFIER ${path} name)
    file(READ ${file} content)
    set(source ${SPINSACK_GENERATED_DIR}/data/${name}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "${SPINSACK_EMBEDDED_SOURCE}" @ONLY)
    target_sources(${target} PRIVATE ${source})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    string(APPEND declarations "extern const std::string_view ${name};\n")
  endforeach()
  file(CONFIGURE OUTPUT ${SPINSACK_GENERATED_DIR}/data/embedded.hpp
    CONTENT "${SPINSACK_EMBEDDED_HEADER}" @ONLY)
  target_include_directories(${target} PRIVATE ${SPINSACK_GENERATED_DIR})
endfunction()

# SPDX-License-Identifier: Apache-2.0
# spinsack_page_files(target folder): put each file below the folder into the target as it is, as a constant
#
#     extern const std::string_view spinsack::page::NAME;    // figures/profile.json: figures_profile_json
#
# declared in the generated header "report/page_files.hpp", and beside them page::vega_js: the drawing library
# Vega, joined from the parts that Debian's libjs-vega brings. The assembler takes the bytes in, so the size of
# a file costs the compiler nothing.
set(SPINSACK_PAGE_SOURCE [[
// Generated from @path@.
#include "report/page_files.hpp"

asm(".section .rodata\n"
    ".global spinsack_page_@name@\n"
    "spinsack_page_@name@:\n"
    ".incbin \"@path@\"\n"
    ".byte 0\n"
    ".text\n");
extern "C" const char spinsack_page_@name@[];

namespace spinsack::page {
constinit const std::string_view @name@{spinsack_page_@name@, @size@};
}  // namespace spinsack::page
]])

set(SPINSACK_PAGE_HEADER [[
// Generated: what a report page is made of, one constant per file.
#pragma once

#include <string_view>

namespace spinsack::page {
@declarations@}  // namespace spinsack::page
]])

# Each part of Vega is a module that asks for others by name; one that stands alone would replace the global
# of the one before. Order: whatever is asked for comes first. Left out: maps, layouts of graphs and words.
set(SPINSACK_VEGA_PARTS util time format loader dataflow statistics scale canvas scenegraph expression
  event-selector selection transforms view-transforms encode functions runtime view parser interpreter)

function(spinsack_join_vega output)
  find_path(SPINSACK_VEGA_DIR vega-view.min.js PATHS /usr/share/javascript/vega REQUIRED NO_CACHE
    DOC "parts of Vega, from the package libjs-vega")
  set(text "const vega = (() => {\nconst parts = {};\n")
  string(APPEND text
    "const require = (name) => parts[name === 'vega-selections' ? 'vega-selection' : name];\n")
  foreach(part IN LISTS SPINSACK_VEGA_PARTS)
    set(file ${SPINSACK_VEGA_DIR}/vega-${part}.min.js)
    # Brackets and semicolons mean something to CMake, so the text goes straight from file to file.
    string(APPEND text "(function (exports, module) {\n")
    file(WRITE ${output}.new "${text}")
    execute_process(COMMAND sed "/^\\/\\/# sourceMappingURL/d" ${file} OUTPUT_FILE ${output}.part
      COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND cat ${output}.new ${output}.part OUTPUT_FILE ${output}.piece-${part}
      COMMAND_ERROR_IS_FATAL ANY)
    list(APPEND pieces ${output}.piece-${part})
    set(text "\nparts['vega-${part}'] = exports;\n}).call(globalThis, {}, {});\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  string(APPEND text "const flow = parts['vega-dataflow'];\n"
    "Object.assign(flow.transforms, parts['vega-transforms'], parts['vega-view-transforms'],"
    " parts['vega-encode']);\n"
    "return { parse: parts['vega-parser'].parse, View: parts['vega-view'].View,"
    " expressionInterpreter: parts['vega-interpreter'].expressionInterpreter };\n})();\n")
  file(WRITE ${output}.new "${text}")
  execute_process(COMMAND cat ${pieces} ${output}.new OUTPUT_FILE ${output}.part
    COMMAND_ERROR_IS_FATAL ANY)
  file(COPY_FILE ${output}.part ${output} ONLY_IF_DIFFERENT)
  file(REMOVE ${pieces} ${output}.new ${output}.part)
endfunction()

function(spinsack_page_files target folder)
  set(generated ${SPINSACK_GENERATED_DIR}/report)
  file(MAKE_DIRECTORY ${generated})
  spinsack_join_vega(${generated}/vega.js)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*)
  set(declarations)
  foreach(path IN LISTS files ITEMS ${generated}/vega.js)
    if(path STREQUAL "${generated}/vega.js")
      set(name vega_js)
    else()
      file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR}/${folder} ${path})
      string(MAKE_C_IDENTIFIER ${name} name)
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    endif()
    file(SIZE ${path} size)
    set(source ${generated}/${name}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "${SPINSACK_PAGE_SOURCE}" @ONLY)
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${path})
    target_sources(${target} PRIVATE ${source})
    string(APPEND declarations "extern const std::string_view ${name};\n")
  endforeach()
  file(CONFIGURE OUTPUT ${generated}/page_files.hpp CONTENT "${SPINSACK_PAGE_HEADER}" @ONLY)
  target_include_directories(${target} PRIVATE ${SPINSACK_GENERATED_DIR})
endfunction()

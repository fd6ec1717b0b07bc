# SPDX-License-Identifier: Apache-2.0
# spinsack_fuzz_targets(folder): what folder/NAME_fuzz.cpp ask to be fuzzed.
#
# With SPINSACK_FUZZ each is a libFuzzer program of its own. Without, one program holds them all and runs each once
# over its seeds in folder/corpus/NAME, as the test fuzz.NAME: every find stays tested, by any compiler.
function(spinsack_fuzz_targets folder)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*_fuzz.cpp)
  if(SPINSACK_FUZZ)
    foreach(source IN LISTS sources)
      cmake_path(GET source STEM target)
      spinsack_fuzz_program(${target} ${folder} ${source})
      target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    endforeach()
    spinsack_spare_kernels()
    return()
  endif()

  # One source for all: they share most of what they include, and each brings a function of the same name.
  file(GLOB seeds LIST_DIRECTORIES true CONFIGURE_DEPENDS ${folder}/corpus/*)
  set(joined ${SPINSACK_GENERATED_DIR}/${folder}/replay_targets.cpp)
  cmake_path(GET joined PARENT_PATH joined_folder)
  set(includes)
  set(rows)
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM target)
    string(REGEX REPLACE "_fuzz$" "" name ${target})
    file(RELATIVE_PATH path ${joined_folder} ${source})  # so that compiler caches serve trees in any place
    string(APPEND includes
      "#define LLVMFuzzerTestOneInput ${target}\n#include \"${path}\"\n#undef LLVMFuzzerTestOneInput\n")
    string(APPEND rows "    {\"${name}\", ${target}},\n")
    set(corpus ${PROJECT_SOURCE_DIR}/${folder}/corpus/${name})
    if(corpus IN_LIST seeds)
      add_test(NAME fuzz.${name} COMMAND spinsack_fuzz_replay ${name} ${corpus})
      set_tests_properties(fuzz.${name} PROPERTIES TIMEOUT 3600)
    endif()
  endforeach()
  set(table "std::span<const ReplayTarget> replay_targets() {\n  static constexpr ReplayTarget targets[] = {\n")
  string(APPEND table "${rows}  };\n  return targets;\n}\n")
  file(CONFIGURE OUTPUT ${joined} CONTENT "#include \"fuzz/replay.hpp\"\n\n@includes@\n@table@" @ONLY)
  spinsack_fuzz_program(spinsack_fuzz_replay ${folder} ${folder}/replay_main.cpp ${joined})
  target_compile_options(spinsack_fuzz_replay PRIVATE $<$<CONFIG:Release>:-Og>)
endfunction()

function(spinsack_fuzz_program target folder)
  add_executable(${target} ${ARGN})
  spinsack_settings(${target})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/${folder})
  target_link_libraries(${target} PRIVATE spinsack fmt::fmt)
endfunction()

# The SIMD kernels of the library without sanitizers: no reader leads there, and clang takes minutes for each with them.
function(spinsack_spare_kernels)
  get_target_property(sources spinsack SOURCES)
  list(FILTER sources INCLUDE REGEX "/src/.*\\.cpp$")
  foreach(source IN LISTS sources)
    file(STRINGS ${source} kernel LIMIT_COUNT 1 REGEX "^#include <hwy/foreach_target.h>")
    if(kernel)
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize=all)
      set_property(SOURCE ${source} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
endfunction()

# SPDX-License-Identifier: Apache-2.0
# spinsack_fuzz_targets(folder): one executable per folder/NAME_fuzz.cpp.
#
# With SPINSACK_FUZZ they are libFuzzer programs. Without, they run once over their seeds in
# folder/corpus/NAME as the test fuzz.NAME, so that every find stays tested by any compiler.
function(spinsack_fuzz_targets folder)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*_fuzz.cpp)
  file(GLOB seeds LIST_DIRECTORIES true CONFIGURE_DEPENDS ${folder}/corpus/*)
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM target)
    string(REGEX REPLACE "_fuzz$" "" name ${target})
    add_executable(${target} ${source})
    spinsack_settings(${target})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(${target} PRIVATE spinsack fmt::fmt)
    if(SPINSACK_FUZZ)
      target_link_options(${target} PRIVATE -fsanitize=fuzzer)
      continue()
    endif()
    target_sources(${target} PRIVATE ${folder}/replay_main.cpp)
    set(corpus ${PROJECT_SOURCE_DIR}/${folder}/corpus/${name})
    if(corpus IN_LIST seeds)
      add_test(NAME fuzz.${name} COMMAND ${target} ${corpus})
      set_tests_properties(fuzz.${name} PROPERTIES TIMEOUT 3600)
    endif()
  endforeach()
endfunction()

# SPDX-License-Identifier: Apache-2.0
# spinsack_headers_alone(target folder...): an object library with one source per header that
# includes nothing else, so that a header leaning on another one's includes does not compile.
function(spinsack_headers_alone target)
  set(sources)
  foreach(folder IN LISTS ARGN)
    file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR}/${folder} CONFIGURE_DEPENDS
      ${PROJECT_SOURCE_DIR}/${folder}/*.hpp)
    foreach(header IN LISTS headers)
      set(source ${SPINSACK_GENERATED_DIR}/headers_alone/${folder}/${header}.cpp)
      file(CONFIGURE OUTPUT ${source} CONTENT "#include \"@header@\"\n" @ONLY)
      list(APPEND sources ${source})
    endforeach()
  endforeach()
  add_library(${target} OBJECT ${sources})
endfunction()

# SPDX-License-Identifier: Apache-2.0
# spinsack_headers_once(target header...): read these headers of the system once for all sources of the target instead of
# once for each (a tenth less time). Only where sources are joined: those that are compiled one by one have to name what
# they use, and would not notice that they do not. Sources with sanitizers of their own read everything themselves.
function(spinsack_headers_once target)
  if(NOT SPINSACK_JOIN_SOURCES)
    return()
  endif()
  target_precompile_headers(${target} PRIVATE ${ARGN})
  # As ccache wants it.
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
    $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()

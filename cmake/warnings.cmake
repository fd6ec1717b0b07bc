# SPDX-License-Identifier: Apache-2.0
# The language level and the warnings of every target of ours.
#
# -ffp-contract=off: a fused multiply-add rounds once where two operations round twice, so results
# would depend on the processor. Same inputs and seed, same bytes out, on every machine.
#
# -Wshadow: not where sources are joined, there a local name may hide one of a neighbour.
#
# --param=ggc-min-heapsize: g++ begins to collect its garbage at 400 MB instead of 130, a tenth less time.
#
# -Wno-restrict: g++ 12 sees an overlap in every "text" + std::string (GCC bug 105651, fixed in 13).
function(spinsack_settings target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE
    -ffp-contract=off
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion
    -Wnon-virtual-dtor -Wold-style-cast -Wcast-qual
    $<$<NOT:$<BOOL:${SPINSACK_JOIN_SOURCES}>>:-Wshadow>
    $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=400000>
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
    $<$<BOOL:${SPINSACK_WERROR}>:-Werror>)
endfunction()

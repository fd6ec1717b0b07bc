# SPDX-License-Identifier: Apache-2.0
# spinsack_plans(target folder): compile every folder/*.toml into the target, as the table that
# built_in_plans() of src/study/built_in_plans.hpp gives. Editing a plan runs CMake again.
function(spinsack_plans target folder)
  file(GLOB files RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${folder}/*.toml)
  set(rows)
  foreach(file IN LISTS files)
    cmake_path(GET file STEM name)
    file(READ ${file} content)
    string(APPEND rows "    {\"${name}\", R\"toml(${content})toml\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  list(LENGTH files count)
  set(source ${SPINSACK_GENERATED_DIR}/built_in_plans.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
// Generated from @folder@/*.toml.
#include "study/built_in_plans.hpp"

#include <array>

namespace spinsack {

std::span<const BuiltInPlan> built_in_plans() {
  static constexpr std::array<BuiltInPlan, @count@> plans{{
@rows@  }};
  return plans;
}

}  // namespace spinsack
]])
  target_sources(${target} PRIVATE ${source})
endfunction()

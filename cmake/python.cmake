# SPDX-License-Identifier: Apache-2.0
# The package `spinsack` of Python, in build/<preset>/python as it will be installed.
#
# A machine may have several interpreters, and the first in PATH need not be the one with numpy. SPINSACK_PYTHON says what to do:
#
#   AUTO   (default) build for the first of python3 in PATH and /usr/bin/python3 that can import numpy and has its headers and
#          those of pybind11; leave the package out where there is none, or where sanitizers would have to be loaded first
#   OFF    leave it out
#   path   build for this interpreter; what is missing is an error. numpy is needed to run the package, not to build it.
#
# The environment variable PYTHON sets it: `make python PYTHON=/opt/python/bin/python3`.
set(SPINSACK_PYTHON AUTO CACHE STRING "Build the Python package: AUTO, OFF, or the interpreter to build it for")
if(NOT "$ENV{PYTHON}" STREQUAL "")
  set(SPINSACK_PYTHON $ENV{PYTHON} CACHE STRING "" FORCE)
endif()

# spinsack_ask_python(interpreter): sets python_version, python_suffix, python_include, pybind11_include, and python_lacks to what
# is missing.
function(spinsack_ask_python interpreter)
  execute_process(COMMAND ${interpreter} -c [[
import importlib.util, sys, sysconfig
def pybind11():
    if importlib.util.find_spec("pybind11"):
        import pybind11
        return pybind11.get_include()
    return ""
print(sys.version.split()[0], sysconfig.get_config_var("EXT_SUFFIX"), sysconfig.get_path("include"), pybind11(),
      "numpy" if importlib.util.find_spec("numpy") else "", sep=";")]]
    OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(python_lacks "a Python that runs" PARENT_SCOPE)
    return()
  endif()
  list(GET answer 0 version)
  list(GET answer 1 suffix)
  list(GET answer 2 include)
  list(GET answer 3 pybind11)
  list(GET answer 4 numpy)
  find_path(found_pybind11 pybind11/pybind11.h HINTS ${pybind11} NO_CACHE)
  set(lacks)
  if(version VERSION_LESS 3.9)
    list(APPEND lacks "Python 3.9 or newer (it is ${version})")
  endif()
  if(NOT numpy)
    list(APPEND lacks numpy)
  endif()
  if(NOT EXISTS ${include}/Python.h)
    list(APPEND lacks "its headers (python3-dev)")
  endif()
  if(NOT found_pybind11)
    list(APPEND lacks "pybind11 (pybind11-dev)")
  endif()
  set(python_version ${version} PARENT_SCOPE)
  set(python_suffix ${suffix} PARENT_SCOPE)
  set(python_include ${include} PARENT_SCOPE)
  set(pybind11_include ${found_pybind11} PARENT_SCOPE)
  set(python_lacks "${lacks}" PARENT_SCOPE)
endfunction()

# spinsack_choose_python(): sets python to the interpreter to build for, or to nothing and python_reason to why; either way it says so.
macro(spinsack_choose_python)
  set(python)
  set(python_reason)
  if(SPINSACK_PYTHON STREQUAL "OFF")
    set(python_reason "SPINSACK_PYTHON is OFF")
  elseif(NOT SPINSACK_PYTHON STREQUAL "AUTO")
    find_program(asked_python ${SPINSACK_PYTHON} NO_CACHE)
    if(NOT asked_python)
      message(FATAL_ERROR "PYTHON: expected an interpreter, AUTO or OFF, found '${SPINSACK_PYTHON}'")
    endif()
    spinsack_ask_python(${asked_python})
    list(REMOVE_ITEM python_lacks numpy)
    if(python_lacks)
      list(JOIN python_lacks ", " lacks)
      message(FATAL_ERROR "PYTHON: ${asked_python} lacks ${lacks}")
    endif()
    set(python ${asked_python})
    message(STATUS "Python package for ${python} (${python_version}), as SPINSACK_PYTHON says")
  elseif(CMAKE_CXX_FLAGS MATCHES "-fsanitize|--coverage")
    set(python_reason "instrumented code does not load into a plain interpreter")
  else()
    if(NOT python_candidates)  # a test sets them
      find_program(first_python python3 NO_CACHE)
      set(python_candidates ${first_python} /usr/bin/python3)
      list(REMOVE_DUPLICATES python_candidates)
    endif()
    set(passed_over)
    foreach(candidate IN LISTS python_candidates)
      if(python OR NOT EXISTS ${candidate})
        continue()
      endif()
      spinsack_ask_python(${candidate})
      if(python_lacks)
        list(JOIN python_lacks ", " lacks)
        list(APPEND passed_over "${candidate} lacks ${lacks}")
      else()
        set(python ${candidate})
      endif()
    endforeach()
    list(JOIN passed_over "; " passed_over)
    if(python)
      set(because "the first with all it takes")
      if(passed_over)
        set(because "${passed_over}")
      endif()
      message(STATUS "Python package for ${python} (${python_version}): ${because}. PYTHON=... chooses another")
    else()
      set(python_reason "${passed_over}")
    endif()
  endif()
  if(NOT python)
    if(NOT python_reason)
      set(python_reason "no python3 in PATH")
    endif()
    set(python_advice "`make python` installs what it takes; PYTHON=/path/to/python3 names another interpreter")
    message(STATUS "Python package left out: ${python_reason}. ${python_advice}")
  endif()
endmacro()

# spinsack_python_package(): the target spinsack_python, where there is an interpreter to build for.
function(spinsack_python_package)
  set(folder ${PROJECT_BINARY_DIR}/python/spinsack)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/src/*.cpp)
  spinsack_joined_sources(sources ${sources})
  add_library(spinsack_core MODULE ${sources})
  spinsack_settings(spinsack_core)
  set_target_properties(spinsack_core PROPERTIES PREFIX "" OUTPUT_NAME _core SUFFIX ${python_suffix}
    LIBRARY_OUTPUT_DIRECTORY ${folder} CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_include_directories(spinsack_core PRIVATE ${PROJECT_SOURCE_DIR}/python/src)
  target_include_directories(spinsack_core SYSTEM PRIVATE ${python_include} ${pybind11_include})
  target_link_libraries(spinsack_core PRIVATE spinsack)
  # It hands numbers from one side to the other; what takes time is in the library. Names of the library stay inside, so that
  # two modules that hold it do not meet. pybind11's own macros are older than some of our warnings.
  target_compile_options(spinsack_core PRIVATE -O1 -Wno-old-style-cast -Wno-pedantic)
  target_link_options(spinsack_core PRIVATE LINKER:--exclude-libs,ALL $<$<CONFIG:Release>:LINKER:--strip-debug>)

  # The Python files are links, so that a change of one is seen at once; those that are gone go.
  file(GLOB modules CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/python/spinsack
    ${PROJECT_SOURCE_DIR}/python/spinsack/*.py ${PROJECT_SOURCE_DIR}/python/spinsack/*.pyi
    ${PROJECT_SOURCE_DIR}/python/spinsack/py.typed)
  file(MAKE_DIRECTORY ${folder})
  file(GLOB old ${folder}/*.py ${folder}/*.pyi)
  file(REMOVE ${folder}/py.typed ${old})
  foreach(module IN LISTS modules)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/python/spinsack/${module} ${folder}/${module} SYMBOLIC)
  endforeach()
  # Studies and reports are run by the command, mixed-integer programs by spinsack-mip, which the module finds beside itself.
  add_custom_target(spinsack_python ALL)
  add_dependencies(spinsack_python spinsack_core spinsack_cli)
  file(CREATE_LINK ${PROJECT_BINARY_DIR}/spinsack ${folder}/spinsack SYMBOLIC)
  if(TARGET spinsack_mip)
    add_dependencies(spinsack_python spinsack_mip)
    file(CREATE_LINK ${PROJECT_BINARY_DIR}/spinsack-mip ${folder}/spinsack-mip SYMBOLIC)
  endif()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/python/interpreter.txt CONTENT "@python@\n" @ONLY)

  # Debian looks for what is not its own in lib/python3.11/dist-packages of /usr/local, others in site-packages; its own
  # packages say where.
  set(packages ${SPINSACK_PYTHON_DIR})
  if(NOT packages)
    execute_process(COMMAND ${python} -c [[
import sys, sysconfig
kind = "dist" if "deb_system" in sysconfig.get_scheme_names() else "site"
print("lib/python%d.%d/%s-packages" % (*sys.version_info[:2], kind))]]
      OUTPUT_VARIABLE packages OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
  set(destination ${packages}/spinsack)
  list(TRANSFORM modules PREPEND ${PROJECT_SOURCE_DIR}/python/spinsack/)
  install(FILES ${modules} DESTINATION ${destination} COMPONENT python)
  install(TARGETS spinsack_core DESTINATION ${destination} COMPONENT python)
  if(BUILD_SHARED_LIBS)
    file(RELATIVE_PATH to_lib ${CMAKE_INSTALL_PREFIX}/${destination} ${CMAKE_INSTALL_FULL_LIBDIR})
    set_target_properties(spinsack_core PROPERTIES INSTALL_RPATH "$ORIGIN/${to_lib}")
  endif()
  add_dependencies(spinsack_installed spinsack_python)
endfunction()

spinsack_choose_python()
if(python)
  spinsack_python_package()
else()
  # Who asks for the package by its name is told why there is none, instead of `unknown target`.
  add_custom_target(spinsack_python
    COMMAND ${CMAKE_COMMAND} -E echo "No Python package: ${python_reason}. ${python_advice}"
    COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
endif()

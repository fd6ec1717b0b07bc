# SPDX-License-Identifier: Apache-2.0
# What `make deb` and `make tarball` pack (presets deb and tarball): the components of cmake/install.cmake.
# Debian gets one package per component. The tarball holds the command and the shared libraries that it needs but for
# those of the C library, so that it runs wherever glibc is as new as here.
set(CPACK_PACKAGE_VENDOR "spinsack")
set(CPACK_PACKAGE_CONTACT "spinsack maintainers <maintainers@spinsack.invalid>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_GENERATOR ${SPINSACK_PACKAGE})
if(SPINSACK_PACKAGE STREQUAL TXZ)
  set(CPACK_PACKAGE_FILE_NAME spinsack-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
  set(CPACK_COMPONENTS_ALL runtime)
  set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
  set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)  # unpacking makes one folder
  install(FILES LICENSE README.md CHANGELOG.md DESTINATION . COMPONENT runtime)
  install(RUNTIME_DEPENDENCY_SET spinsack_needs COMPONENT runtime DESTINATION ${CMAKE_INSTALL_LIBDIR}
    PRE_EXCLUDE_REGEXES "^(ld-linux.*|lib(c|m|dl|pthread|rt|resolv))[.]so")
  include(CPack)
  return()
endif()

set(CPACK_COMPONENTS_ALL runtime dev)
foreach(optional mpi python)
  if(TARGET spinsack_${optional})
    list(APPEND CPACK_COMPONENTS_ALL ${optional})
  endif()
endforeach()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian_finish.cmake)

# spinsack_debian_package(component name section depends summary text): the text in lines without indentation.
function(spinsack_debian_package component name section depends summary text)
  string(TOUPPER ${component} key)
  foreach(pair "PACKAGE_NAME;${name}" "PACKAGE_SECTION;${section}" "PACKAGE_DEPENDS;${depends}")
    list(GET pair 0 field)
    list(REMOVE_AT pair 0)
    set(CPACK_DEBIAN_${key}_${field} "${pair}" PARENT_SCOPE)
  endforeach()
  set(CPACK_DEBIAN_${key}_DESCRIPTION "${summary}\n${text}" PARENT_SCOPE)
  # What Debian wants beside every package: who may copy it, and what changed.
  set(folder ${PROJECT_BINARY_DIR}/debian/${name})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/debian_copyright.in ${folder}/copyright @ONLY)
  install(FILES ${folder}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component})
  install(CODE "set(NAME ${name})
    set(VERSION ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
    set(CONTACT \"${CPACK_PACKAGE_CONTACT}\")
    set(CHANGELOG \"${PROJECT_SOURCE_DIR}/CHANGELOG.md\")
    set(OUTPUT \"${folder}/changelog.Debian.gz\")
    include(\"${PROJECT_SOURCE_DIR}/cmake/debian_changelog.cmake\")" COMPONENT ${component})
  install(FILES ${folder}/changelog.Debian.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component})
endfunction()

spinsack_debian_package(runtime spinsack science python3
  "Quadratic knapsacks, and benchmarks of Ising machines"
  "The command 'spinsack' solves quadratic knapsack problems and proves optima,\nturns them into QUBO models, samples any QUBO or Ising model with simulated\nIsing machines, uses real ones through workers, and runs benchmark studies\nwith a report.")
if(TARGET spinsack_mpi)
  spinsack_debian_package(mpi spinsack-mpi science "spinsack (= ${PROJECT_VERSION}-1)"
    "Quadratic knapsacks: studies under mpirun"
    "The program 'spinsack-mpi' runs the cells of a spinsack study on all ranks of\nan MPI job.")
endif()
spinsack_debian_package(dev libspinsack-dev libdevel
  "libfmt-dev, zlib1g-dev, liblzma-dev, libssl-dev, libsqlite3-dev, libhwy-dev"
  "Quadratic knapsacks and Ising machines: C++ library"
  "The static library and headers of spinsack, with its CMake package and its\npkg-config file.")
if(TARGET spinsack_python)
  # A module fits the interpreter that it was built for, 3.11 and no other.
  string(REGEX MATCH "^3[.]([0-9]+)" python_series "${python_version}")
  math(EXPR python_next "${CMAKE_MATCH_1} + 1")
  spinsack_debian_package(python python3-spinsack python "spinsack (= ${PROJECT_VERSION}-1), python3 (>= ${python_series}), python3 (<< 3.${python_next}), python3-numpy"
    "Quadratic knapsacks and Ising machines: Python package"
    "The module 'spinsack' for Python 3: solve, sample, post-process and study\nquadratic knapsacks, with numpy, pandas and dimod where installed.")
endif()
include(CPack)

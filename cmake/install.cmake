# SPDX-License-Identifier: Apache-2.0
# What `make install` puts where: library and public headers, the command with its man page and
# completions, workers of machines, the CMake package and the pkg-config file. Components are the packages of
# cmake/package.cmake: runtime, mpi, dev, and python (cmake/python.cmake).
include(CMakePackageConfigHelpers)

if(SPINSACK_PACKAGE STREQUAL TXZ)  # brings along the shared libraries that it needs
  set(bundled RUNTIME_DEPENDENCY_SET spinsack_needs)
  # The libraries look for each other where the program says, so its path is of the kind that they inherit.
  set(bundling LINKER:--disable-new-dtags -static-libstdc++ -static-libgcc)
endif()

# Users write <spinsack/spinsack.hpp>, with an installed library and with one that is part of their own build. Only
# the headers that it needs are installed; they are collected at that moment, from the sources as they are.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/include/spinsack SYMBOLIC)
target_include_directories(spinsack INTERFACE
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set(public_headers ${PROJECT_BINARY_DIR}/public_headers)
install(CODE "set(SOURCE_DIR \"${PROJECT_SOURCE_DIR}/src\")
  set(OUTPUT_DIR \"${public_headers}\")
  include(\"${PROJECT_SOURCE_DIR}/cmake/public_headers.cmake\")" COMPONENT dev)
install(DIRECTORY ${public_headers}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/spinsack COMPONENT dev)

file(RELATIVE_PATH bin_to_lib
  ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set_target_properties(spinsack PROPERTIES
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set_target_properties(spinsack_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${bin_to_lib}")
install(TARGETS spinsack EXPORT spinsack LIBRARY COMPONENT runtime NAMELINK_COMPONENT dev ARCHIVE COMPONENT dev)
target_link_options(spinsack_cli PRIVATE ${bundling})
install(TARGETS spinsack_cli ${bundled} COMPONENT runtime)
if(TARGET spinsack_mpi)  # else MPI is missing
  set_target_properties(spinsack_mpi PROPERTIES INSTALL_RPATH "$ORIGIN/${bin_to_lib}")
  install(TARGETS spinsack_mpi COMPONENT mpi)
endif()

if(TARGET spinsack_mip)  # else CBC is missing
  file(RELATIVE_PATH libexec_to_lib ${SPINSACK_LIBEXEC_DIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(spinsack_mip PROPERTIES INSTALL_RPATH "$ORIGIN/${libexec_to_lib}")
  target_link_options(spinsack_mip PRIVATE ${bundling})
  install(TARGETS spinsack_mip ${bundled} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/spinsack COMPONENT runtime)
endif()

# Workers of real machines: programs for python3 beside what they share, found in PATH by links that move with them.
file(GLOB workers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/workers/spinsack-machine-*)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/worker_links)
foreach(worker ${workers})
  cmake_path(GET worker FILENAME name)
  file(CREATE_LINK ${bin_to_libexec}/${name} ${PROJECT_BINARY_DIR}/worker_links/${name} SYMBOLIC)
  install(FILES ${PROJECT_BINARY_DIR}/worker_links/${name} TYPE BIN COMPONENT runtime)
endforeach()
install(PROGRAMS ${workers} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/spinsack COMPONENT runtime)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/workers/spinsack_machine DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/spinsack
  COMPONENT runtime FILES_MATCHING PATTERN *.py PATTERN __pycache__ EXCLUDE)
# For who writes a description of a machine, or a program that reads what we write.
install(FILES ${PROJECT_SOURCE_DIR}/docs/examples/services.toml
  DESTINATION ${CMAKE_INSTALL_DATADIR}/spinsack COMPONENT runtime)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/schemas DESTINATION ${CMAKE_INSTALL_DATADIR}/spinsack COMPONENT runtime
  FILES_MATCHING PATTERN *.schema.json)

# The command writes its own man page and completions.
function(spinsack_written_by_command file destination)  # ARGN: arguments of the command
  set(output ${PROJECT_BINARY_DIR}/share/${file})
  add_custom_command(OUTPUT ${output}
    COMMAND spinsack_cli ${ARGN} > ${output} DEPENDS spinsack_cli VERBATIM)
  set_property(TARGET spinsack_docs APPEND PROPERTY SOURCES ${output})
  install(FILES ${output} DESTINATION ${CMAKE_INSTALL_DATADIR}/${destination} COMPONENT runtime)
endfunction()

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share)
add_custom_target(spinsack_docs ALL)
spinsack_written_by_command(spinsack.1 man/man1 man)
spinsack_written_by_command(spinsack bash-completion/completions completion bash)
spinsack_written_by_command(_spinsack zsh/site-functions completion zsh)

# All that has to be built for it.
add_custom_target(spinsack_installed)
add_dependencies(spinsack_installed spinsack spinsack_cli spinsack_docs)
foreach(optional spinsack_mip spinsack_mpi)
  if(TARGET ${optional})
    add_dependencies(spinsack_installed ${optional})
  endif()
endforeach()

# find_package(spinsack)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/spinsack)
configure_package_config_file(cmake/spinsackConfig.cmake.in
  ${PROJECT_BINARY_DIR}/spinsackConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/spinsackConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/spinsackConfig.cmake
  ${PROJECT_BINARY_DIR}/spinsackConfigVersion.cmake DESTINATION ${package_dir} COMPONENT dev)
install(EXPORT spinsack NAMESPACE spinsack:: FILE spinsackTargets.cmake
  DESTINATION ${package_dir} COMPONENT dev)

# pkg-config. A static library is of no use without what it stands on, so there the dependencies
# are public and a plain `pkg-config --libs` links; behind a shared one they are private.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
  BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${pkgconfig_dir} OUTPUT_VARIABLE pc_to_prefix)
if(BUILD_SHARED_LIBS)
  set(pc_private .private)
endif()
configure_file(cmake/spinsack.pc.in ${PROJECT_BINARY_DIR}/spinsack.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/spinsack.pc DESTINATION ${pkgconfig_dir} COMPONENT dev)

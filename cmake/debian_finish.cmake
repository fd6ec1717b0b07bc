# SPDX-License-Identifier: Apache-2.0
# A script that cpack runs before it packs a component: manual pages are compressed, and every program leads to one. Workers and
# spinsack-mpi are explained where the command is.
file(GLOB trees ${CPACK_TEMPORARY_DIRECTORY}/*/usr)
foreach(tree IN LISTS trees)
  set(manuals ${tree}/share/man/man1)
  file(GLOB pages ${manuals}/*.1)
  if(pages)
    execute_process(COMMAND gzip -9nf ${pages} COMMAND_ERROR_IS_FATAL ANY)
  endif()
  file(GLOB programs ${tree}/bin/*)
  foreach(program IN LISTS programs)
    cmake_path(GET program FILENAME name)
    if(NOT EXISTS ${manuals}/${name}.1.gz)
      file(WRITE ${manuals}/${name}.1 ".so man1/spinsack.1\n")
      execute_process(COMMAND gzip -9nf ${manuals}/${name}.1 COMMAND_ERROR_IS_FATAL ANY)
    endif()
  endforeach()
endforeach()

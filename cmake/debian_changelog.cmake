# SPDX-License-Identifier: Apache-2.0
# A script: writes OUTPUT, the compressed changelog of package NAME at VERSION by CONTACT, which points at what changed
# in spinsack. The date is that of CHANGELOG.md's last commit or change, so that a build can be repeated byte for byte.
cmake_path(GET CHANGELOG PARENT_PATH folder)
execute_process(COMMAND git log -1 --format=%ct -- ${CHANGELOG} WORKING_DIRECTORY ${folder}
  OUTPUT_VARIABLE stamp OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(stamp)
  set(ENV{SOURCE_DATE_EPOCH} ${stamp})
endif()
set(ENV{LC_ALL} C)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
cmake_path(REPLACE_EXTENSION OUTPUT LAST_ONLY "" OUTPUT_VARIABLE plain)
file(WRITE ${plain} "${NAME} (${VERSION}) unstable; urgency=medium

  * See the section of this version in CHANGELOG.md of the sources.

 -- ${CONTACT}  ${date}
")
execute_process(COMMAND gzip -9nf ${plain} COMMAND_ERROR_IS_FATAL ANY)

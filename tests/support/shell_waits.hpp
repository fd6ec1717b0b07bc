// SPDX-License-Identifier: Apache-2.0
// Functions for scripts that must act while a program is in the middle of its work. They wait for what the program
// does, not for a time, and end at once if it ends.
#pragma once

#include <string>

namespace spinsack::test {

// await_work PID: until the process has used 0.2 s of CPU time.
// await_lines PID FILE COUNT: until the file has so many lines.
inline const std::string shell_waits = R"sh(
await_work() {
  local ticks=0
  while [ "$ticks" -lt $(($(getconf CLK_TCK) / 5)) ]; do
    sleep 0.01
    ticks=$(cut -d ' ' -f 14 "/proc/$1/stat" 2> /dev/null) && [ -n "$ticks" ] || return
  done
}
await_lines() {
  local lines=()
  while kill -0 "$1" 2> /dev/null; do
    [ ! -e "$2" ] || mapfile -t lines < "$2"
    if [ ${#lines[@]} -ge "$3" ]; then return; fi
    sleep 0.005
  done
}
)sh";

}  // namespace spinsack::test

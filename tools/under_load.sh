#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# under_load.sh COMMAND...: run a command on a busy machine: LOAD busy loops (16 unless set) run beside it
# and end with it, however it ends. The exit code is that of the command.
set -uo pipefail
[ $# -gt 0 ] || { echo "usage: [LOAD=16] $0 COMMAND..." >&2; exit 2; }

loops=()
trap '[ ${#loops[@]} -eq 0 ] || kill "${loops[@]}" 2>/dev/null; wait' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# A loop looks now and then whether we are still there: even a kill -9 leaves nobody behind.
busy() {
  trap - EXIT INT TERM HUP
  while kill -0 $$ 2>/dev/null; do
    for ((turn = 0; turn < 100000; ++turn)); do :; done
  done
}
for ((i = 0; i < ${LOAD:-16}; ++i)); do
  busy </dev/null >/dev/null 2>&1 &
  loops+=($!)
done
echo "under_load: ${#loops[@]} busy loops on $(nproc) cores" >&2
"$@"

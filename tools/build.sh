#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh PRESET [TARGET...]: configure and build, with a progress line on a terminal.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift

mkdir -p build
log=build/configure-$preset.log
if ! cmake --preset "$preset" ${CI:+-DSPINSACK_WERROR=ON} >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
if [ $# -gt 0 ]; then set -- --target "$@"; fi
quiet=
if [ ! -t 1 ]; then quiet=--quiet; fi
cmake --build "build/$preset" "$@" -- $quiet

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh [--fix-format]: formatting, static analysis, headers alone, shell scripts, tree. All checks run, then the
# exit code says whether one failed. clang-tidy runs again only on sources whose includes changed.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
required=14  # each version formats and warns differently
failed=0

# Say what a check found, or that it could not run; on CI not running is a failure.
check() {  # check NAME COMMAND...
  local name=$1
  shift
  if "$@"; then echo "lint: $name ok"; else echo "lint: $name FAILED"; failed=1; fi
}
skip() { echo "lint: $1 SKIPPED: $2"; if [ -n "${CI:-}" ]; then failed=1; fi; }

# find_clang TOOL: its name in the required version, or nothing.
find_clang() {
  local tool
  for tool in "$1-$required" "$1"; do
    if "$tool" --version 2>/dev/null | grep -q "version $required\."; then echo "$tool"; return; fi
  done
}
wrong_version() { echo "needs $1 $required, found: $("$1" --version 2>/dev/null | grep -o 'version [0-9.]*' || echo none)"; }

files=$(git ls-files -co --exclude-standard -- '*.hpp' '*.cpp' | sort | xargs ls 2>/dev/null)
[ -n "$files" ] || { echo "lint: git lists no sources here" >&2; exit 1; }
clang_format=$(find_clang clang-format)
clang_tidy=$(find_clang clang-tidy)

if [ "${1:-}" = --fix-format ]; then
  [ -n "$clang_format" ] || { wrong_version clang-format >&2; exit 1; }
  xargs "$clang_format" -i <<<"$files"
  exit
fi

# --- formatting -----------------------------------------------------------------------------------
format() {
  xargs "$clang_format" --dry-run -Werror <<<"$files" 2>&1 |
    sed -n 's/^\([^ ]*:[0-9]*\):[0-9]*: error: .*/\1: not formatted; make format fixes it/p' | uniq
  [ "${PIPESTATUS[0]}" -eq 0 ]
}
if [ -n "$clang_format" ]; then
  check clang-format format
else
  skip clang-format "$(wrong_version clang-format)"
fi

# --- static analysis ------------------------------------------------------------------------------
# The stamp of a clean source lists the checksums of everything it was made from.
tidy() {  # tidy SOURCE
  local stamp=build/lint/$1.sum
  if sha256sum --status -c "$stamp" 2>/dev/null; then return; fi
  "$clang_tidy" --quiet -p build/dev --extra-arg=-Wno-unknown-warning-option "$1" \
    2> >(grep -vE 'warnings? .*generated\.|^Error while processing' >&2) || return
  mkdir -p "$(dirname "$stamp")"
  g++ -std=c++20 -MM -MG -Isrc -Iapp -Ibuild/dev/generated "$1" | grep -o '[^ ]*\.[hc]pp' |
    grep -v spinsack_version.hpp |
    xargs sha256sum .clang-tidy cmake/warnings.cmake tools/lint.sh >"$stamp"
}
if [ -n "$clang_tidy" ]; then
  export clang_tidy
  export -f tidy
  all_tidy() {
    tools/build.sh dev spinsack_version &&
      grep -E '^(src|app)/.*\.cpp$' <<<"$files" | xargs -P "$(nproc)" -I{} bash -c 'tidy {}'
  }
  check clang-tidy all_tidy
else
  skip clang-tidy "$(wrong_version clang-tidy)"
fi

# --- headers --------------------------------------------------------------------------------------
check "headers alone" tools/build.sh release spinsack_headers_alone

# --- scripts and tree -----------------------------------------------------------------------------
check shellcheck shellcheck tools/*.sh .ci/run
check tree tools/check_tree.sh
exit $failed

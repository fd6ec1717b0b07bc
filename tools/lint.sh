#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh [--fix-format | --quick]: tree, shell scripts, formatting, and unless --quick files alone and static analysis. All
# checks run, then the exit code says whether one failed. What takes long runs again only on sources whose includes changed.
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

# --- tree and scripts -----------------------------------------------------------------------------------------
check tree tools/check_tree.sh
check shellcheck shellcheck tools/*.sh .ci/run

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

if [ "${1:-}" = --quick ]; then exit $failed; fi

# --- what looks at one source at a time ---------------------------------------------------------------------
check configured tools/build.sh lint spinsack_version
python_include() { "$(cat build/lint/python/interpreter.txt)" -c 'import sysconfig; print("-isystem " + sysconfig.get_path("include"))'; }
# What Highway would compile once for each instruction set is looked at once.
one_target=-DHWY_COMPILE_ONLY_STATIC
flags="-std=c++20 -Isrc -Iapp -Ipython/src -Ibuild/lint/generated -DHWY_DISABLED_TARGETS=HWY_SSSE3 $one_target"
flags+=" $(mpicxx --showme:compile 2>/dev/null || true) $(pkg-config --cflags cbc 2>/dev/null || true)"
flags+=" $(python_include 2>/dev/null || true)"
# Texts that the build defines; __FILE__ is one without quotes.
flags+=" -DOMPI_SKIP_MPICXX -DSPINSACK_LIBEXEC=__FILE__ -DSPINSACK_BIN_TO_LIBEXEC=__FILE__"
export flags one_target

# once STAMP SOURCE COMMAND...: unless the source passed before, made from the same bytes. The stamp of one that
# passed lists their checksums.
once() {
  local stamp=$1 source=$2
  shift 2
  if sha256sum --status -c "$stamp" 2>/dev/null; then return; fi
  "$@" "$source" || return
  if [ -n "${CI:-}" ]; then return; fi  # nobody looks at this tree twice
  mkdir -p "$(dirname "$stamp")"
  local includes
  # shellcheck disable=SC2086  # flags are many words
  includes=$(g++ $flags -MM -MG "$source") || return  # a list that misses some would let changes pass
  grep -o '[^ ]*\.[hc]pp' <<<"$includes" | grep -v spinsack_version.hpp |
    xargs sha256sum .clang-tidy cmake/warnings.cmake tools/lint.sh >"$stamp"
}

# Every source compiles without its neighbours, and a header that no source includes first without anything before it.
alone() {  # alone FILE
  # shellcheck disable=SC2086
  g++ ${flags//-I\/usr/-isystem \/usr} -fsyntax-only -Wall -Wextra -Wshadow -Wno-restrict -Werror -x c++ - <<<"#include \"$1\""
}

# Most of the time goes into what the headers of the system bring, so neighbours are looked at together, as they are
# compiled (cmake/joined_sources.cmake). Some flags are for g++ alone.
tidy() {  # tidy SOURCE
  "$clang_tidy" --quiet -p build/lint --extra-arg=-Wno-unknown-warning-option \
    --extra-arg=-Wno-unused-command-line-argument --extra-arg="$one_target" "$1" \
    2> >(grep -vE 'warnings? .*generated\.|^Error while processing' >&2)
}

export clang_tidy
export -f once alone tidy
all_alone() {
  local file
  grep -E '^(src|app)/' <<<"$files" | while read -r file; do
    if [[ $file == *.cpp || ! -e ${file%.hpp}.cpp ]]; then echo "$file"; fi
  done | xargs -P "$(nproc)" -I{} bash -c 'once build/lint/alone/{}.sum {} alone'
}
all_tidy() {
  grep -o '"file": "[^"]*' build/lint/compile_commands.json | sed 's/.*"//' | grep -E '/(src|app)/' |
    xargs realpath --relative-to=. |
    xargs -P "$(nproc)" -I{} bash -c 'once build/lint/tidy/{}.sum {} tidy'
}

check "files alone" all_alone
if [ -n "$clang_tidy" ]; then
  check clang-tidy all_tidy
else
  skip clang-tidy "$(wrong_version clang-tidy)"
fi
exit $failed

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_install.sh BUILD_DIR: install into an empty prefix, move it, build tests/install against it
# with CMake and with pkg-config, run both, and check man page and completions.
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "test_install: $*" >&2; exit 1; }

# Moved after installing: nothing in it may remember where it was put.
cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/prefix"
prefix=$work/prefix

cp -r "$source/tests/install" "$work/consumer"
cd "$work/consumer"
cmake -S . -B by-cmake -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" >cmake.log ||
  fail "find_package failed: $(cat cmake.log)"
cmake --build by-cmake >cmake.log || fail "consumer by CMake: $(cat cmake.log)"
pc=$(find "$prefix" -name spinsack.pc)
PKG_CONFIG_PATH=$(dirname "$pc") make -s consumer

library_path=$(dirname "$(dirname "$pc")")
for consumer in by-cmake/consumer ./consumer; do
  answer=$(LD_LIBRARY_PATH=$library_path $consumer)
  [ "$answer" = 100 ] || fail "$consumer printed '$answer', expected 100"
done
"$prefix/bin/spinsack" --version >/dev/null || fail "the installed command does not start"
# Where CBC is, the command finds spinsack-mip by its own place.
if [ -e "$build/spinsack-mip" ]; then
  "$prefix/bin/spinsack" generate gallo --n 20 |
    env -u SPINSACK_MIP "$prefix/bin/spinsack" solve - -m mip >/dev/null ||
    fail "the installed command does not solve by mip"
fi

# Each check runs where its program is; `make test` installs all of them.
cd "$prefix/share"
[ -s man/man1/spinsack.1 ] || fail "the man page is empty"
if command -v mandoc >/dev/null; then mandoc -T lint -W error man/man1/spinsack.1; fi
bash -n bash-completion/completions/spinsack
if command -v zsh >/dev/null; then zsh -n zsh/site-functions/_spinsack; fi
if grep -rIlF -e "$source" -e "$work" "$prefix"; then fail "installed files name the build machine"; fi

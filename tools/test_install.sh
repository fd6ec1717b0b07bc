#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_install.sh BUILD_DIR: install into an empty prefix, move it, build the programs of docs/library.md against
# it with CMake and with pkg-config, run them, and check public headers, workers, man page and completions.
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

# The programs of the documentation, each a block ```cpp of its own.
cp -r "$source/tests/install" "$work/consumer"
cd "$work/consumer"
awk '/^```cpp$/ { file = "program_" ++count ".cpp"; next }
     /^```$/ { file = "" }
     file { print > file }' "$source/docs/library.md"
# What each prints stands below it, as: It prints `...`.
mapfile -t expected < <(awk -F '`' '/^It prints `/ { print $2 }' "$source/docs/library.md")
programs=(program_*.cpp)
[ "${#expected[@]}" = "${#programs[@]}" ] || fail "docs/library.md: a program without its output"

cmake -S . -B by-cmake -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" >cmake.log ||
  fail "find_package failed: $(cat cmake.log)"
cmake --build by-cmake >cmake.log || fail "consumer by CMake: $(cat cmake.log)"
pc=$(find "$prefix" -name spinsack.pc)
PKG_CONFIG_PATH=$(dirname "$pc") make -s all

library_path=$(dirname "$(dirname "$pc")")
for folder in by-cmake .; do
  for i in "${!expected[@]}"; do
    program=$folder/program_$((i + 1))
    answer=$(LD_LIBRARY_PATH=$library_path "$program")
    [ "$answer" = "${expected[i]}" ] || fail "$program printed '$answer', expected '${expected[i]}'"
  done
done

# Public headers: none includes anything but its like and the standard library, and users may compile them with more
# warnings than the consumers above. That each compiles alone is seen by lint, where they come from.
cd "$prefix/include"
foreign=$(grep -rn '#include' spinsack | grep -vE '#include <(spinsack/[a-z0-9_/]+\.hpp|[a-z_]+)>$' || true)
[ -z "$foreign" ] || fail "public headers include what users may not have: $foreign"
[ ! -e spinsack/solver/lha.hpp ] || fail "a private header is installed"
find spinsack -name '*.hpp' -printf '#include <%p>\n' |
  "${CXX:-c++}" -std=c++20 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I . -x c++ - ||
  fail "public headers do not compile"

"$prefix/bin/spinsack" --version >/dev/null || fail "the installed command does not start"
# Where CBC is, the command finds spinsack-mip by its own place.
if [ -e "$build/spinsack-mip" ]; then
  "$prefix/bin/spinsack" generate gallo --n 20 |
    env -u SPINSACK_MIP "$prefix/bin/spinsack" solve - -m mip >/dev/null ||
    fail "the installed command does not solve by mip"
fi

# Workers of machines are found in PATH, find what they share, and need nothing but python3.
if command -v python3 >/dev/null; then
  for worker in amplify da4 sqbm leap spinsack; do
    echo '{"type":"hello","protocol":1,"spinsack":"test"}' |
      env -i PATH="$prefix/bin:$PATH" HOME="$work" PYTHONDONTWRITEBYTECODE=1 "spinsack-machine-$worker" |
      grep -q '"type": *"hello"' || fail "the installed spinsack-machine-$worker does not say hello"
  done
  for worker in dimod amplify-sdk; do
    PYTHONDONTWRITEBYTECODE=1 "$prefix/bin/spinsack-machine-$worker" --help >/dev/null ||
      fail "the installed spinsack-machine-$worker does not start"
  done
fi

# Each check runs where its program is; `make test` installs all of them.
cd "$prefix/share"
[ -s man/man1/spinsack.1 ] || fail "the man page is empty"
if command -v mandoc >/dev/null; then mandoc -T lint -W error man/man1/spinsack.1; fi
bash -n bash-completion/completions/spinsack
if command -v zsh >/dev/null; then zsh -n zsh/site-functions/_spinsack; fi
if grep -rIlF -e "$source" -e "$work" "$prefix"; then fail "installed files name the build machine"; fi

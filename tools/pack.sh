#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# pack.sh deb|tarball: pack what the preset of that name has built into build/packages, and look at the result: lintian
# for Debian packages; the tarball is unpacked elsewhere and solves an instance with nothing but its own libraries.
set -euo pipefail
cd "$(dirname "$0")/.."
kind=$1
packages=$PWD/build/packages
mkdir -p "$packages"
fail() { echo "pack: $*" >&2; exit 1; }

staging=$(mktemp -d "$packages/.staging.XXXXXX")
trap 'rm -rf "$staging"' EXIT
umask 022
cpack --config "build/$kind/CPackConfig.cmake" -B "$staging" >"build/pack-$kind.log" 2>&1 ||
  { cat "build/pack-$kind.log" >&2; exit 1; }
rm -rf "$staging/_CPack_Packages"

case $kind in
  deb)
    lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$staging"/*.deb || fail "lintian finds faults"
    ;;
  tarball)
    tar -xf "$staging"/*.tar.xz -C "$staging"
    bin=$(echo "$staging"/*/bin)
    answer=$(env -i PATH=/nowhere "$bin/spinsack" solve -q medium:100_25_1 -m mip -t 60) || fail "the command in the tarball does not run"
    [[ $answer == *18558* ]] || fail "the command in the tarball answers: $answer"
    foreign=$(env -i /usr/bin/ldd "$bin/spinsack" "$bin"/../libexec/spinsack/spinsack-mip |
      grep -F '=>' | grep -vE "$staging|/lib(c|m|dl|pthread|rt|resolv)\.so" || true)
    [ -z "$foreign" ] || fail "the tarball needs libraries of this machine: $foreign"
    ;;
esac
for file in "$staging"/*.{deb,tar.xz}; do
  [ -f "$file" ] || continue
  mv -f "$file" "$packages/"
  echo "build/packages/$(basename "$file")"
done

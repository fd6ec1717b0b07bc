#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# install.sh [--remove] BUILD_DIR: install a build under DESTDIR and PREFIX, or remove it again.
# Asks for sudo only when the prefix is not ours to write.
set -euo pipefail
remove=
if [ "$1" = --remove ]; then remove=yes; shift; fi
build=$1
prefix=${PREFIX:-/usr/local}
manifest=$build/install_manifest.txt

# The nearest existing folder decides who may write.
folder=${DESTDIR:-}$prefix
while [ ! -e "$folder" ]; do folder=$(dirname "$folder"); done
sudo=
if [ ! -w "$folder" ]; then sudo="sudo"; fi

if [ -n "$remove" ]; then
  [ -f "$manifest" ] || { echo "nothing to remove: $manifest does not exist" >&2; exit 1; }
  echo "Removing $(grep -c . "$manifest") files"
  sed "s|^|${DESTDIR:-}|" "$manifest" | xargs -d '\n' $sudo rm -f --
else
  echo "Installing under ${DESTDIR:-}$prefix"
  $sudo env DESTDIR="${DESTDIR:-}" cmake --install "$build" --prefix "$prefix" >"$build/install.log"
  if [ -n "$sudo" ]; then sudo chown "$(id -u):$(id -g)" "$manifest"; fi
fi

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Install the packages of the given sections of tools/packages.txt that are missing.
# Silent and instant when nothing is missing; waits while another apt works; asks for sudo only when not root.
set -euo pipefail
list=$(dirname "$0")/packages.txt

if [ $# -eq 0 ]; then
  echo "usage: $0 SECTION...   (sections: $(sed -n 's/^\[\(.*\)\].*/\1/p' "$list" | xargs))" >&2
  exit 1
fi

# Lines "a" or "a|b" of the wanted sections.
wanted=$(for section in "$@"; do
  grep -q "^\[$section\]" "$list" || { echo "$0: no section [$section] in $list" >&2; exit 1; }
  sed -n "/^\[$section\]/,/^\[/{/^\[/d;s/#.*//;s/[[:blank:]]//g;/./p}" "$list"
done | awk '!seen[$0]++')

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "$0: not an apt system. These have to be there, by whatever names this system gives them:" >&2
  sed 's/^/  /; s/|/ or /g' <<<"$wanted" >&2
  command -v cmake >/dev/null && command -v ninja >/dev/null && exit 0  # it seems they are; go on
  exit 1
fi

# shellcheck disable=SC2016  # dpkg-query fills in the fields
installed=$(tr '|' '\n' <<<"$wanted" |
  xargs dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2>/dev/null |
  sed -n 's/^installed //p' | tr '\n' ' ') || true
missing=()
for line in $wanted; do
  for package in ${line//|/ }; do
    if [[ " $installed" == *" $package "* ]]; then continue 2; fi
  done
  missing+=("$line")
done
[ ${#missing[@]} -gt 0 ] || exit 0

sudo=
if [ "$(id -u)" -ne 0 ]; then
  sudo="sudo"
  command -v sudo >/dev/null || { echo "$0: need root or sudo to install: ${missing[*]}" >&2; exit 1; }
fi

echo "Asking apt for ${#missing[@]} missing package(s)"
$sudo apt-get -qq update
chosen=()
for line in "${missing[@]}"; do
  for package in ${line//|/ }; do
    if [[ $(apt-cache policy "$package") == *Candidate:\ [0-9]* ]]; then
      chosen+=("$package")
      continue 2
    fi
  done
  echo "$0: apt offers none of: ${line//|/ }" >&2
  exit 1
done
echo "Installing ${chosen[*]}"
$sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends -y \
  -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=600 "${chosen[@]}" >/dev/null

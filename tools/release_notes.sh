#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# release_notes.sh [VERSION]: the section of that version (the project's own unless given) of CHANGELOG.md.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:-$(sed -n 's/^project(spinsack VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)}
notes=$(awk -v head="## [$version]" 'index($0, "## [") == 1 { here = index($0, head) == 1; next } here' CHANGELOG.md)
[ -n "$notes" ] || { echo "release_notes: CHANGELOG.md has no section [$version]" >&2; exit 1; }
echo "$notes"

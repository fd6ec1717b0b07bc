#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# release_check.sh: what a release needs, on a fresh clone of the last commit: one version everywhere, notes, a clean tree,
# CI, the site and both kinds of packages, which are left in build/packages.
set -euo pipefail
cd "$(dirname "$0")/.."
fail() { echo "release-check: $*" >&2; exit 1; }

version=$(sed -n 's/^project(spinsack VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ -n "$version" ] || fail "CMakeLists.txt: expected project(spinsack VERSION ...)"
grep -qx "version: $version" CITATION.cff || fail "CITATION.cff: expected 'version: $version'"
released=$(sed -n "s/^## \[$version\] - //p" CHANGELOG.md)
[ -n "$released" ] || fail "CHANGELOG.md: expected '## [$version] - DATE'"
grep -qx "date-released: $released" CITATION.cff || fail "CITATION.cff: expected 'date-released: $released' as in CHANGELOG.md"
tools/release_notes.sh "$version" >/dev/null
[ -z "$(git status --porcelain)" ] || fail "the tree has changes that are not committed"

clone=$(mktemp -d)
trap 'rm -rf "$clone"' EXIT
git clone -q . "$clone/spinsack"
packages=$PWD/build/packages
cd "$clone/spinsack"
.ci/run
make site deb tarball
mkdir -p "$packages"
cp build/packages/*"$version"* "$packages/"
echo "release-check: version $version is ready"

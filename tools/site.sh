#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# site.sh [--shots]: the documentation as a site in build/site; with --shots pictures of all its pages, taken by Chromium, go to
# build/site-shots. Pages keep their places in the tree, so that links between them hold, and
# whatever else of the tree they link to comes along; a link that leads nowhere is an error, and so is a complaint of the browser.
set -euo pipefail
cd "$(dirname "$0")/.."
pages=build/site-pages
rm -rf "$pages"
mkdir -p "$pages"
mapfile -t files < <(git ls-files -co --exclude-standard -- README.md CONTRIBUTING.md CHANGELOG.md docs src/README.md data/README.md)
cp --parents -t "$pages" "${files[@]}"
for page in "${files[@]}"; do
  [[ $page == *.md ]] || continue
  grep -oE '\]\([^)#: ]+' "$page" | sed 's/^](//' | while read -r link; do
    target=$(realpath -m --relative-to=. "$(dirname "$page")/$link")
    if [ -f "$target" ] && [ ! -e "$pages/$target" ]; then cp --parents -t "$pages" "$target"; fi
  done || true  # a page may have no links
done
# The front page has the whole width; where else to go, its tabs tell.
{ printf -- '---\nhide: [navigation, toc]\n---\n'; cat README.md; } >"$pages/README.md"
mkdocs build --quiet --strict
shots=()
if [ "${1:-}" = --shots ]; then shots=(build/site-shots); rm -rf "${shots[@]}"; fi
/usr/bin/python3 tools/check_site.py build/site "${shots[@]}"
echo "build/site/index.html"

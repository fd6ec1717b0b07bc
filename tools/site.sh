#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# site.sh: the documentation as a site in build/site. Pages keep their places in the tree, so that links between them hold; a link
# that leads nowhere is an error.
set -euo pipefail
cd "$(dirname "$0")/.."
pages=build/site-pages
rm -rf "$pages"
mkdir -p "$pages"
# What pages may link to: other pages, pictures, examples, and single files that they name.
git ls-files -co --exclude-standard -- README.md CONTRIBUTING.md CHANGELOG.md LICENSE docs src/README.md data/README.md data/graphs.csv data/cuts.csv \
  tools/packages.txt cmake/joined_sources.cmake | xargs cp --parents -t "$pages"
mkdocs build --quiet --strict
echo "build/site/README.html"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Run every plan of the paper in experiments/ (its quick form unless FORM=full) and make a report of each, with a page
# that leads to them. Plans that are done already are not done again.
# usage: paper_quick.sh PROGRAM DIRECTORY
set -euo pipefail
program=$1
out=$2
form=${FORM:-quick}
mkdir -p "$out"

flags=()
if [ "$form" = quick ]; then flags=(--quick); fi
studies=()
rows=
for plan in experiments/figure-*.toml experiments/table-*.toml; do
  name=$(basename "$plan" .toml)
  title=$(sed -n 's/^title = "\(.*\)"$/\1/p' "$plan")
  start=$SECONDS
  "$program" study run "$plan" ${flags[@]+"${flags[@]}"} --out "$out/$name"
  "$program" report "$out/$name" -o "$out/$name.html"
  echo "$name: $((SECONDS - start)) s"
  studies+=("$out/$name")
  rows+="<li><a href=\"$name.html\">$name</a>: $title</li>"
done
"$program" study merge "${studies[@]}" --out "$out/paper.db"
cat >"$out/index.html" <<PAGE
<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The tables and figures of the paper</title><h1>The tables and figures of the paper, $form form</h1><ul>$rows</ul></html>
PAGE
echo "reports: $out/index.html"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Run every plan of experiments/ (its quick form unless FORM=full) and make the report of all.
# Plans that are done already are not done again. usage: paper_quick.sh PROGRAM DIRECTORY
set -euo pipefail
program=$1
out=$2
form=${FORM:-quick}
mkdir -p "$out"

flags=()
if [ "$form" = quick ]; then flags=(--quick); fi
studies=()
for plan in experiments/*.toml; do
  name=$(basename "$plan" .toml)
  start=$SECONDS
  "$program" study run "$plan" ${flags[@]+"${flags[@]}"} --out "$out/$name"
  echo "$name: $((SECONDS - start)) s"
  studies+=("$out/$name")
done
"$program" study merge "${studies[@]}" --out "$out/paper.db"
"$program" report "$out" -o "$out/report.html"

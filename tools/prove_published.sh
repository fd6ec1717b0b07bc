#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prove the optima of the published instances, have every proof checked, and write the table data/proofs.csv: value,
# CPU seconds of the whole command on one core, regions, SHA-256 and bytes of the certificate.
# usage: prove_published.sh PROGRAM TABLE [PATTERN...]       TABLE is replaced at the end, or stays if a proof fails
set -euo pipefail
export LC_ALL=C TIMEFORMAT='%U %S'
program=$1
table=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for pattern in "${@:-*}"; do
  "$program" list suites --names | while read -r name; do
    # shellcheck disable=SC2254 # a pattern is meant
    case $name in $pattern) echo "$name" ;; esac
  done
done >"$work/names"

echo instance,value,seconds,regions,sha256,bytes >"$work/table"
while read -r name; do
  proof=$work/proof.jsonl # not compressed, which would take longer than many a proof
  rm -f "$proof"
  { time "$program" solve "$name" -q -m exact -j 1 --certificate "$proof" >"$work/page" 2>"$work/message"; } 2>"$work/time" ||
    { cat "$work/page" "$work/message" && exit 1; } >&2
  "$program" verify "$name" "$proof" >"$work/verdict" || { cat "$work/verdict" && exit 1; } >&2
  value=$(head -n 1 "$proof" | sed 's/.*"value":\(-\{0,1\}[0-9]*\),.*/\1/')
  regions=$(head -n 1 "$proof" | sed 's/.*"regions":\([0-9]*\).*/\1/')
  seconds=$(awk '{ printf "%.2f", $1 + $2 }' "$work/time")
  echo "$name,$value,$seconds,$regions,$(sha256sum <"$proof" | cut -d ' ' -f 1),$(stat -c %s "$proof")" |
    tee -a "$work/table"
done <"$work/names"
cp "$work/table" "$table"

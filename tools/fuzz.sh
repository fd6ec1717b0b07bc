#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh SECONDS: run every built fuzz target that long, starting from its seeds, then print a
# table. Inputs that fail are kept in build/fuzz/found; new ones of interest in build/fuzz/corpus.
set -euo pipefail
cd "$(dirname "$0")/.."
export seconds=$1

fuzz_one() {  # fuzz_one NAME
  local name=$1 out=build/fuzz/corpus/$1 seeds=tests/fuzz/corpus/$1
  mkdir -p "$out" build/fuzz/found
  if [ ! -d "$seeds" ]; then seeds=; fi
  # shellcheck disable=SC2086  # no seeds, no argument
  if "build/fuzz/${name}_fuzz" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 \
    -print_final_stats=1 -artifact_prefix="build/fuzz/found/$name-" "$out" $seeds \
    >"build/fuzz/$name.log" 2>&1; then
    echo clean >"build/fuzz/$name.result"
  else
    echo FAILED >"build/fuzz/$name.result"
  fi
}
export -f fuzz_one

mapfile -t names < <(find tests/fuzz -name '*_fuzz.cpp' -printf '%f\n' | sed 's/_fuzz\.cpp$//' | sort)
echo "Fuzzing ${#names[@]} targets for $seconds s each, $(nproc) at a time"
printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -I{} bash -c 'fuzz_one {}'

failed=0
printf '%-20s %12s %8s %8s  %s\n' target runs runs/s edges result
for name in "${names[@]}"; do
  result=$(cat "build/fuzz/$name.result")
  awk -v name="$name" -v result="$result" '
    /number_of_executed_units/ { runs = $2 }
    /average_exec_per_sec/ { rate = $2 }
    { for (i = 1; i < NF; ++i) if ($i == "cov:") edges = $(i + 1) }
    /Test unit written to/ { found = " " $NF }
    END { printf "%-20s %12d %8d %8d  %s%s\n", name, runs, rate, edges, result, found }
  ' "build/fuzz/$name.log"
  if [ "$result" != clean ]; then
    grep -E '^(SUMMARY|.*runtime error)' "build/fuzz/$name.log" | head -n 3 || true
    failed=1
  fi
done
exit $failed

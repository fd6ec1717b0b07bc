#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_tests.sh PRESET: run the tests of a built test preset, showing those that fail and why others are
# skipped. The last line is "N passed, M failed", with ", K skipped" when there are any.
set -euo pipefail
cd "$(dirname "$0")/.."
report=$PWD/build/test-$1.xml
# More than there are processors: many tests wait for processes, and a browser.
run=(ctest --preset "$1" --parallel $(($(nproc) + 2)) --output-junit "$report")
: >"$report"

status=0
if [ -t 1 ]; then
  "${run[@]}" --progress || status=$?
else
  "${run[@]}" >"${report%.xml}.log" 2>&1 || status=$?
  [ $status -eq 0 ] ||
    grep -vE '^ *(Start +[0-9]+:|[0-9]+/[0-9]+ Test .*(Passed|Skipped) )' "${report%.xml}.log"
fi

# A test whose program is missing counts as failed, not as skipped.
awk -v status=$status '
  /^\t<testcase name=/ { ++total; if (/ status="run">$/) ++passed; split($0, part, "\""); name = part[2] }
  /^\t\t<skipped message="SKIP_/ { ++skipped; reason_follows = 0; skipping = name }
  reason_follows { print "skipped " skipping ": " $0; reason_follows = 0; skipping = "" }
  /: Skipped$/ && skipping != "" { reason_follows = 1 }
  END {
    failed = total - passed - skipped
    printf "%d passed, %d failed", passed, failed
    if (skipped) printf ", %d skipped", skipped
    print ""
    exit failed > 0 || status != 0
  }' "$report"

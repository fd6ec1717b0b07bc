#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Run the tests of the coverage build; print the lines covered per file, write pages beside it.
set -euo pipefail
cd "$(dirname "$0")/.."
out=build/coverage/report
mkdir -p "$out"
find build/coverage -name '*.gcda' -delete
tools/run_tests.sh coverage
gcovr --root . --filter src/ --filter app/ --exclude-throw-branches --txt --print-summary \
  --html-details "$out/index.html" build/coverage/CMakeFiles/spinsack*.dir build/coverage/tests
echo "Pages: $out/index.html"

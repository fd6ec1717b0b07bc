#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# asan_python.sh [BUILD]: run the tests of the Python package and its stress with the module of the preset asan-python.
#
# The interpreter is not instrumented, so the sanitizer is loaded before it, and takes the place of Python's own
# allocator. Interpreters and numpy keep much to themselves until the end, so of the leaks that are told after the stress
# only those count that the module has a part in.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-$PWD/build/asan-python}
python=$(cat "$build/python/interpreter.txt")
report=$build/leaks
libraries="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libstdc++.so)"
run() {  # options of the sanitizer, then the program
  env LD_PRELOAD="$libraries" PYTHONMALLOC=malloc PYTHONPATH="$build/python" PYTHONDONTWRITEBYTECODE=1 \
    SPINSACK_BUILD_DIR="$build" UBSAN_OPTIONS=print_stacktrace=1 \
    ASAN_OPTIONS="strict_string_checks=1:detect_stack_use_after_return=1:$1" "$python" "${@:2}"
}

passed=0 failed=0 skipped=0
for test in python/tests/test_*.py; do
  if [ "$test" = python/tests/test_install.py ]; then continue; fi  # builds wheels, and runs what is installed by itself
  status=0
  run detect_leaks=0 python/tests/run.py "$(basename "$test")" >"$build/test.log" 2>&1 || status=$?
  case $status in
    0) passed=$((passed + 1)) ;;
    77) skipped=$((skipped + 1)) && tail -n 1 "$build/test.log" ;;
    *) failed=$((failed + 1)) && cat "$build/test.log" ;;
  esac
done

rm -f "$report".*
run "detect_leaks=1:exitcode=0:fast_unwind_on_malloc=0:log_path=$report" python/tests/stress.py 200 || failed=$((failed + 1))
# A leak is a paragraph: "Direct leak of .. bytes", then where it was taken.
if cat "$report".* 2>/dev/null | awk -v RS= '/ERROR: AddressSanitizer|runtime error/ || (/leak of/ && /_core\./)' | grep .; then
  failed=$((failed + 1))
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]

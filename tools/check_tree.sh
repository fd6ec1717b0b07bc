#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Small promises about every file of the repository: no big ones, nothing that names one machine,
# LF line ends, no trailing blanks, a final newline, a licence line in every source and script. And one that compilers keep
# silent about: no two types of one name, which a program that has both would confuse.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t files < <(git ls-files -co --exclude-standard | xargs -d '\n' ls -d 2>/dev/null)
[ ${#files[@]} -gt 0 ] || { echo "$0: git lists no files here" >&2; exit 1; }
# Not inputs that are broken on purpose, nor a licence text that is not ours to reflow.
mapfile -t text < <(printf '%s\n' "${files[@]}" |
  grep -vE '^tests/(bad_inputs|golden|fuzz/corpus)/|^LICENSE$' | xargs -d '\n' grep -Il .)
mapfile -t sources < <(printf '%s\n' "${text[@]}" |
  grep -E '\.(hpp|cpp|cmake|sh|py)$|(^|/)(Makefile|CMakeLists\.txt)$|^\.ci/run$|^workers/spinsack-machine-')
mapfile -t headers < <(printf '%s\n' "${sources[@]}" | grep -E '^(src|app)/.*\.hpp$')

because() { awk -v reason="$1" '{ print substr($0, 1, 100) ": " reason }'; }

offenders=$(
  find "${files[@]}" -maxdepth 0 -type f -size +400k ! -path 'data/records/*' | because "larger than 400 kB"
  find "${files[@]}" -maxdepth 0 -type f -size +5M | because "larger than 5 MB"
  grep -nE '(^|[^A-Za-z0-9_.~-])/(home|root|work|Users)/' "${text[@]}" | because "a path of one machine"
  grep -lP '\r' "${text[@]}" | because "CR line ends"
  grep -nE '[[:blank:]]$' "${text[@]}" | because "trailing blanks"
  for file in "${text[@]}"; do [ -z "$(tail -c1 "$file")" ] || echo "$file"; done |
    because "no final newline"
  for file in "${sources[@]}"; do
    grep -m1 -q 'SPDX-License-Identifier: Apache-2\.0' "$file" || echo "$file"
  done | because "no SPDX line"
  awk '
    /^namespace/ { space = $2 }
    /^(struct|class|enum class|enum) / && !/;$/ {
      sub(/^(struct|class|enum class|enum) /, ""); sub(/[^A-Za-z0-9_].*/, "")
      name = space "::" $0
      if (name in home && home[name] != FILENAME) print FILENAME ": " name ", as in " home[name]
      home[name] = FILENAME
    }' "${headers[@]}" | because "a second type of this name"
) || true
[ -z "$offenders" ] || { echo "$offenders"; exit 1; }

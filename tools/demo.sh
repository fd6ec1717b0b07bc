#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# demo.sh SPINSACK: a first look at the command.
set -euo pipefail
spinsack=$1

echo "large:1000_75_5, one of the 180 published instances, rebuilt from its seed. The best known value is"
echo "13970842; the paper's GPU annealer and most heuristics miss it."
echo
echo "  \$ spinsack solve large:1000_75_5"
"$spinsack" solve large:1000_75_5
echo
echo "Next: $spinsack --help"

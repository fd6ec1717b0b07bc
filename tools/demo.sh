#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# demo.sh SPINSACK: a first look at the command.
set -euo pipefail
spinsack=$1

echo "One of the 180 published benchmark instances, rebuilt from its seed:"
echo
echo "  \$ spinsack info large:1000_75_5"
"$spinsack" info large:1000_75_5
echo
echo "Next: $spinsack --help"

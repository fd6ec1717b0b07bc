# SPDX-License-Identifier: Apache-2.0
"""python3 tests/machines/standin [--port N] [--count N]: a stand-in until the end of standard input, or Ctrl-C."""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from standin import TOKEN, StandIn  # noqa: E402

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--port", type=int, default=0, help="port of 127.0.0.1 (default: any that is free)")
parser.add_argument("--count", type=int, choices=[1, 2], default=2,
                    help="how often the SQBM+ counts entries off the diagonal (default: %(default)s)")
chosen = parser.parse_args()
server = StandIn(port=chosen.port)
server.count = chosen.count
print(server.url, flush=True)
print(f"every token is {TOKEN}", file=sys.stderr)
try:
    sys.stdin.read()
except KeyboardInterrupt:
    pass
server.close()

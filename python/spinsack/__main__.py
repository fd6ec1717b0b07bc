# SPDX-License-Identifier: Apache-2.0
"""``python -m spinsack`` is the command."""

import os
import sys

from ._command import command

if __name__ == "__main__":
    program = command()
    os.execv(program, [program, *sys.argv[1:]])

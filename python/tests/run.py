# SPDX-License-Identifier: Apache-2.0
"""run.py FILE: runs the tests of one file. Exit code 77, with the reason behind it, if all of them were
skipped.
"""

import os
import sys
import unittest

try:
    import numpy  # noqa: F401
except ImportError:
    print(f"{sys.argv[1]}: Skipped\nneeds numpy (package python3-numpy) for {sys.executable}")
    sys.exit(77)

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
name = os.path.splitext(os.path.basename(sys.argv[1]))[0]
suite = unittest.defaultTestLoader.loadTestsFromName(".".join([name, *sys.argv[2:]]))
outcome = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
if not outcome.wasSuccessful():
    sys.exit(1)
if outcome.testsRun == 0 or len(outcome.skipped) == outcome.testsRun:
    reasons = sorted({reason for _, reason in outcome.skipped}) or ["no tests"]
    print(f"{name}: Skipped\n{'; '.join(reasons)}")
    sys.exit(77)

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""run.py MODULE.CLASS...: runs tests for ctest. Exit 77, with the reason, if all of them were skipped."""
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
result = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromNames(sys.argv[1:]))
if result.wasSuccessful() and result.testsRun and len(result.skipped) == result.testsRun:
    print(f"{sys.argv[1]}: Skipped\n{result.skipped[0][1]}")
    sys.exit(77)
sys.exit(not result.wasSuccessful() or not result.testsRun)

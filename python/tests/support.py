# SPDX-License-Identifier: Apache-2.0
"""What the tests share: the command to compare with, and packages that a machine may lack."""

import importlib
import json
import os
import subprocess
import tempfile
import unittest

import spinsack

BUILD = os.environ["SPINSACK_BUILD_DIR"]
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMMAND = os.path.join(BUILD, "spinsack")
DEBIAN = {"dimod": "dimod", "ensurepip": "python3-venv", "mypy": "mypy"}  # others: python3-<module>


def needs(module):
    """Skips what it decorates where a package is not installed, and says which."""
    try:
        importlib.import_module(module)
    except ImportError:
        package = DEBIAN.get(module, f"python3-{module.split('.')[0]}")
        return unittest.skip(f"needs {module} (package {package})")
    return lambda test: test


def command(*arguments, input=None):
    """What the command prints."""
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, input=input)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, arguments))}: {done.stderr}")
    return done.stdout


def complaint(*arguments):
    """What the command says when it refuses."""
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode != 0, arguments
    return done.stderr


def without_times(record):
    """A result without what differs from run to run, and from one number of threads to another."""
    if isinstance(record, str):
        record = json.loads(record)
    times = {"seconds", "time_to_best", "seconds_read"}
    kept = {key: value for key, value in record.items() if key not in times}
    if "trace" in kept:
        kept["trace"] = [value for _, value in kept["trace"]]
    return kept


def simulated(entries):
    """Without those that ask for a real machine."""
    return [entry for entry in entries if "machine" not in [parameter.name for parameter in entry.parameters]]


class FolderTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)


def small(seed=1, n=30, **parameters):
    return spinsack.generate("gallo", n=n, seed=seed, **parameters)

# SPDX-License-Identifier: Apache-2.0
"""Examples of docstrings and of docs/python.md do what they show; the stubs of the module say what it has."""

import ast
import doctest
import importlib
import os
import subprocess
import sys
import tempfile
import unittest

import spinsack
from support import SOURCE, needs

PACKAGE = os.path.join(SOURCE, "python", "spinsack")
WITH_PANDAS = ("_measure",)  # modules whose examples take it


class Examples(unittest.TestCase):
    def test_docstrings(self):
        attempted = 0
        for file in sorted(os.listdir(PACKAGE)):
            stem, ending = os.path.splitext(file)
            if ending != ".py" or stem in ("__main__", "dimod", *WITH_PANDAS):
                continue
            name = "spinsack" if stem == "__init__" else f"spinsack.{stem}"
            outcome = doctest.testmod(importlib.import_module(name))
            self.assertEqual(outcome.failed, 0, name)
            attempted += outcome.attempted
        self.assertGreater(attempted, 20)

    @needs("pandas")
    def test_docstrings_with_tables(self):
        for stem in WITH_PANDAS:
            outcome = doctest.testmod(importlib.import_module(f"spinsack.{stem}"))
            self.assertEqual(outcome.failed, 0, stem)
            self.assertGreater(outcome.attempted, 0, stem)

    @needs("scipy")
    @needs("pandas")
    @needs("networkx")
    def test_the_page(self):
        page = os.path.join(SOURCE, "docs", "python.md")
        outcome = doctest.testfile(page, module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
        self.assertEqual(outcome.failed, 0)
        self.assertGreater(outcome.attempted, 20)

    def test_every_public_name_has_a_docstring(self):
        for name in spinsack.__all__:
            self.assertTrue(getattr(spinsack, name).__doc__, name)


@needs("mypy")
class Types(unittest.TestCase):
    def test_stubs_and_annotations_agree(self):
        """stubtest compares the module with its stubs, after mypy found nothing in all that the package imports."""
        with tempfile.TemporaryDirectory() as folder:
            allowed = os.path.join(folder, "allowed.txt")
            with open(allowed, "w") as file:
                # pybind11's classes have a metaclass and constructors of its own; the other module is there for mypy alone.
                file.write("spinsack\\._core\\.[A-Za-z]+\nspinsack\\._core\\..*\\.__init__\nspinsack\\.study\\..*\n")
            command = [sys.executable, "-m", "mypy.stubtest", "spinsack._core", "spinsack.study"]
            command += ["--ignore-missing-stub", "--ignore-unused-allowlist", "--allowlist", allowed]
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                cwd=os.path.dirname(os.path.dirname(spinsack.__file__)),
                env={**os.environ, "MYPY_CACHE_DIR": folder},
            )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class Annotations(unittest.TestCase):
    def test_annotations_are_complete(self):
        """Every public function says the types of its arguments and its result."""
        for file in sorted(os.listdir(PACKAGE)):
            if not file.endswith(".py"):
                continue
            with open(os.path.join(PACKAGE, file), encoding="utf-8") as source:
                tree = ast.parse(source.read())
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    arguments = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
                    bare = [a.arg for a in arguments if a.annotation is None and a.arg not in ("self", "cls")]
                    self.assertFalse(bare, f"{file}: {node.name}")
                    self.assertIsNotNone(node.returns, f"{file}: {node.name}")

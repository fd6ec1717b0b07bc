# SPDX-License-Identifier: Apache-2.0
"""The notebooks of docs/notebooks run from top to bottom, and are kept without output."""

import contextlib
import io
import json
import os
import unittest

from support import SOURCE, needs

FOLDER = os.path.join(SOURCE, "docs", "notebooks")


def run(name):
    """All code cells in one namespace, as a kernel would; what the last expression of a cell shows is made as
    well.
    """
    import ast

    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        notebook = json.load(file)
    namespace = {"__name__": "__main__"}
    shown = io.StringIO()
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        assert not cell["outputs"] and cell["execution_count"] is None, f"{name}: cell {number} holds output"
        tree = ast.parse("".join(cell["source"]), f"{name}, cell {number}")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        with contextlib.redirect_stdout(shown):
            exec(compile(tree, f"{name}, cell {number}", "exec"), namespace)
            if last is not None:
                value = eval(compile(ast.Expression(last.value), f"{name}, cell {number}", "eval"), namespace)
                print(value._repr_html_() if hasattr(value, "_repr_html_") else repr(value))
    return shown.getvalue()


class Notebooks(unittest.TestCase):
    def test_solve(self):
        self.assertIn("13970842", run("solve.ipynb"))

    @needs("pandas")
    def test_benchmark(self):
        self.assertIn("sa post-processed", run("benchmark.ipynb"))

    def test_bring_your_sampler(self):
        self.assertIn("best after post-processing", run("bring_your_sampler.ipynb"))

    @needs("nbformat")
    def test_they_are_valid(self):
        import nbformat

        names = sorted(os.listdir(FOLDER))
        self.assertEqual(len(names), 3)
        for name in names:
            nbformat.validate(nbformat.read(os.path.join(FOLDER, name), as_version=4))

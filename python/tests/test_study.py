# SPDX-License-Identifier: Apache-2.0
"""Studies: run, resume, records, report."""

import os
import unittest

import spinsack
import spinsack.study as study
from support import FolderTest, needs

PLAN = {
    "title": "A small one",
    "instances": ["medium:100_25_1"],
    "run": [
        {"method": "greedy", "label": "Greedy"},
        {
            "method": "sa",
            "sweeps": [10, 20],
            "lambda": "2^0",
            "reads": 3,
            "variants": {"SA {sweeps}": "none", "SA-RI {sweeps}": "repair+fill+exchange"},
        },
    ],
}


class Studies(FolderTest):
    def test_run_again_and_resume(self):
        out = self.path("out")
        first = study.run(PLAN, out, threads=1)
        self.assertEqual((first.cells, first.done, first.complete), (3, 3, True))
        size = os.path.getsize(os.path.join(out, "records.jsonl"))
        self.assertEqual(study.run(PLAN, out), first)
        self.assertEqual(study.resume(out), first)
        self.assertEqual(os.path.getsize(os.path.join(out, "records.jsonl")), size)
        with open(os.path.join(out, "records.jsonl")) as file:
            lines = file.readlines()
        with open(os.path.join(out, "records.jsonl"), "w") as file:
            file.writelines(lines[:1] + [lines[1][:50]])  # as after a power cut
        self.assertEqual(study.status(out).left, 2)
        self.assertEqual(len(list(study.scan(out))), 1)
        self.assertTrue(study.resume(out).complete)

    @needs("pandas")
    def test_records_and_report(self):
        out = self.path("out")
        study.run(PLAN, out)
        table = study.records(out)
        self.assertEqual(len(table), 1 + 2 * 3 * 2)
        self.assertEqual(set(table.series), {"Greedy", "SA 10", "SA 20", "SA-RI 10", "SA-RI 20"})
        self.assertTrue((table[table.feasible].value <= table[table.feasible].best_known).all())
        self.assertEqual(set(table["parameter.sweeps"].dropna()), {10, 20})
        self.assertIn("Greedy", study.report(out))
        study.report(out, self.path("page.html"), title="Ours")
        with open(self.path("page.html"), encoding="utf-8") as file:
            self.assertIn("Ours", file.read())

    def test_built_in_plans_and_complaints(self):
        self.assertTrue(study.run("example", self.path("quick"), quick=True).complete)
        for plan, text in [
            ({"instances": ["medium:100_25_1"], "run": [{"method": "greed"}]}, "greed"),
            ("no-such-plan", "no-such-plan"),
        ]:
            with self.assertRaisesRegex(spinsack.InputError, text):
                study.run(plan, self.path("other"))
        with self.assertRaisesRegex(spinsack.UsageError, "plan: expected a number, text, list or dict"):
            study.run({"instances": object()}, self.path("other"))
        with self.assertRaises(OSError):
            list(study.scan(self.path("missing.jsonl")))

    def test_toml(self):
        text = study.to_toml(
            {"title": 'a "b"', "run": [{"lambda": [1, 2.5], "variants": {"A {x}": "none"}}], "quick": {"reads": 1}}
        )
        try:
            import tomllib
        except ImportError:
            self.skipTest("needs Python 3.11")
        self.assertEqual(
            tomllib.loads(text),
            {"title": 'a "b"', "run": [{"lambda": [1, 2.5], "variants": {"A {x}": "none"}}], "quick": {"reads": 1}},
        )


class TheCommand(unittest.TestCase):
    def test_as_a_module(self):
        import subprocess
        import sys

        done = subprocess.run([sys.executable, "-m", "spinsack", "--version"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(spinsack.__version__, done.stdout)

# SPDX-License-Identifier: Apache-2.0
"""Studies: run, resume, records, report."""

import os
import types
import unittest
from unittest import mock

import numpy as np

import spinsack
import spinsack.study as study
from support import FolderTest, needs, small

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


def small_variables():
    return spinsack.instance("medium:100_25_1").formulate("binary", strength=2).n


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

    def test_functions_as_machines(self):
        """A function of this program is a machine of a study, whose records are like all others."""
        asked = []

        def blind(model, reads, seed, time_limit):
            asked.append((model.n, reads, seed, time_limit))
            return np.random.default_rng(seed).integers(0, 2, size=(reads, model.n))

        def spins(model, reads, seed):
            return np.ones((reads, model.n), dtype=np.int8) * (2 * (seed % 2) - 1)

        def broken(model, reads, seed):
            raise LookupError("out of order")

        def narrow(model, reads, seed):
            return [[0, 1]]

        machines = {"blind": blind, "spins": spins, "broken": broken, "narrow": narrow}
        one = {"method": "external", "lambda": 2, "encoding": "binary", "reads": 4, "time-limit": 0.5}
        plan = {
            "instances": ["medium:100_25_1"],
            "run": [
                {**one, "machine": name, "label": name, "variants": {name: "none", f"{name}-RI": "repair+fill+exchange"}}
                for name in machines
            ],
        }
        out = self.path("out")
        status = study.run(plan, out, machines=machines, threads=2)
        self.assertEqual((status.cells, status.done), (16, 8))
        self.assertEqual({call[0] for call in asked}, {small_variables()})
        self.assertEqual([call[1] for call in asked], [1] * 4)
        self.assertEqual({call[3] for call in asked}, {0.5})
        self.assertEqual(len({call[2] for call in asked}), 4, "every read has a seed of its own")
        errors = {record["label"]: record["error"] for record in study.scan(out) if "error" in record}
        self.assertIn("LookupError: out of order", errors["broken"])
        self.assertIn("expected samples of", errors["narrow"])
        values = [
            run["variants"]["blind-RI"]["feasible"]
            for record in study.scan(out)
            if record["label"] == "blind"
            for run in record["runs"]
        ]
        self.assertEqual(values, [True] * 4)
        mended = {**machines, "broken": spins, "narrow": spins}
        self.assertTrue(study.resume(out, machines=mended).complete)
        self.assertEqual(len(asked), 4, "what is done is not asked again")

    def test_machines_that_are_none(self):
        plan = {"instances": ["medium:100_25_1"], "run": [{"method": "greedy"}]}
        for machines in ({"a b": len}, {"": len}, {"x": 3}):
            with self.assertRaises(spinsack.UsageError):
                study.run(plan, self.path("out"), machines=machines)

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


@needs("pandas")
class MachinesOfOnesOwn(unittest.TestCase):
    def test_a_function(self):
        def ours(model, reads, seed):
            return spinsack.sample(model, method="sa", sweeps=50, reads=reads, seed=seed).samples

        table = study.measure(ours, ["medium:100_25_1", small(n=30)], strengths=(1, 2), seeds=(1, 2), reads=4)
        self.assertEqual(set(table.series), {"ours raw", "ours post-processed"})
        self.assertEqual(set(table["lambda"]), {1.0, 2.0})
        self.assertEqual(table.groupby(["instance", "lambda", "seed"]).ngroups, 8)
        self.assertTrue(table[table.series == "ours post-processed"].feasible.all())
        best = spinsack.instance("medium:100_25_1")
        found = table[(table.instance == best.name) & table.feasible]
        self.assertLessEqual(found.value.max(), best.best_known)

    def test_a_sampler(self):
        """With what dimod's samplers have: parameters, sample, and a record of samples."""

        class Sampler:
            parameters = {"num_reads": []}

            def sample(self, bqm, num_reads):
                rows = np.array([[0] * bqm, [1] * bqm])
                record = types.SimpleNamespace(sample=rows[:, ::-1], num_occurrences=[1, num_reads - 1])
                return types.SimpleNamespace(variables=list(range(bqm))[::-1], record=record)

        problem = small(n=20)
        with mock.patch.object(spinsack.Qubo, "to_bqm", lambda model: model.n):
            table = study.measure(Sampler(), problem, reads=5, encoding="lagrange")
        self.assertEqual(len(table), 10)
        raw = table[table.series == "Sampler raw"]
        self.assertEqual(sorted(raw.value)[-1], problem.value(np.ones(20, dtype=int)))
        with self.assertRaisesRegex(spinsack.UsageError, "expected a function or a sampler of dimod, found 7"):
            study.measure(7, problem)
        with self.assertRaisesRegex(spinsack.UsageError, "one for each variable"):
            study.measure(lambda model, reads, seed: [[0, 1]], problem)


class TheCommand(unittest.TestCase):
    def test_as_a_module(self):
        import subprocess
        import sys

        done = subprocess.run([sys.executable, "-m", "spinsack", "--version"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(spinsack.__version__, done.stdout)


class MachinesTold(FolderTest):
    def test_those_that_are_described(self):
        with open(self.path("machines.toml"), "w", encoding="utf-8") as file:
            file.write('[ours]\nabout = "In the cellar"\nworker = ["ours"]\noptions = { sweeps = 5 }\n')
        settings = {"SPINSACK_MACHINES": self.path("machines.toml"), "XDG_CONFIG_HOME": self.folder}
        with mock.patch.dict(os.environ, settings):
            (entry,) = spinsack.machines()
        self.assertEqual(entry[:2], ("ours", "In the cellar"))
        self.assertEqual([option[:3] for option in entry.parameters], [("sweeps", "", "5")])
        with mock.patch.dict(os.environ, {**settings, "SPINSACK_MACHINES": self.path("missing.toml")}):
            with self.assertRaisesRegex(spinsack.InputError, "missing.toml: cannot open"):
                spinsack.machines()

# SPDX-License-Identifier: Apache-2.0
"""Results of every method are those of the command, and say what they should."""

import json
import os
import unittest

import numpy as np

import spinsack
from spinsack import UsageError
from support import BUILD, FolderTest, command, simulated, small, without_times

# Two rows, a group of columns of which one is set, products, and decimals.
PROGRAM = """Minimize
 obj: 3.5 a + 2 b + 4 c + 5.25 d - 1.5 e + [ 3 a * b - 2 c * e ] / 2
Subject To
 one: a + b + c >= 1
 two: 2 c + 3 d + e <= 4
 group: c + d + e = 1
Binary
 a b c d e
End
"""


# Budgets of work, so that every method ends soon.
BRIEF = {"walkers": 1, "reads": 5, "sweeps": 200, "steps": 2000}


class SameAsTheCommand(FolderTest):
    def check_every_method(self, problem, file):
        """Of a problem that was read from the file."""
        for entry in simulated(spinsack.methods(problem)):
            with self.subTest(problem=problem, method=entry.name):
                if entry.name == "mip" and not os.path.exists(os.path.join(BUILD, "spinsack-mip")):
                    continue  # built where CBC is
                known = {parameter.name for parameter in entry.parameters}
                parameters = {name: value for name, value in BRIEF.items() if name in known}
                flags = [text for name, value in parameters.items() for text in (f"--{name}", value)]
                line = command("solve", file, "-m", entry.name, "-s", 3, "-j", 1, "--json", "-", *flags)
                here = spinsack.solve(problem, method=entry.name, seed=3, threads=1, **parameters)
                self.assertEqual(without_times(here.to_json()), without_times(line))
                here.verify()

    def test_every_method(self):
        file = self.path("problem.edges")
        small(n=20, density=50).write(file)
        self.check_every_method(spinsack.read(file), file)

    def test_every_method_on_graphs(self):
        file = self.path("graph.rud")
        draw = np.random.default_rng(1)
        edges = [(u, v, int(draw.integers(-3, 6)) or 1) for u in range(9) for v in range(u) if draw.random() < 0.6]
        spinsack.Graph(edges).write(file)
        for parts in (2, 3):
            self.check_every_method(spinsack.Graph.read(file, parts), f"{file}@{parts}")

    def test_every_method_on_programs(self):
        file = self.path("program.lp")
        with open(file, "w") as stream:
            stream.write(PROGRAM)
        self.check_every_method(spinsack.Program.read(file), file)

    def test_time_limit_and_target(self):
        problem = spinsack.instance("medium:100_25_1")
        self.assertEqual(spinsack.solve(problem, target="best-known", method="lha").value, 18558)
        self.assertEqual(spinsack.solve(problem, target=1, method="greedy").stopped_by, "target")
        self.assertEqual(spinsack.solve(problem, time_limit=0, method="lha").stopped_by, "time")
        for bad, text in [
            ("best", "--target"),
            (0.5, "--target: expected at most 0 decimals"),
            (small(), "--target"),
        ]:
            with self.assertRaisesRegex(UsageError, text):
                spinsack.solve(problem, target=bad)
        with self.assertRaisesRegex(UsageError, "no best known value"):
            spinsack.solve(small(), target="best-known")

    def test_threads_do_not_matter(self):
        problem = small(n=60)
        one, four = (spinsack.solve(problem, method="sa", reads=8, seed=2, threads=t) for t in (1, 4))
        self.assertEqual(one.x.tolist(), four.x.tolist())


class Results(unittest.TestCase):
    def setUp(self):
        self.problem = small(n=40)
        self.result = spinsack.solve(self.problem, seed=1)

    def test_parts_agree(self):
        result = self.result
        self.assertEqual(self.problem.value(result), result.value)
        self.assertEqual(self.problem.value(result.items), result.value)
        self.assertEqual(self.problem.weight(result.x), result.weight)
        self.assertTrue(result.feasible)
        self.assertLessEqual(result.value, result.upper_bound)
        self.assertEqual(result.trace["value"][-1], result.value)
        self.assertEqual(result.to_dict()["items"], result.items.tolist())
        self.assertEqual(result.labels, result.items.tolist())
        self.assertEqual(set(result.seconds), {"formulate", "machine", "repair", "improve", "bound", "total"})
        self.assertFalse(result.x.flags.writeable)
        self.assertIn("Result(value=", repr(result))

    def test_false_claims_do_not_verify(self):
        claim = json.loads(self.result.to_json())
        claim["value"] += 1
        checks = self.problem._core.verify(json.dumps(claim))
        self.assertFalse(all(holds for *_, holds in checks))

    def test_certificates(self):
        self.assertIsNone(self.result.certificate)
        proven = spinsack.solve(self.problem, method="exact", certificate=True)
        self.assertTrue(proven.proven_optimal)
        self.assertGreater(len(proven.certificate), 100)

    def test_arguments_that_do_not_go_together(self):
        for arguments, text in [
            ((self.problem, [1]), "the instance has them already"),
            (([[1]],), "weights: expected beside a matrix"),
            ((None,), "profits: expected an instance, its name, or numbers, found None"),
            (([[1]], [1]), "capacity: expected beside"),
        ]:
            with self.assertRaisesRegex(UsageError, text):
                spinsack.solve(*arguments)
        with self.assertRaisesRegex(UsageError, "interrupt: expected 'raise' or 'return'"):
            spinsack.solve(self.problem, interrupt="never")
        with self.assertRaisesRegex(UsageError, "swep"):
            spinsack.solve(self.problem, method="sa", sweps=3)
        with self.assertRaisesRegex(UsageError, "--seed: expected an integer, found 0.5"):
            spinsack.solve(self.problem, seed=0.5)
        with self.assertRaisesRegex(UsageError, "unknown method '3'"):
            spinsack.solve(self.problem, method=3)
        with self.assertRaisesRegex(UsageError, "--target: expected a number of at most 64 bits, found 10"):
            spinsack.solve(self.problem, target=10**30)
        with self.assertRaisesRegex(UsageError, "progress: expected True, False or a function, found 'yes'"):
            spinsack.solve(self.problem, progress="yes")
        with self.assertRaisesRegex(UsageError, "x: expected a vector of 40, .* found None"):
            self.problem.value(None)
        with self.assertRaisesRegex(UsageError, "time-limit"):
            spinsack.solve(self.problem, time_limit=float("nan"))

    def test_parameters_of_any_type(self):
        for sweeps in (50, 50.0, "50", np.int32(50)):
            result = spinsack.solve(self.problem, method="sa", sweeps=sweeps, lambda_="2^1", reads=2)
            self.assertEqual(result.parameters["sweeps"], "50")
            self.assertEqual(result.parameters["lambda"], "2^1")


class Catalogs(unittest.TestCase):
    def test_they_are_those_of_the_command(self):
        for kind, entries in [
            ("methods", spinsack.methods()),
            ("samplers", spinsack.samplers()),
            ("encodings", spinsack.encodings()),
            ("steps", spinsack.steps()),
        ]:
            listed = command("list", kind)
            for entry in entries:
                self.assertIn(entry.name, listed)
                self.assertTrue(entry.help)
        annealer = next(entry for entry in spinsack.samplers() if entry.name == "sa")
        self.assertIn("sweeps", [parameter.name for parameter in annealer.parameters])

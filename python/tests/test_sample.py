# SPDX-License-Identifier: Apache-2.0
"""Models, samples of them, and what post-processing makes of these."""

import json
import os
import pathlib
import pickle
import sys
import tracemalloc
import unittest
from unittest import mock

import numpy as np

import spinsack
from spinsack import InvalidInstance, UsageError
from support import FolderTest, command, needs, simulated, small, without_times


def random_matrix(n, seed=1):
    return np.triu(np.random.default_rng(seed).integers(-5, 6, size=(n, n)))


# Answers two questions and then no more.
WORKER = """#!/usr/bin/env python3
import json, sys
for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "formats": ["bqm"], "answers": "best"}
    elif ask["type"] == "sample" and ask["id"] < 3:
        bits = "0" * ask["model"]["variables"]
        answer = {"type": "result", "id": ask["id"], "samples": [bits], "times": {}}
    elif ask["type"] == "sample":
        answer = {"type": "error", "id": ask["id"], "code": "quota", "message": "used up"}
    else:
        break
    print(json.dumps(answer), flush=True)
"""


class MachinesThatFail(FolderTest):
    def test_what_was_answered_before_is_kept(self):
        with open(self.path("worker"), "w") as file:
            file.write(WORKER)
        with open(self.path("machines.toml"), "w") as file:
            file.write(f"[m]\nworker = [{sys.executable!r}, {self.path('worker')!r}]\n")
        with mock.patch.dict(os.environ, SPINSACK_MACHINES=self.path("machines.toml")):
            with self.assertWarnsRegex(RuntimeWarning, "machine 'm': used up; earlier answers are kept"):
                found = spinsack.sample(random_matrix(5), method="external", machine="m", reads=5)
            self.assertEqual(found.reads, 2)
            self.assertEqual(found.failure, "machine 'm': used up")
            self.assertEqual(found.to_dict()["failure"], "machine 'm': used up")
            with self.assertRaisesRegex(spinsack.Error, "used up"):
                spinsack.sample(random_matrix(5), method="external", machine="m", reads=5)
        self.assertIsNone(spinsack.sample(random_matrix(5)).failure)


class SameAsTheCommand(FolderTest):
    def test_every_sampler(self):
        for name in ("knapsack.coo", "spins.json"):
            small(n=20).formulate(spins=name == "spins.json").write(self.path(name))
            model = spinsack.read_model(self.path(name))
            for entry in simulated(spinsack.samplers()):
                with self.subTest(model=name, sampler=entry.name):
                    line = command(
                        "sample",
                        self.path(name),
                        "-m",
                        entry.name,
                        "-s",
                        5,
                        "-j",
                        1,
                        "--reads",
                        4,
                        "-q",
                        "--json",
                        "-",
                    )
                    here = spinsack.sample(model, method=entry.name, seed=5, threads=1, reads=4)
                    self.assertEqual(without_times(here.to_json()), without_times(line))

    def test_a_model_without_a_penalty_has_no_strength(self):
        problem = small(n=5)
        self.assertIsNone(problem.formulate("native").formulation["strength"])
        self.assertEqual(problem.formulate("binary", strength=2).formulation["strength"], 2)

    def test_formulated_models_are_those_of_the_command(self):
        problem = small(n=15)
        problem.write(self.path("p.edges"))
        loaded = spinsack.read(self.path("p.edges"))
        for entry in spinsack.encodings():
            with self.subTest(encoding=entry.name):
                ending = "amplify.json" if entry.name == "native" else "coo"  # what holds an inequality, or anything
                files = [self.path(f"{stem}.{ending}") for stem in "ab"]
                command("formulate", self.path("p.edges"), "-q", "--encoding", entry.name, "-o", files[0])
                loaded.formulate(entry.name).write(files[1], map=self.path("b.map.json"))
                if entry.name == "native":
                    first, second = (json.loads(pathlib.Path(file).read_text(encoding="utf-8")) for file in files)
                    self.assertEqual(first, second)
                    self.assertTrue(first["constraints"])
                    continue
                a, b = map(spinsack.read_model, files)
                (constant, linear, pairs), (*others, other_pairs) = a._core.vectors(), b._core.vectors()
                for one, other in zip((constant, linear, *pairs), (*others, *other_pairs)):
                    self.assertTrue(np.array_equal(one, other))

    def test_decode_map_is_read_by_the_command(self):
        problem = small(n=15)
        problem.write(self.path("p.edges"))
        model = spinsack.read(self.path("p.edges")).formulate()
        model.write(self.path("m.coo"), map=self.path("m.map.json"))
        samples = spinsack.sample(model, reads=3)
        samples.to_json(self.path("s.json"))
        out = command("postprocess", self.path("p.edges"), self.path("s.json"), "--map", self.path("m.map.json"))
        best = spinsack.postprocess(problem, samples).best
        self.assertIn(str(best.value), out)


class Models(unittest.TestCase):
    def test_energy_of_every_form(self):
        matrix = random_matrix(12)
        states = np.random.default_rng(2).integers(0, 2, size=(20, 12))
        expected = [float(x @ matrix @ x) + 2.5 for x in states]
        mapping = {(int(i), int(j)): int(matrix[i, j]) for i, j in zip(*np.nonzero(matrix))}
        for form in (
            matrix,
            matrix.T,
            matrix.astype(np.float32),
            matrix.tolist(),
            (matrix + matrix.T) / 2,
            mapping,
        ):
            model = spinsack.Qubo(form, constant=2.5)
            self.assertEqual(model.energy(states).tolist(), expected)
        upper = model.matrix()
        self.assertEqual([x @ upper @ x + model.constant for x in states], expected)
        linear, (rows, columns, values), constant = model.vectors()
        again = spinsack.Qubo.from_vectors(linear, (rows, columns, values), constant)
        self.assertEqual(again.energy(states).tolist(), expected)
        self.assertEqual(pickle.loads(pickle.dumps(again)).energy(states).tolist(), expected)

    def test_a_large_matrix_is_not_copied_on_its_way_in(self):
        for dtype, most in ((np.float64, 0.25), (np.int64, 0.25), (np.float32, 0.5)):
            with self.subTest(dtype=dtype):
                matrix = random_matrix(2000).astype(dtype)
                tracemalloc.start()
                model = spinsack.Qubo(matrix)
                _, peak = tracemalloc.get_traced_memory()
                tracemalloc.reset_peak()
                again = model.matrix()
                _, out = tracemalloc.get_traced_memory()
                tracemalloc.stop()
                self.assertLess(peak, most * matrix.nbytes)
                self.assertLess(out, again.nbytes + 1_000_000)  # itself, and nothing beside it
                self.assertTrue((again == matrix).all())

    @needs("scipy.sparse")
    def test_sparse(self):
        from scipy import sparse

        matrix = random_matrix(12)
        model = spinsack.Qubo(sparse.csr_matrix(matrix))
        self.assertTrue((model.matrix() == matrix).all())
        self.assertTrue((model.matrix(sparse=True).toarray() == matrix).all())

    def test_ising(self):
        couplings = np.triu(random_matrix(8), 1)
        fields = np.arange(8) - 3
        spins = np.random.default_rng(3).choice([-1, 1], size=(10, 8))
        expected = [float(fields @ s + s @ couplings @ s) for s in spins]
        mapping = {(int(i), int(j)): int(couplings[i, j]) for i, j in zip(*np.nonzero(couplings))}
        for model in (
            spinsack.Qubo.from_ising(fields, couplings),
            spinsack.Qubo.from_ising(dict(enumerate(fields.tolist())), mapping),
        ):
            self.assertEqual(model.vartype, "SPIN")
            self.assertEqual(model.energy(spins).tolist(), expected)
        found = spinsack.sample(model, reads=5)
        self.assertEqual(set(np.unique(found.samples)), {-1, 1})
        self.assertEqual(found.energies.tolist(), model.energy(found.samples).tolist())
        with self.assertRaisesRegex(UsageError, "for 0/1 variables"):
            model.matrix()

    def test_what_is_refused(self):
        for form, text in [
            ([[1, 2, 3]], "expected a square matrix, found 1 x 3"),
            ([[1, float("nan")], [0, 1]], r"matrix\[0, 1\]: expected a finite number, found nan"),
            ({(0, 1, 2): 1}, "expected pairs of variables as keys"),
            (np.zeros((0, 0)), "expected at least one variable"),
            ([["a"]], "found text"),
            (np.array([[1, None], [0, 1]]), r"matrix\[0, 1\]: expected a finite number, found None"),
            (np.array([[1, "x"], [0, 1]], dtype=object), r"matrix\[0, 1\]: expected a finite number, found 'x'"),
            ([[1, 10**400], [0, 1]], r"matrix\[0, 1\]: expected a finite number, found 10"),
            ({("a", "b"): float("inf")}, r"model\[\('a', 'b'\)\]: expected a finite number, found inf"),
            ({("a", "b"): "1"}, r"model\[\('a', 'b'\)\]: expected a finite number, found '1'"),
            (None, "matrix: expected a square matrix, found None"),
        ]:
            with self.subTest(form=form), self.assertRaisesRegex(InvalidInstance, text):
                spinsack.Qubo(form)
        for constant in (float("nan"), "a", None):
            with self.assertRaisesRegex(InvalidInstance, "constant: expected a finite number, found"):
                spinsack.Qubo([[1]], constant=constant)
        with self.assertRaisesRegex(InvalidInstance, "J: expected 2 x 2, as h has, found 3 x 3"):
            spinsack.Qubo.from_ising([1, 2], np.zeros((3, 3)))
        model = spinsack.Qubo([[1, 2], [0, 1]])
        with self.assertRaisesRegex(UsageError, "--target: expected a number, found 'low'"):
            spinsack.sample(model, target="low")
        with self.assertRaisesRegex(UsageError, r"x\[0, 1\]: expected 0 or 1, found -1"):
            model.energy([1, -1])
        with self.assertRaisesRegex(UsageError, "expected 2 values, one for each variable, found 3"):
            model.energy([1, 0, 1])
        with self.assertRaisesRegex(UsageError, "not formulated from an instance"):
            model.decode([[0, 1]])
        with self.assertRaisesRegex(UsageError, "--reads: expected an integer in 1..100000000, found 0"):
            spinsack.sample(model, reads=0)


class Samples(unittest.TestCase):
    def test_lowest_first_and_counted(self):
        model = spinsack.Qubo({("a", "b"): 2, ("a", "a"): -1, ("b", "b"): -1})
        found = spinsack.sample(model, reads=50, seed=1)
        self.assertEqual(found.occurrences.sum(), 50)
        self.assertTrue((np.diff(found.energies) >= 0).all())
        self.assertEqual(found.first.energy, -1)
        self.assertEqual(found.labels, ["a", "b"])
        self.assertEqual(len(found.lowest()), 2)
        self.assertEqual(found.info["method"], "auto")
        self.assertIn("50 reads", repr(found))

    @needs("pandas")
    def test_pandas(self):
        table = spinsack.sample({("a", "b"): 2, ("a", "a"): -1}, reads=3).to_pandas()
        self.assertEqual(list(table.columns), ["a", "b", "energy", "num_occurrences"])
        self.assertEqual(table["num_occurrences"].sum(), 3)

    def test_target_time_and_starts(self):
        model = spinsack.Qubo(random_matrix(30))
        self.assertEqual(spinsack.sample(model, reads=1000, target=1e6).stopped_by, "target")
        self.assertEqual(spinsack.sample(model, time_limit=0).stopped_by, "time")
        best = spinsack.sample(model, reads=10).first
        self.assertLessEqual(spinsack.sample(model, method="sa", reads=1, starts=best.x).first.energy, best.energy)

    def test_postprocess(self):
        problem = small(n=40)
        model = problem.formulate("binary")
        found = spinsack.sample(model, reads=10, seed=1)
        raw = spinsack.postprocess(problem, found, "none")
        self.assertEqual(raw.values.tolist(), problem.value(model.decode(found.samples)).tolist())
        done = spinsack.postprocess(problem, found)
        self.assertTrue(done.feasible.all())
        self.assertEqual(done.values.tolist(), problem.value(done.x).tolist())
        self.assertEqual(done.best.value, max(done.values))
        same = spinsack.postprocess(problem, model.decode(found))
        self.assertEqual(same.values.tolist(), done.values.tolist())
        spins = spinsack.sample(problem.formulate("binary", spins=True), reads=3)
        self.assertTrue(spinsack.postprocess(problem, spins).feasible.all())
        with self.assertRaisesRegex(UsageError, "repare"):
            spinsack.postprocess(problem, found, "repare")
        with self.assertRaisesRegex(UsageError, "expected a model of 30 items, found 40"):
            spinsack.postprocess(small(n=30), found)

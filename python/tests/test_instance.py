# SPDX-License-Identifier: Apache-2.0
"""Instances from numbers, names, files, graphs and tables; exactness; what is refused."""

import os
import pickle
import tracemalloc
import unittest
from decimal import Decimal
from fractions import Fraction

import numpy as np

import spinsack
from spinsack import InvalidInstance, UsageError
from support import FolderTest, command, complaint, needs, small

MATRIX = [[10, 5, 0], [0, 20, 7], [0, 0, 30]]


class NamesOfFiles(FolderTest):
    """Names of files are bytes, in no encoding that anybody knows."""

    def test_that_are_no_utf_8(self):
        problem = small(n=5)
        for name in (b"knap\xff\xfe.txt", "Rucks\u00e4cke.txt".encode(), "Rucks\u00e4cke.txt".encode("latin-1")):
            path = os.fsdecode(os.path.join(os.fsencode(self.folder), name))
            for given in (path, os.fsencode(path)):
                problem.write(given)
                again = spinsack.read(given)
                self.assertEqual(again.sha256, problem.sha256)
                self.assertEqual(spinsack.solve(again).value, spinsack.solve(problem).value)
                model = os.fsencode(path) + b".coo"
                problem.formulate().write(model, map=model + b".map")
                self.assertEqual(spinsack.read_model(os.fsdecode(model)).n, problem.formulate().n)
                self.assertTrue(os.path.exists(model + b".map"))

    def test_are_named_where_there_are_none(self):
        with self.assertRaisesRegex(spinsack.FileError, "nowhere.*No such file"):
            spinsack.read(os.fsencode(self.folder) + b"/nowhere\xff.txt")


class FromNumbers(unittest.TestCase):
    def test_value_is_the_upper_triangle(self):
        problem = small(n=25)
        upper = np.triu(problem.matrix())
        random = np.random.default_rng(1)
        states = random.integers(0, 2, size=(50, 25))
        self.assertEqual(problem.value(states).tolist(), [int(x @ upper @ x) for x in states])
        self.assertEqual(problem.weight(states).tolist(), (states @ problem.weights).tolist())
        self.assertEqual(problem.feasible(states).tolist(), (states @ problem.weights <= problem.capacity).tolist())

    def test_every_form_of_pairs_is_the_same_instance(self):
        upper = np.array(MATRIX)
        symmetric = upper + np.triu(upper, 1).T
        digests = {
            spinsack.Instance(profits, [2, 3, 4], 5, pairs=pairs).sha256
            for profits, pairs in [
                (MATRIX, None),
                (upper.astype(np.int16), None),
                (upper.astype(float), None),
                (np.asfortranarray(upper), None),
                (upper.T, None),
                (symmetric, None),
                ([10, 20, 30], symmetric - np.diag([10, 20, 30])),
                ([10, 20, 30], {(0, 1): 5, (2, 1): 7}),
                ((10, 20, 30), ([0, 2], [1, 1], [5, 7])),
            ]
        }
        self.assertEqual(len(digests), 1)

    @needs("scipy.sparse")
    def test_sparse_matrices(self):
        from scipy import sparse

        dense = np.array(MATRIX)
        same = spinsack.Instance(dense, [2, 3, 4], 5).sha256
        for matrix in (dense, dense.T, dense + np.triu(dense, 1).T):
            for kind in (sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix):
                self.assertEqual(spinsack.Instance(kind(matrix), [2, 3, 4], 5).sha256, same)
        problem = small()
        self.assertTrue((problem.matrix(sparse=True).toarray() == problem.matrix()).all())
        odd = sparse.csr_matrix(np.array([[0, 5], [6, 0]]))
        with self.assertRaisesRegex(InvalidInstance, r"found 5 at \[0, 1\] and 6 at \[1, 0\]"):
            spinsack.Instance(odd, [1, 1], 1)

    def test_arrays_are_views_that_cannot_be_written(self):
        problem = small()
        self.assertFalse(problem.weights.flags.writeable)
        self.assertFalse(problem.weights.flags.owndata)
        weights = problem.weights
        del problem
        self.assertGreater(int(weights.min()), 0)  # it keeps its instance alive

    def test_a_large_matrix_goes_in_and_out_without_a_copy(self):
        """numpy tells tracemalloc what it takes: a block of rows at a time, and nothing for a view."""
        draw = np.random.default_rng(1)
        for dtype, most in ((np.int64, 0.25), (np.float64, 0.25), (np.uint8, 4.0)):
            with self.subTest(dtype=dtype):
                matrix = np.triu(draw.integers(1, 100, size=(2000, 2000))).astype(dtype)
                matrix = matrix + np.triu(matrix, 1).T
                weights = np.ones(2000, dtype=np.int64)
                tracemalloc.start()
                problem = spinsack.Instance(matrix, weights, 1000)
                _, peak = tracemalloc.get_traced_memory()
                tracemalloc.reset_peak()
                before, _ = tracemalloc.get_traced_memory()
                view = problem.pair_profits
                _, seen = tracemalloc.get_traced_memory()
                tracemalloc.stop()
                self.assertLess(peak, most * matrix.nbytes)
                self.assertLess(seen - before, 10_000)
                self.assertEqual((view.shape, view.dtype, view.flags.writeable), ((2000, 2000), np.uint8, False))
                np.fill_diagonal(matrix, 0)
                self.assertTrue((view == matrix).all())
                del problem
                self.assertTrue((view == matrix).all())  # which keeps the numbers

    @needs("scipy.sparse")
    def test_few_pairs_without_a_copy(self):
        problem = spinsack.Instance([1] * 100, [1] * 100, 5, pairs={(0, 1): -300, (7, 99): 4})
        view = problem.pair_profits
        self.assertEqual((view.format, view.dtype, view.nnz), ("csr", np.int16, 4))
        self.assertIsNotNone(view.data.base)
        self.assertIsNotNone(view.indices.base)
        dense = problem.matrix()
        np.fill_diagonal(dense, 0)
        self.assertTrue((view.toarray() == dense).all())

    def test_decimals_are_exact(self):
        problem = spinsack.Instance([0.1, 0.2, 0.3], [1.5, 2, 0.25], 2.25, pairs={(0, 1): 0.05})
        self.assertEqual((problem.profit_digits, problem.weight_digits), (2, 2))
        self.assertEqual(problem.value([1, 1, 1]), Decimal("0.65"))
        self.assertEqual(problem.weight({0, 2}), Decimal("1.75"))
        self.assertEqual(problem.capacity, Decimal("2.25"))
        exact = spinsack.Instance(
            [Decimal("0.1"), Fraction(1, 5), 0.3], [Fraction(3, 2), 2, 0.25], 2.25, pairs={(0, 1): 0.05}
        )
        self.assertEqual(problem.sha256, exact.sha256)
        best = spinsack.solve(problem)
        self.assertEqual(best.value, Decimal("0.5"))
        self.assertEqual(best.trace["value"][-1], 50)

    def test_large_integers_stay_integers(self):
        large = 2**53 + 1
        self.assertEqual(spinsack.Instance([large, 1], [1, 1], 1).value([1, 0]), large)
        self.assertEqual(spinsack.Instance(np.array([large, 1], dtype=np.uint64), [1, 1], 1).value([1, 0]), large)
        self.assertEqual(spinsack.Instance([large, 0.5], [1, 1], 1).value({0}), large)

    def test_forms_of_a_solution(self):
        problem = spinsack.Instance(MATRIX, [2, 3, 4], 5, labels=["a", "b", "c"])
        for x in ([1, 1, 0], np.array([True, True, False]), {0, 1}, ["a", "b"], {"b", "a"}, np.array([[1, 1, 0]])):
            self.assertEqual(np.max(problem.value(x)), 35)
        self.assertEqual(problem.value([2]), 30)
        self.assertEqual(problem.value([]), 0)
        for x, text in [
            ([0, 3], r"expected items, 0..2 or labels, found 3"),
            ([2, 2], "expected each item once, found 2 again"),
            (["z"], "found 'z'"),
            ([[1, 0]], "expected 3 entries, one for each item, found 2"),
            ([[1, 0, 2]], r"x\[0, 2\]: expected 0 or 1, found 2"),
        ]:
            with self.assertRaisesRegex(UsageError, text):
                problem.value(x)

    def test_labels_and_pickles(self):
        problem = spinsack.Instance(MATRIX, [2, 3, 4], 5, labels=[("x", 1), ("x", 2), 3], name="mine")
        again = pickle.loads(pickle.dumps(problem))
        self.assertEqual((again.sha256, again.labels, again.name), (problem.sha256, problem.labels, "mine"))
        self.assertEqual(spinsack.solve(again).labels, [("x", 1), ("x", 2)])


class WhatIsRefused(unittest.TestCase):
    def test_the_entry_is_named(self):
        nan, huge = float("nan"), 10**30
        for profits, weights, capacity, text in [
            (
                [[1, 2], [3, 4]],
                [1, 1],
                1,
                r"profits: expected a symmetric or triangular matrix, found 2 at \[0, 1\] and 3 at \[1, 0\]",
            ),
            ([[1, 2, 3], [4, 5, 6]], [1, 1], 1, "expected a square matrix, found 2 x 3"),
            ([[1, 2], [3]], [1, 1], 1, "profits"),
            ([1, 2], [1, 2, 3], 1, "expected 2, one for each item, found 3"),
            ([1, nan], [1, 1], 1, r"profits\[1\]: expected a finite number, found nan"),
            ([[1, 0], [0, np.inf]], [1, 1], 1, r"profits\[1, 1\]: expected a finite number, found inf"),
            ([1, 0.1234567891], [1, 1], 1, r"profits\[1\]: expected at most 9 decimals, found 0.1234567891"),
            ([1, 1 / 3], [1, 1], 1, r"profits\[1\]: expected at most 9 decimals"),
            ([1, Fraction(1, 3)], [1, 1], 1, r"profits\[1\]: expected at most 18 decimals, found 1/3"),
            ([1, 2], [1, -1], 1, r"^weights\[1\]: expected a number > 0, found -1$"),
            ([1, 2], [1, 0], 1, r"^weights\[1\]: expected a number > 0, found 0$"),
            ([1, 2], [2, -1.5], 1, r"^weights\[1\]: expected a number > 0, found -1.5$"),
            ([1, 2], [1, 1], -1, "^capacity: expected a number >= 0, found -1$"),
            ([1, 2], [2**60, 2**61], 1, "^the sum of all weights exceeds 2"),
            (None, [1, 1], 1, "^profits: expected a matrix or a list of numbers, found None$"),
            ({0: 1}, [1, 1], 1, "^profits: expected a matrix or a list of numbers, found a dict$"),
            ([1, 2], None, 1, "^weights: expected a list of numbers, found None$"),
            (
                np.ma.array([1, 2], mask=[0, 1]),
                [1, 1],
                1,
                r"^profits\[1\]: expected a number, found one that is masked$",
            ),
            ([1e300, 1], [1, 1], 1, r"profits\[0\]: expected an integer for a number this large, found the float 1e\+300"),
            ([Decimal("1." + "1" * 25)], [1], 1, r"profits\[0\]: expected at most 18 decimals, found 1.1{25}$"),
            (np.array(3), [1, 1], 1, "^profits: expected a list of numbers, found a single number$"),
            ([1, huge], [1, 1], 1, r"profits\[1\]: expected a number of at most 64 bits"),
            ([1, 2], [1, huge], 1, r"weights\[1\]: expected a number of at most 64 bits"),
            (
                np.array([1, 2**63], dtype=np.uint64),
                [1, 1],
                1,
                r"profits\[1\]: expected a number of at most 64 bits",
            ),
            ([1, "2"], [1, 1], 1, "profits: expected numbers, found text"),
            (np.array([1, None]), [1, 1], 1, r"profits\[1\]: expected a number, found None"),
            (np.array([1, "a"], dtype=object), [1, 1], 1, r"profits\[1\]: expected a number, found 'a'"),
            ([1, 2j], [1, 1], 1, "profits: expected numbers, found an array of complex128"),
            ([1, 2], [1, 1], [1, 2], "capacity: expected a single number, found 2"),
            ([1, 2], [1, 1], nan, "capacity: expected a finite number, found nan"),
            ([], [], 1, "expected at least one item"),
        ]:
            with self.subTest(profits=profits, weights=weights, capacity=capacity):
                with self.assertRaisesRegex(InvalidInstance, text):
                    spinsack.Instance(profits, weights, capacity)

    def test_pairs(self):
        for pairs, text in [
            ({(0, 5): 1}, "where 5 is none"),
            ({(0, 0): 1}, "expected two different items, found 0 twice"),
            ({(0, 1): 1, (1, 0): 1}, r"expected each pair once, found \(0, 1\) again"),
            ({(0, 1): float("nan")}, r"^pairs\[\(0, 1\)\]: expected a finite number, found nan$"),
            ({(0, 1): 10**30}, r"^pairs\[\(0, 1\)\]: expected a number of at most 64 bits"),
            ({(0, 1): None}, r"^pairs\[\(0, 1\)\]: expected a number, found None$"),
            (([0], [7], [1]), r"pairs \(columns\)\[0\]: expected an item, 0..1, found 7"),
            ([[1, 2], [2, 0]], r"pairs\[0, 0\]: expected 0"),
            (([0], [1], [1, 2]), "expected as many rows as columns and values"),
        ]:
            with self.subTest(pairs=pairs), self.assertRaisesRegex(InvalidInstance, text):
                spinsack.Instance([1, 2], [1, 1], 1, pairs=pairs)

    def test_names_and_labels(self):
        for settings, text in [
            ({"labels": ["a"]}, "^labels: expected 2, found 1$"),
            ({"labels": ["a", "a"]}, r"^labels\[1\]: expected each label once, found 'a' of element 0 again$"),
            ({"labels": ["a", [1]]}, r"^labels\[1\]: expected what can be a key of a dict, found \[1\]$"),
            ({"name": 5}, "^name: expected text, found 5$"),
        ]:
            with self.subTest(settings=settings), self.assertRaisesRegex(InvalidInstance, text):
                spinsack.Instance([1, 2], [1, 1], 1, **settings)

    def test_messages_are_those_of_the_command(self):
        for call, arguments in [
            (lambda: spinsack.instance("medium:100_25_11"), ("info", "medium:100_25_11")),
            (
                lambda: spinsack.solve("medium:100_25_1", method="greed"),
                ("solve", "medium:100_25_1", "-m", "greed"),
            ),
            (lambda: spinsack.solve("medium:100_25_1", seed=-1), ("solve", "medium:100_25_1", "-s", "-1")),
            (lambda: spinsack.solve("medium:100_25_1", threads=0), ("solve", "medium:100_25_1", "-j", "0")),
            (lambda: spinsack.generate("gallo", n=0), ("generate", "gallo", "--n", "0")),
            (lambda: spinsack.read("no such file"), ("info", "no such file")),
        ]:
            with self.subTest(arguments=arguments):
                with self.assertRaises(spinsack.Error) as caught:
                    call()
                self.assertIn(str(caught.exception), complaint(*arguments))

    def test_kinds_of_errors(self):
        with self.assertRaises(OSError):
            spinsack.read("no such file")
        with self.assertRaises(ValueError):
            spinsack.solve("medium:100_25_1", method="greed")


class FilesAndNames(FolderTest):
    def test_every_format_round_trips(self):
        problem = small()
        for name in ("a.edges", "a.edges.gz", "a.txt.xz", "a.json"):
            problem.write(self.path(name))
            self.assertEqual(spinsack.read(self.path(name)).sha256, problem.sha256)
        with self.assertRaisesRegex(UsageError, "expected one of the endings"):
            problem.write(self.path("a.docx"))
        self.assertIn("Maximize", problem.to_lp())
        self.assertEqual(problem.to_lp("glover").count("Binaries"), 1)

    def test_published_ones_are_known_by_their_numbers(self):
        problem = spinsack.instance("medium:100_25_1")
        self.assertEqual(problem.best_known, 18558)
        copy = spinsack.Instance(problem.matrix(), problem.weights, problem.capacity)
        self.assertEqual(copy.best_known, 18558)
        self.assertEqual(len(list(spinsack.instances("medium:100_25_*"))), 10)
        with self.assertRaisesRegex(UsageError, "stands for 10 instances"):
            spinsack.instance("medium:100_25_*")

    def test_generators_are_those_of_the_command(self):
        problem = spinsack.generate("gallo", n=40, density=30, seed=5)
        with open(self.path("made.txt"), "w") as file:
            file.write(command("generate", "gallo", "--n", 40, "--density", 30, "--seed", 5))
        self.assertEqual(spinsack.read(self.path("made.txt")).sha256, problem.sha256)

    def test_the_bound_holds(self):
        problem = small()
        best = spinsack.solve(problem, method="exact")
        self.assertTrue(best.proven_optimal)
        self.assertGreaterEqual(problem.bound(), best.value)


class GraphsAndTables(unittest.TestCase):
    @needs("networkx")
    def test_networkx_both_ways(self):
        problem = spinsack.Instance(MATRIX, [2, 3, 4], 5, labels=["a", "b", "c"])
        graph = problem.to_networkx()
        self.assertEqual(graph.edges["a", "b"]["profit"], 5)
        self.assertEqual(spinsack.Instance.from_networkx(graph, 5).sha256, problem.sha256)
        del graph.nodes["b"]["weight"]
        with self.assertRaisesRegex(InvalidInstance, "node 'b': expected an attribute 'weight'"):
            spinsack.Instance.from_networkx(graph, 5)

    @needs("pandas")
    def test_pandas(self):
        import pandas

        items = pandas.DataFrame({"profit": [10, 20, 30], "weight": [2, 3, 4]}, index=["a", "b", "c"])
        pairs = pandas.DataFrame({"a": ["a", "b"], "b": ["b", "c"], "profit": [5, 7]})
        problem = spinsack.Instance.from_dataframe(items, pairs, 5)
        self.assertEqual(problem.sha256, spinsack.Instance(MATRIX, [2, 3, 4], 5, labels=["a", "b", "c"]).sha256)
        self.assertEqual(problem.labels, ["a", "b", "c"])
        self.assertEqual(spinsack.Instance(pandas.DataFrame(MATRIX), items["weight"], 5).value([1, 1, 0]), 35)
        pairs.loc[1, "b"] = "z"
        with self.assertRaisesRegex(InvalidInstance, "row 1: expected an item in column 'b', found 'z'"):
            spinsack.Instance.from_dataframe(items, pairs, 5)

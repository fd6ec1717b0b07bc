# SPDX-License-Identifier: Apache-2.0
"""Graphs and programs: what they are made of, and answers to them."""

import itertools
import pickle
import unittest
from decimal import Decimal
from types import SimpleNamespace

import numpy as np

import spinsack
from support import FolderTest, command, needs

RING = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]
COSTS = """Minimize
 obj: 3.5 a + 2 b + 4 c + 5.25 d
Subject To
 one: a + b + c >= 1
 two: c + d >= 1
Binary
 a b c d
End
"""


class StandInForm:
    def __init__(self, linear, quadratic=(), offset=0.0):
        self.linear, self.quadratic, self.offset = linear, quadratic, offset
        self.variables = list(linear)

    def get_linear(self, variable):
        return self.linear[variable]

    def iter_quadratic(self):
        return iter(self.quadratic)

    @property
    def num_interactions(self):
        return len(self.quadratic)


class StandInModel:
    """-3 red - 2.5 green - 4 blue + 5 red blue + 1; at most two, and exactly one of red and green."""

    def __init__(self, kind="BINARY"):
        self.variables = ["red", "green", "blue"]
        self.kind = kind
        self.objective = StandInForm({"red": -3.0, "green": -2.5, "blue": -4.0}, [("red", "blue", 5.0)], 1.0)
        self.constraints = {
            "two": self.row({"red": 1.0, "green": 1.0, "blue": 1.0}, "<=", 2.0),
            "one": self.row({"red": 1.0, "green": 1.0}, "==", 1.0),
        }

    @staticmethod
    def row(linear, sense, rhs):
        return SimpleNamespace(lhs=StandInForm(linear), sense=SimpleNamespace(value=sense), rhs=rhs)

    def vartype(self, variable):
        return SimpleNamespace(name=self.kind)


def best_cut(n, edges, parts):
    return max(
        sum(w for u, v, w in edges if labels[u] != labels[v]) for labels in itertools.product(range(parts), repeat=n)
    )


class Graphs(FolderTest):
    def test_forms_are_one_graph(self):
        matrix = np.zeros((5, 5), dtype=int)
        for u, v in RING:
            matrix[u, v] = matrix[v, u] = 1
        forms = [
            spinsack.Graph(RING, 3),
            spinsack.Graph([(u, v, 1) for u, v in RING], parts=3),
            spinsack.Graph({pair: 1 for pair in RING}, 3),
            spinsack.Graph(matrix, 3),
            spinsack.Graph(np.triu(matrix), 3),
            pickle.loads(pickle.dumps(spinsack.Graph(RING, 3))),
        ]
        self.assertEqual(len({graph.sha256 for graph in forms}), 1)
        self.assertNotEqual(forms[0].sha256, spinsack.Graph(RING, 2).sha256)

    @needs("scipy")
    def test_sparse_matrices(self):
        from scipy.sparse import coo_matrix

        u, v = np.array(RING).T
        sparse = coo_matrix((np.ones(5, dtype=int), (np.minimum(u, v), np.maximum(u, v))), shape=(5, 5))
        self.assertEqual(spinsack.Graph(sparse).sha256, spinsack.Graph(RING).sha256)

    @needs("networkx")
    def test_networkx_both_ways(self):
        import networkx

        given = networkx.Graph(name="friends")
        given.add_edge("ann", "bob", weight=3)
        given.add_edge("bob", "eve")
        given.add_node("alone")
        graph = spinsack.Graph.from_networkx(given, 2)
        self.assertEqual((graph.n, graph.name, graph.labels), (4, "friends", ["ann", "bob", "eve", "alone"]))
        self.assertEqual(spinsack.Graph(given).sha256, graph.sha256)
        answer = spinsack.solve(graph)
        self.assertEqual(answer.value, 4)
        self.assertNotEqual(answer.by_name()["ann"], answer.by_name()["bob"])
        again = graph.to_networkx()
        self.assertEqual(sorted(again.edges(data="weight")), sorted(graph.to_networkx().edges(data="weight")))
        self.assertEqual(again["ann"]["bob"]["weight"], 3)
        with self.assertRaisesRegex(spinsack.InvalidInstance, "undirected"):
            spinsack.Graph.from_networkx(networkx.DiGraph(given))

    def test_cuts_are_optimal_and_verified(self):
        rng = np.random.default_rng(3)
        for parts in (2, 3):
            edges = [(u, v, int(rng.integers(-5, 9))) for u in range(7) for v in range(u) if rng.random() < 0.6]
            graph = spinsack.Graph(edges, parts, n=7)
            answer = spinsack.solve(graph, method="exact")
            self.assertEqual(answer.value, best_cut(7, edges, parts))
            self.assertTrue(answer.proven_optimal)
            self.assertEqual(graph.value(answer.labels), answer.value)
            self.assertEqual(graph.value(answer.by_name()), answer.value)
            answer.verify()

    def test_published_and_files(self):
        graph = spinsack.Graph.read("gset:G11", 3)
        self.assertEqual((graph.n, graph.parts, graph.best_known is not None), (800, 3, True))
        path = self.path("ring.rud")
        spinsack.Graph(RING).write(path)
        self.assertEqual(spinsack.Graph.read(path).sha256, spinsack.Graph(RING).sha256)
        self.assertEqual(spinsack.Graph.read(path, 3).parts, 3)
        told = command("solve", path + "@3", "-q", "--method", "greedy")
        self.assertIn(f"{spinsack.solve(spinsack.Graph.read(path, 3), method='greedy').value}", told)

    def test_machines_and_targets(self):
        graph = spinsack.Graph(RING, 3)
        for method in ("sa", "potts-machine", "pt"):
            answer = spinsack.solve(graph, method=method, reads=5, sweeps=50)
            self.assertEqual((answer.value, answer.method), (5, method))
        seen = []
        spinsack.solve(graph, target=5, progress=lambda news: seen.append(news.value))
        self.assertTrue(set(seen) <= {None, 0, 1, 2, 3, 4, 5})

    def test_what_is_no_graph_is_refused(self):
        for edges, message in (
            ([(0, 0)], r"edges\[0\]: expected two different vertices, found 0 twice"),
            ([(0, 1), (1, 0)], r"edges: expected each pair once, found \(0, 1\) again"),
            ([(0, 1, 2), (1, 2, 0.5)], r"edges\[1\]: expected an integer weight, found 0.5"),
            (None, "edges: expected a list, mapping, matrix or graph, found None"),
            ([(0, -1)], "edges: expected vertices from 0, found -1"),
            ([(0, 1, 2, 3)], r"edges\[0\]: expected \(u, v\) or \(u, v, weight\)"),
            ([], "expected at least one vertex"),
            (np.eye(2), r"edges\[0, 0\]: expected 0"),
            (np.array([[0, 1], [2, 0]]), "expected a symmetric or triangular matrix"),
        ):
            with self.assertRaisesRegex(spinsack.InvalidInstance, message):
                spinsack.Graph(edges)
        for parts in (1, 256, 2.5, "3"):
            with self.assertRaisesRegex(spinsack.InvalidInstance, "parts: expected an integer in 2..255"):
                spinsack.Graph(RING, parts)
        for n in (-5, 2.5, True):
            with self.assertRaisesRegex(spinsack.InvalidInstance, f"n: expected an integer of at least 0, found {n}"):
                spinsack.Graph(RING, n=n)
        with self.assertRaises(spinsack.InvalidInstance):
            spinsack.Graph(RING, 6)
        with self.assertRaisesRegex(spinsack.InvalidInstance, "labels: expected a value for 'b', found none"):
            spinsack.Graph([("a", "b")]).value({"a": 1})
        with self.assertRaisesRegex(spinsack.InvalidInstance, r"edges\[0\]: expected one of the labels, found 'c'"):
            spinsack.Graph([("a", "c")], labels=["a", "b"])
        with self.assertRaisesRegex(spinsack.InvalidInstance, "labels: expected parts 0..1, found 2"):
            spinsack.Graph(RING).value([0, 1, 2, 0, 1])
        with self.assertRaisesRegex(spinsack.UsageError, "expected a kcut"):
            spinsack.Graph.read("medium:100_25_1")


class Programs(FolderTest):
    def test_costs_are_minimised_exactly(self):
        program = spinsack.Program(COSTS)
        answer = spinsack.solve(program)
        self.assertEqual(answer.value, Decimal("4"))
        self.assertEqual(answer.by_name(), {"a": 0, "b": 0, "c": 1, "d": 0})
        self.assertTrue(program.minimised and program.feasible({"a": 1, "b": 0, "c": 0, "d": 1}))
        self.assertEqual(program.value([1, 0, 0, 1]), Decimal("8.75"))
        self.assertFalse(program.feasible([0, 0, 0, 0]))
        answer.verify()
        self.assertEqual(spinsack.solve(program, method="sa", reads=20).value, 4)

    def test_files(self):
        path = self.path("costs.lp")
        with open(path, "w") as file:
            file.write(COSTS)
        program = spinsack.Program.read(path)
        self.assertEqual((program.name, program.n, program.facts["rows"]), ("costs", 4, 2))
        self.assertEqual(program.sha256, spinsack.Program(COSTS).sha256)
        self.assertEqual(program.sha256, pickle.loads(pickle.dumps(program)).sha256)
        program.write(self.path("costs.mps"))
        self.assertEqual(spinsack.solve(spinsack.Program.read(self.path("costs.mps"))).value, 4)

    def test_what_cannot_be_expressed_is_refused_by_line(self):
        with self.assertRaisesRegex(spinsack.InputError, "mine:2:6: expected binary columns, found 'y'"):
            spinsack.Program("Maximize\n x + y\nSubject To\n c: x + y <= 1\nBinary\n x\nEnd\n", name="mine")

    def test_what_is_no_program_is_refused(self):
        with self.assertRaisesRegex(spinsack.UsageError, "text: expected a program in LP format, found 5"):
            spinsack.Program(5)
        with self.assertRaisesRegex(spinsack.InvalidInstance, "columns: expected a value for 'b', found none"):
            spinsack.Program(COSTS).value({"a": 1})

    def test_no_answer(self):
        never = spinsack.Program("Maximize\n x\nSubject To\n a: x + y <= 1\n b: x + y >= 2\nBinary\n x y\nEnd\n")
        answer = spinsack.solve(never, method="sa", reads=2)
        self.assertEqual((answer.found, answer.feasible, answer.by_name()), (False, False, {}))
        self.assertIn("none found", repr(answer))

    @needs("dimod")
    def test_models_of_dimod(self):
        import dimod

        x = [dimod.Binary(name) for name in ("red", "green", "blue")]
        cqm = dimod.ConstrainedQuadraticModel()
        cqm.set_objective(-3 * x[0] - 2.5 * x[1] - 4 * x[2] + 5 * x[0] * x[2] + 1)
        cqm.add_constraint(x[0] + x[1] + x[2] <= 2, label="two")
        cqm.add_constraint(x[0] + x[1] == 1, label="one")
        answer = spinsack.solve(spinsack.Program.from_cqm(cqm))
        states = [dict(zip(("red", "green", "blue"), bits)) for bits in itertools.product((0, 1), repeat=3)]
        lowest = min(float(cqm.objective.energy(s)) for s in states if cqm.check_feasible(s))
        self.assertEqual(float(answer.value), lowest)
        self.assertTrue(cqm.check_feasible(answer.by_name()))
        cqm.add_constraint(x[0] * x[1] <= 1, label="product")
        with self.assertRaisesRegex(spinsack.InvalidInstance, "constraint 'product': expected a linear one"):
            spinsack.Program.from_cqm(cqm)

    def test_models_in_the_form_of_dimod(self):
        """The same by stand-ins that have what is used of dimod, where that is not installed."""
        answer = spinsack.solve(spinsack.Program.from_cqm(StandInModel()))
        self.assertEqual((answer.value, answer.by_name()), (Decimal("-5.5"), {"blue": 1, "green": 1, "red": 0}))
        self.assertTrue(answer.proven_optimal or answer.upper_bound <= answer.value)
        odd = StandInModel()
        odd.constraints["two"].lhs.quadratic = [("red", "blue", 1.0)]
        with self.assertRaisesRegex(spinsack.InvalidInstance, "constraint 'two': expected a linear one, found 1"):
            spinsack.Program.from_cqm(odd)
        odd = StandInModel(kind="INTEGER")
        with self.assertRaisesRegex(spinsack.InvalidInstance, "variable 'blue': expected a binary variable"):
            spinsack.Program.from_cqm(odd)

    def test_certificates_are_for_knapsacks(self):
        with self.assertRaisesRegex(spinsack.UsageError, "certificate: there are none for a Program"):
            spinsack.solve(spinsack.Program(COSTS), certificate=True)


if __name__ == "__main__":
    unittest.main()

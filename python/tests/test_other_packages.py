# SPDX-License-Identifier: Apache-2.0
"""Amplify, OMMX and IPython, against stand-ins of the part of their interfaces that is used; and what is said
where a package is missing.
"""

import io
import itertools
import sys
import types
import unittest
from unittest import mock

import spinsack
from spinsack import _calls

MATRIX = [[10, 5, 0], [0, 20, 7], [0, 0, 30]]


class Polynomial:
    """Of binary variables: coefficients by sets of variables."""

    def __init__(self, terms):
        self.terms = {key: value for key, value in terms.items() if value}

    @classmethod
    def of(cls, other):
        return other if isinstance(other, Polynomial) else cls({frozenset(): other})

    def __add__(self, other):
        terms = dict(self.terms)
        for key, value in Polynomial.of(other).terms.items():
            terms[key] = terms.get(key, 0) + value
        return Polynomial(terms)

    def __mul__(self, other):
        made = Polynomial({})
        for (a, p), (b, q) in itertools.product(self.terms.items(), Polynomial.of(other).terms.items()):
            made = made + Polynomial({a | b: p * q})
        return made

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return self * -1

    def __le__(self, bound):
        return self, bound

    def value(self, x):
        return sum(coefficient for key, coefficient in self.terms.items() if all(x[v] for v in key))


def variable(number, name=""):
    return Polynomial({frozenset([number]): 1})


class Amplify(types.ModuleType):
    class VariableGenerator:
        def array(self, kind, n):
            assert kind == "Binary"
            return [variable(k) for k in range(n)]

    @staticmethod
    def less_equal(polynomial, bound):
        return polynomial, bound

    @staticmethod
    def Model(objective, constraint):
        return objective, constraint


class Ommx(types.ModuleType):
    class DecisionVariable:
        binary = staticmethod(variable)

    class Instance:
        MAXIMIZE = "maximize"

        @staticmethod
        def from_components(decision_variables, objective, constraints, sense):
            assert sense == "maximize" and len(decision_variables) == 3
            (constraint,) = constraints
            return objective, constraint


class Models(unittest.TestCase):
    def check(self, objective, constraint, sign):
        problem = spinsack.Instance(MATRIX, [2, 3, 4], 7)
        load, capacity = constraint
        self.assertEqual(capacity, 7)
        for x in itertools.product([0, 1], repeat=3):
            self.assertEqual(sign * objective.value(x), problem.value(x))
            self.assertEqual(load.value(x), problem.weight(x))

    def test_amplify_minimises(self):
        with mock.patch.dict(sys.modules, {"amplify": Amplify("amplify")}):
            self.check(*spinsack.Instance(MATRIX, [2, 3, 4], 7).to_amplify(), -1)

    def test_ommx_maximises(self):
        with mock.patch.dict(sys.modules, {"ommx": types.ModuleType("ommx"), "ommx.v1": Ommx("ommx.v1")}):
            self.check(*spinsack.Instance(MATRIX, [2, 3, 4], 7).to_ommx(), 1)

    def test_missing_packages_are_named(self):
        with mock.patch.dict(sys.modules, {"amplify": None, "networkx": None}):
            problem = spinsack.Instance(MATRIX, [2, 3, 4], 7)
            with self.assertRaisesRegex(spinsack.MissingPackage, "this needs amplify"):
                problem.to_amplify()
            with self.assertRaisesRegex(ImportError, "apt install python3-networkx"):
                problem.to_networkx()


class Lines(unittest.TestCase):
    def test_on_a_terminal(self):
        screen = io.StringIO()
        screen.isatty = lambda: True
        with mock.patch.object(sys, "stderr", screen):
            result = spinsack.solve("medium:100_25_1", progress=True)
        self.assertIn(f"value {result.value}", screen.getvalue())
        self.assertTrue(screen.getvalue().endswith("\r\x1b[K"))  # and it goes again

    def test_in_a_notebook(self):
        shown = []
        pages = types.ModuleType("IPython.display")
        pages.HTML = str
        pages.display = lambda page, display_id: types.SimpleNamespace(update=shown.append)
        ipython = types.ModuleType("IPython")
        ipython.get_ipython = lambda: types.SimpleNamespace(kernel=object())
        with mock.patch.dict(sys.modules, {"IPython": ipython, "IPython.display": pages}):
            line = _calls.listener(True, lambda news: f"value {news.value}")
            line(_calls.Progress(0.5, 7))
        self.assertEqual(shown, ["<code>value 7</code>"])

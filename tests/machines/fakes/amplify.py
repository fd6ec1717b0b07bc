# SPDX-License-Identifier: Apache-2.0
"""As much of the Amplify SDK as the bridge uses, as its pages describe it."""
import datetime
import pathlib
import sys
import types

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from standin import TOKEN, problems  # noqa: E402

__version__ = "1.4.0-fake"


class Grid(dict):
    """As numpy's matrices: [i, j] and +=."""

    def __missing__(self, key):
        return 0.0


class Variables:
    def __init__(self, count):
        self.count = count

    def evaluate(self, values):
        return [float(value) for value in values]


class Matrix:
    def __init__(self, count):
        self.quadratic, self.linear, self.constant = Grid(), [0.0] * count, 0.0
        self.variable_array = Variables(count)


class VariableGenerator:
    @staticmethod
    def matrix(kind, count):
        assert kind == "Binary"
        return Matrix(count)


class Model:
    def __init__(self, matrix):
        self.matrix = matrix


class AmplifyAEClient:
    def __init__(self):
        self.token, self.url = None, "https://example.org"
        self.parameters = types.SimpleNamespace(time_limit_ms=datetime.timedelta(seconds=10), num_gpus=1, mood="")


def solve(model, client, filter_solution, sort_solution):
    assert filter_solution is False and sort_solution is False
    if client.token != TOKEN:
        raise RuntimeError(f"HTTP 401 for {client.token}")
    if client.parameters.num_gpus > 4:
        raise RuntimeError("503 busy")
    odd = client.parameters.mood
    if odd == "network":
        raise RuntimeError("could not connect to the server")
    if odd == "broken":
        raise RuntimeError("internal error")
    limit = client.parameters.time_limit_ms
    assert isinstance(limit, datetime.timedelta)
    matrix = model.matrix
    problem = problems.Problem(len(matrix.linear))
    for i, value in enumerate(matrix.linear):
        problem.add([i], value)
    for (i, j), value in matrix.quadratic.items():
        problem.add([i, j], value)
    problem.add([], matrix.constant)
    bits = problem.solved()

    class Result(list):
        total_time = limit + datetime.timedelta(seconds=0.5)
        response_time = limit + datetime.timedelta(seconds=0.25)
        execution_time = limit

    if odd == "nothing":
        return Result()
    if odd == "short":
        bits = bits[:-1]
    if odd == "nan":
        problem.energy = lambda _: float("nan")
    return Result([types.SimpleNamespace(values=bits, objective=problem.energy(bits),
                                         time=datetime.timedelta(seconds=0.5))])

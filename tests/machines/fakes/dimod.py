# SPDX-License-Identifier: Apache-2.0
"""As much of dimod as the bridge uses, for machines without it: a model from its file, and sample sets."""
import pathlib
import sys
import types

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from standin import problems  # noqa: E402


class BinaryQuadraticModel:
    @staticmethod
    def from_file(data):
        return problems.from_bqm(bytes(data))


class SampleSet:
    def __init__(self, rows, info):
        self.rows, self.info = rows, info

    def data(self, fields, sorted_by="energy"):
        assert fields == ["sample", "energy", "num_occurrences"] and sorted_by is None
        return iter(self.rows)


def row(bits, energy):
    # As dimod's, in an order of its own and of numpy's kind: not what json takes.
    return types.SimpleNamespace(sample=dict(reversed(list(enumerate(bits)))), energy=energy, num_occurrences=1)

# SPDX-License-Identifier: Apache-2.0
"""Solves quadratic knapsacks, max k-cut and any 0/1 program, with methods of its own and with Ising machines.

>>> import spinsack
>>> result = spinsack.solve([[10, 5, 0], [0, 20, 0], [0, 0, 30]], [2, 3, 4], 5)
>>> result.value, result.items.tolist()
(35, [0, 1])

``solve`` does the whole job. The stages one by one: an :class:`Instance`, its model by
:meth:`Instance.formulate`, samples of it by :func:`sample`, solutions made of the samples by
:func:`postprocess`. :mod:`spinsack.dimod` has the sampler of D-Wave's Ocean tools, :mod:`spinsack.study`
benchmark campaigns. A :class:`Graph` or a :class:`Program` takes the place of an instance in ``solve``.
"""

import atexit as _atexit
import os as _os

from . import _core
from ._calls import Progress
from ._catalogs import (
    Entry,
    Parameter,
    encodings,
    families,
    formats,
    machines,
    methods,
    model_formats,
    samplers,
    steps,
)
from ._graph import Graph
from ._instance import Instance, generate, instance, instances, read
from ._postprocess import Candidate, Candidates, postprocess
from ._problem import Answer, Problem
from ._program import Program
from ._qubo import Qubo, read_model
from ._result import Result, solve
from ._samples import Sample, SampleSet, sample
from .errors import (
    Error,
    FileError,
    InputError,
    Interrupted,
    InvalidInstance,
    MissingPackage,
    NotAKnapsack,
    UsageError,
    VerificationError,
)

__version__: str = _core.version

__all__ = [
    "Answer",
    "Candidate",
    "Candidates",
    "Entry",
    "Error",
    "FileError",
    "Graph",
    "InputError",
    "Instance",
    "Interrupted",
    "InvalidInstance",
    "MissingPackage",
    "NotAKnapsack",
    "Parameter",
    "Problem",
    "Program",
    "Progress",
    "Qubo",
    "Result",
    "Sample",
    "SampleSet",
    "UsageError",
    "VerificationError",
    "encodings",
    "families",
    "formats",
    "generate",
    "instance",
    "instances",
    "machines",
    "methods",
    "model_formats",
    "postprocess",
    "read",
    "read_model",
    "sample",
    "samplers",
    "solve",
    "steps",
]

_atexit.register(_core.end_calls)
if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_core.forget_calls)

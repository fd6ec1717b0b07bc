# SPDX-License-Identifier: Apache-2.0
"""Samples of any machine, repaired and improved."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

import numpy as np

from . import _calls, _core, _exact, _items
from ._instance import Instance
from ._qubo import Qubo
from ._samples import SampleSet
from .errors import UsageError


class Candidate(NamedTuple):
    """A choice of items."""

    value: Any
    weight: Any
    feasible: bool
    x: np.ndarray

    @property
    def items(self) -> np.ndarray:
        return np.flatnonzero(self.x)


class Candidates:
    """Post-processed samples, in their order."""

    __slots__ = ("instance", "x", "_profits", "_loads")

    def __init__(self, instance: Instance, x: np.ndarray, profits: np.ndarray, loads: np.ndarray) -> None:
        self.instance: Instance = instance
        self.x: np.ndarray = x
        """A row of 0/1 bytes for each candidate."""
        self._profits, self._loads = profits, loads

    @property
    def values(self) -> np.ndarray:
        return _exact.in_units(self._profits, self.instance.profit_digits)

    @property
    def weights(self) -> np.ndarray:
        return _exact.in_units(self._loads, self.instance.weight_digits)

    @property
    def feasible(self) -> np.ndarray:
        return self._loads <= self.instance._core.capacity

    @property
    def best(self) -> Optional[Candidate]:
        """The feasible one of highest value, the first of several; None if none is feasible."""
        feasible = np.flatnonzero(self.feasible)
        if not len(feasible):
            return None
        return self[int(feasible[int(np.argmax(self._profits[feasible]))])]

    def __getitem__(self, k: int) -> Candidate:
        return Candidate(
            _exact.in_units(self._profits[k], self.instance.profit_digits),
            _exact.in_units(self._loads[k], self.instance.weight_digits),
            bool(self._loads[k] <= self.instance._core.capacity),
            self.x[k],
        )

    def __len__(self) -> int:
        return len(self.x)

    def __iter__(self) -> Any:
        return (self[k] for k in range(len(self)))

    def __repr__(self) -> str:
        best = self.best
        return (
            f"Candidates({len(self)}, {int(self.feasible.sum())} feasible, best {best.value if best else 'none'})"
        )


def postprocess(
    instance: Instance, samples: Any, steps: str = "repair+fill+exchange", *, map: Optional[Qubo] = None
) -> Candidates:
    """Makes samples feasible and better, step by step (:func:`steps`).

    ``samples`` is a :class:`SampleSet` of a formulated model, or rows of 0/1: of the items, or with ``map=model``
    of all variables of that model.

    >>> import spinsack
    >>> problem = spinsack.instance("medium:100_25_1")
    >>> found = spinsack.sample(problem.formulate(), method="sa", sweeps=200, reads=20, seed=1)
    >>> spinsack.postprocess(problem, found).best.value
    18558
    """
    if isinstance(samples, SampleSet) and map is None:
        map = samples.qubo
        if map.items is None:
            raise UsageError(
                "samples: expected those of a formulated model, or map=..., found those of another model"
            )
    if map is not None and map.items != instance.n:
        raise UsageError(f"map: expected a model of {instance.n} items, found {map.items}")
    rows = map.decode(samples) if map is not None else _items.bits_of(samples, instance.n)[0]
    bits, profits, loads, ended = _core.postprocess(
        instance._core, np.ascontiguousarray(np.atleast_2d(rows), dtype=np.uint8), steps
    )
    return _calls.settle(Candidates(instance, bits, profits, loads), ended, "raise")

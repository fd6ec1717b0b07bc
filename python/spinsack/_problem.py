# SPDX-License-Identifier: Apache-2.0
"""What graphs and programs have in common, and the answers to them."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

import numpy as np

from . import _catalogs, _core, _display, _exact
from ._labelled import Posed
from ._outcome import Outcome
from .errors import InvalidInstance, UsageError


class Problem(Posed):
    """An instance of a problem other than the knapsack: a :class:`Graph` or a :class:`Program`. It never
    changes.
    """

    __slots__ = ("_core", "__weakref__")

    @property
    def facts(self) -> Dict[str, Any]:
        """Numbers that describe it, as records of studies have them."""
        return self._core.facts

    def _labels_given(self, labels: Any) -> np.ndarray:
        array = np.asarray(labels)
        if array.dtype.kind not in "biu" or array.shape != (self.n,):
            raise InvalidInstance(
                f"labels: expected {self.n} integers, found an array of {array.dtype} and shape {array.shape}"
            )
        if ((array < 0) | (array > 254)).any():
            raise InvalidInstance("labels: expected integers in 0..254")
        return np.ascontiguousarray(array, dtype=np.uint8)

    def write(self, path: Union[str, "os.PathLike[str]"], format: Optional[str] = None) -> None:
        """Writes a file: ``rudy`` or ``dimacs`` for a graph, ``lp`` or ``mps`` for any; without a format the
        ending decides. ``.gz`` and ``.xz`` compress.
        """
        endings = {".rud": "rudy", ".mc": "rudy", ".col": "dimacs", ".lp": "lp", ".mps": "mps"}
        self._core.write(os.fsencode(path), format or _catalogs.format_of(os.fsdecode(path), endings))

    def to_lp(self) -> str:
        """The instance as a 0/1 program in LP format, for other solvers."""
        return self._core.text("lp")

    def _by_name(self, labels: np.ndarray) -> Dict[Any, int]:
        raise NotImplementedError

    def _rows(self, answer: "Answer") -> List[Tuple[str, str]]:
        """What an answer is, for a table in a notebook."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return _display.problem_html(self)

    def _in_units(self, value: int) -> Any:
        return _exact.in_units(-value if self._core.minimised else value, self._core.digits)

    def _mantissa(self, value: Any, what: str) -> int:
        try:
            found = _exact.mantissa(value, self._core.digits, what)
        except InvalidInstance as error:
            raise UsageError(str(error)) from None
        return -found if self._core.minimised else found


class Answer(Outcome):
    """The best answer of a run for a :class:`Graph` or a :class:`Program`, with a bound if one is known."""

    __slots__ = ("problem",)

    def __init__(self, core: Any, problem: Problem) -> None:
        super().__init__(core)
        self.problem: Problem = problem

    @property
    def labels(self) -> np.ndarray:
        """One label per element: the part of a vertex, from 0, or whether a column is set. A view, not a copy;
        empty if no feasible answer was found.
        """
        return self._core.bits

    def by_name(self) -> Dict[Any, int]:
        """The label of each element, by the name of the vertex or column."""
        return self.problem._by_name(self.labels) if self.found else {}

    @property
    def _posed(self) -> Problem:
        return self.problem

    def _rows(self) -> List[Tuple[str, str]]:
        return self.problem._rows(self) if self.found else []

    def __repr__(self) -> str:
        if not self.found:
            return f"Answer(none found, {self.problem!r})"
        known = self.upper_bound
        side = "at least" if self.problem._core.minimised else "at most"
        bound = "optimal" if self.proven_optimal else "no bound" if known is None else f"{side} {known}"
        return f"Answer(value={self.value}, {bound}, {self.problem!r})"


def in_order(given: Mapping[Any, Any], names: List[Any], what: str) -> List[Any]:
    """The values of a mapping by name."""
    for name in names:
        if name not in given:
            raise InvalidInstance(f"{what}: expected a value for {name!r}, found none")
    return [given[name] for name in names]


def load(path: Union[str, "os.PathLike[str]"], format: str, settings: Dict[str, str], wanted: str) -> Any:
    """The core of an instance that has to be of the problem wanted."""
    core = _core.load_problem(os.fsencode(path), format, settings)
    if core.problem != wanted:
        raise UsageError(f"{os.fsdecode(path)}: expected a {wanted}, found a {core.problem}")
    return core

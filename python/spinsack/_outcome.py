# SPDX-License-Identifier: Apache-2.0
"""What solving has to tell, whatever the problem was."""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

import numpy as np

from . import _display
from ._labelled import Posed
from ._runs import Run
from .errors import VerificationError


class Outcome(Run):
    """The facts of a run. The answer was checked by code that no method shares."""

    __slots__ = ()

    @property
    def _posed(self) -> Posed:
        """What was solved."""
        raise NotImplementedError

    def _rows(self) -> List[Tuple[str, str]]:
        """What the answer is, for a table in a notebook: names, and cells in HTML."""
        raise NotImplementedError

    def _in_units(self, value: int) -> Any:
        return self._posed._in_units(value)

    @property
    def found(self) -> bool:
        """Whether there is a feasible answer."""
        return self._core.found

    @property
    def best_known(self) -> Any:
        return self._posed.best_known

    @property
    def value(self) -> Any:
        """What the answer is worth: an int, or a Decimal where the instance has decimals."""
        return self._in_units(self._core.value)

    @property
    def feasible(self) -> bool:
        return self._core.feasible

    @property
    def upper_bound(self) -> Any:
        """No feasible answer is worth more (or costs less if the goal is to minimise); None if nothing is known.
        """
        bound = self._core.upper_bound
        return None if bound is None else self._in_units(bound)

    @property
    def gap(self) -> float:
        """(upper_bound - value) / upper_bound."""
        return self._core.gap

    @property
    def proven_optimal(self) -> bool:
        return self._core.proven_optimal

    @property
    def seconds(self) -> Dict[str, float]:
        """Seconds by stage, and in total."""
        return self._core.seconds

    @property
    def time_to_best(self) -> float:
        return self._core.time_to_best

    @property
    def trace(self) -> np.ndarray:
        """Every new best value: a structured array of ``seconds`` and ``value`` (in integer units)."""
        return np.array(self._core.trace, dtype=[("seconds", "f8"), ("value", "i8")])

    @property
    def details(self) -> Dict[str, int]:
        """Facts that only this method has."""
        return self._core.details

    def verify(self) -> None:
        """Recomputes everything from the instance and the answer, with code of its own; raises VerificationError if
        a claim does not hold.
        """
        checks = self._posed._core.verify(self.to_json())
        wrong = [f"{what}: claimed {claimed}, found {found}" for what, claimed, found, holds in checks if not holds]
        if wrong or not checks:
            raise VerificationError("; ".join(wrong) or "nothing to verify")

    def plot(self, ax: Any = None) -> Any:
        """Best value against time, with the bound; axes of matplotlib."""
        return _display.plot_outcome(self, ax)

    def _repr_html_(self) -> str:
        return _display.outcome_html(self)

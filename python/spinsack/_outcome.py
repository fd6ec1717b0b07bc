# SPDX-License-Identifier: Apache-2.0
"""What solving has to tell, whatever the problem was."""

from __future__ import annotations

from typing import Any, Dict

import numpy as np

from ._runs import Run
from .errors import VerificationError


class Outcome(Run):
    """How solving went. The answer itself was judged by code that no method shares."""

    __slots__ = ()

    def _in_units(self, value: int) -> Any:
        raise NotImplementedError

    def _checks(self, line: str) -> Any:
        raise NotImplementedError

    @property
    def value(self) -> Any:
        """What the answer is worth: an int, or a Decimal where the instance has decimals."""
        return self._in_units(self._core.value)

    @property
    def feasible(self) -> bool:
        return self._core.feasible

    @property
    def upper_bound(self) -> Any:
        """No feasible answer is worth more, or costs less where the goal is to minimise; None if nothing is
        known.
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
        """By stage, and in total."""
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
        """What only this method has to tell."""
        return self._core.details

    def verify(self) -> None:
        """Has everything recomputed from the instance and the answer by code of its own; VerificationError if
        it is not so.
        """
        checks = self._checks(self.to_json())
        wrong = [f"{what}: claimed {claimed}, found {found}" for what, claimed, found, holds in checks if not holds]
        if wrong or not checks:
            raise VerificationError("; ".join(wrong) or "nothing to verify")

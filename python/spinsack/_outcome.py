# SPDX-License-Identifier: Apache-2.0
"""What every run has to tell, whatever the problem was."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Optional, Union

import numpy as np

from . import _core
from .errors import VerificationError


class Outcome:
    """The facts of a run. The answer was checked by code that no method shares."""

    __slots__ = ("_core", "__weakref__")

    def __init__(self, core: Any) -> None:
        self._core = core

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
    def work(self) -> Dict[str, int]:
        return dict(zip(("sweeps", "visits", "flips"), self._core.work))

    @property
    def details(self) -> Dict[str, int]:
        """Facts that only this method has."""
        return self._core.details

    @property
    def stopped_by(self) -> str:
        """``work``, ``time``, ``target`` or ``interrupt``."""
        return self._core.stopped_by

    @property
    def failure(self) -> Optional[str]:
        """Why a real machine did not answer all requests; the answers it did give are here."""
        return self._core.failure

    @property
    def method(self) -> str:
        return self._core.method

    @property
    def parameters(self) -> Dict[str, str]:
        """All parameters of the method, defaults included, as the command writes them."""
        return self._core.parameters

    @property
    def seed(self) -> int:
        return self._core.seed

    @property
    def threads(self) -> int:
        return self._core.threads

    @property
    def version(self) -> str:
        return _core.version

    def verify(self) -> None:
        """Recomputes everything from the instance and the answer, with code of its own; raises VerificationError if
        a claim does not hold.
        """
        checks = self._checks(self.to_json())
        wrong = [f"{what}: claimed {claimed}, found {found}" for what, claimed, found, holds in checks if not holds]
        if wrong or not checks:
            raise VerificationError("; ".join(wrong) or "nothing to verify")

    def to_json(self, path: Union[str, "os.PathLike[str]", None] = None) -> str:
        """One line, as ``spinsack solve --json`` writes it and ``spinsack verify`` reads it."""
        line = self._core.json()
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(line + "\n")
        return line

    def to_dict(self) -> Dict[str, Any]:
        return json.loads(self.to_json())

# SPDX-License-Identifier: Apache-2.0
"""Solving a knapsack, and what came of it."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Hashable, List, Optional, Union

import numpy as np

from . import _calls, _core, _display, _exact
from ._calls import Progress, ProgressArgument
from ._instance import Instance, instance as named_instance
from .errors import InvalidInstance, UsageError, VerificationError


class Result:
    """The best solution of a run, with an upper bound that holds. The solution was judged by code that no
    method shares.
    """

    __slots__ = ("_core", "instance", "__weakref__")

    def __init__(self, core: Any, instance: Instance) -> None:
        self._core = core
        self.instance: Instance = instance

    @property
    def value(self) -> Any:
        """Profit: an int, or a Decimal where the instance has decimals."""
        return self._profit(self._core.value)

    @property
    def x(self) -> np.ndarray:
        """The solution, a byte of 0 or 1 for each item. A view, not a copy."""
        return self._core.bits

    @property
    def items(self) -> np.ndarray:
        """The chosen items, ascending."""
        return np.flatnonzero(self.x)

    @property
    def labels(self) -> List[Hashable]:
        """What the chosen items are called."""
        labels = self.instance.labels
        return [labels[i] for i in self.items]

    @property
    def weight(self) -> Any:
        return _exact.in_units(self._core.load, self.instance.weight_digits)

    @property
    def capacity(self) -> Any:
        return self.instance.capacity

    @property
    def feasible(self) -> bool:
        return self._core.feasible

    @property
    def upper_bound(self) -> Any:
        """No feasible solution is worth more."""
        return self._profit(self._core.upper_bound)

    @property
    def gap(self) -> float:
        """(upper_bound - value) / upper_bound."""
        return self._core.gap

    @property
    def proven_optimal(self) -> bool:
        return self._core.proven_optimal

    @property
    def best_known(self) -> Any:
        return self.instance.best_known

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
    def work(self) -> Dict[str, int]:
        return dict(zip(("sweeps", "visits", "flips"), self._core.work))

    @property
    def details(self) -> Dict[str, int]:
        """What only this method has to tell."""
        return self._core.details

    @property
    def stopped_by(self) -> str:
        """``work``, ``time``, ``target`` or ``interrupt``."""
        return self._core.stopped_by

    @property
    def failure(self) -> Optional[str]:
        """Why a real machine did not answer all that it was asked; what it did answer is here."""
        return self._core.failure

    @property
    def method(self) -> str:
        return self._core.method

    @property
    def parameters(self) -> Dict[str, str]:
        """All of the method, defaults included, as the command writes them."""
        return self._core.parameters

    @property
    def seed(self) -> int:
        return self._core.seed

    @property
    def threads(self) -> int:
        return self._core.threads

    @property
    def certificate(self) -> Optional[bytes]:
        """The proof of optimality, if it was asked for and found."""
        return self._core.certificate or None

    @property
    def version(self) -> str:
        return _core.version

    def _profit(self, value: int) -> Any:
        return _exact.in_units(value, self.instance.profit_digits)

    def verify(self) -> None:
        """Has everything recomputed from the instance and the items by code of its own; VerificationError if
        it is not so.
        """
        checks = self.instance._core.verify(self.to_json())
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

    def plot(self, ax: Any = None) -> Any:
        """Best value against time, with the bound; axes of matplotlib."""
        return _display.plot_result(self, ax)

    def __repr__(self) -> str:
        bound = "optimal" if self.proven_optimal else f"at most {self.upper_bound}"
        return (
            f"Result(value={self.value}, {bound}, {len(self.items)} items, weight {self.weight} of {self.capacity})"
        )

    def _repr_html_(self) -> str:
        return _display.result_html(self)


def solve(
    profits: Any,
    weights: Any = None,
    capacity: Any = None,
    *,
    method: str = "auto",
    time_limit: Optional[float] = None,
    target: Any = None,
    seed: int = 0,
    threads: Optional[int] = None,
    certificate: bool = False,
    progress: ProgressArgument = False,
    interrupt: str = "raise",
    **parameters: Any,
) -> Result:
    """The items that earn most without exceeding the capacity.

    The first argument is an :class:`Instance`, the name of one, or numbers as an Instance takes them, with
    weights and capacity.

    ``method`` is one of :func:`methods`, ``parameters`` are its own. ``time_limit`` is in seconds and covers
    search and bound. ``target`` ends the search at this value or above; ``"best-known"`` takes the published
    one. The same seed gives the same result for any number of threads (None: one per core), and the one of
    ``spinsack solve``, unless the clock ends the run.

    ``progress`` is True for a line on the terminal or in the notebook, or a function that gets a
    :class:`Progress` at every new best value and otherwise ten times a second. If it returns True, the run
    ends; if it raises, the run ends and the exception is raised.

    Ctrl-C raises :class:`Interrupted`, whose ``result`` is the best so far; with ``interrupt="return"`` that
    is returned instead.

    >>> import spinsack
    >>> r = spinsack.solve([[10, 5, 0], [0, 20, 0], [0, 0, 30]], [2, 3, 4], 5)
    >>> r.value, r.items.tolist(), r.proven_optimal
    (35, [0, 1], True)
    """
    problem = _as_instance(profits, weights, capacity)
    _calls.check_interrupt(interrupt)
    numbers = _calls.run_numbers(seed, threads, time_limit)
    told = _calls.listener(progress, _describe)
    try:
        core, ended = _core.solve(
            problem._core,
            method,
            _calls.texts(parameters),
            numbers,
            _target(problem, target),
            certificate,
            _hears(told, problem),
        )
    finally:
        _calls.close(told)
    return _calls.settle(Result(core, problem), ended, interrupt)


def _hears(told: Any, problem: Instance) -> Any:
    """For the core, which tells seconds and values in integer units."""
    if told is None:
        return None
    digits = problem.profit_digits
    return lambda seconds, value: told(Progress(seconds, None if value is None else _exact.in_units(value, digits)))


def _describe(news: Progress) -> str:
    return f"value {'-' if news.value is None else news.value}, {news.seconds:.1f} s"


def _as_instance(profits: Any, weights: Any, capacity: Any) -> Instance:
    if isinstance(profits, (Instance, str)):
        if weights is not None or capacity is not None:
            raise UsageError("weights, capacity: the instance has them already")
        return profits if isinstance(profits, Instance) else named_instance(profits)
    if weights is None or capacity is None:
        raise UsageError(
            f"{'weights' if weights is None else 'capacity'}: expected beside a matrix of profits, found none"
        )
    return Instance(profits, weights, capacity)


def _target(problem: Instance, target: Any) -> Optional[int]:
    if target is None:
        return None
    if isinstance(target, str):
        if target != "best-known":
            raise UsageError(f"--target: expected a value or 'best-known', found {target!r}")
        if problem._core.best_known is None:
            raise UsageError(f"--target: no best known value for '{problem.name}'")
        return problem._core.best_known
    try:
        return _exact.mantissa(target, problem.profit_digits, "--target")
    except InvalidInstance as error:
        raise UsageError(str(error)) from None

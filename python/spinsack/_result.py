# SPDX-License-Identifier: Apache-2.0
"""Solves a knapsack or another problem; the result."""

from __future__ import annotations

from typing import Any, Hashable, List, Optional, Tuple, Union, overload

import numpy as np

from . import _calls, _core, _display, _exact
from ._calls import Progress, ProgressArgument
from ._instance import Instance, instance as named_instance
from ._outcome import Outcome
from ._problem import Answer, Problem
from .errors import InvalidInstance, UsageError


class Result(Outcome):
    """The best solution of a run, with an upper bound. The solution was checked by code that no method shares.
    """

    __slots__ = ("instance",)

    def __init__(self, core: Any, instance: Instance) -> None:
        super().__init__(core)
        self.instance: Instance = instance

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
        """Names of the chosen items."""
        labels = self.instance.labels
        return [labels[i] for i in self.items]

    @property
    def weight(self) -> Any:
        return _exact.in_units(self._core.load, self.instance.weight_digits)

    @property
    def capacity(self) -> Any:
        return self.instance.capacity

    @property
    def certificate(self) -> Optional[bytes]:
        """The proof of optimality, if it was requested and found."""
        return self._core.certificate or None

    @property
    def _posed(self) -> Instance:
        return self.instance

    def _rows(self) -> List[Tuple[str, str]]:
        return _display.knapsack_rows(self)

    def __repr__(self) -> str:
        bound = "optimal" if self.proven_optimal else f"at most {self.upper_bound}"
        return (
            f"Result(value={self.value}, {bound}, {len(self.items)} items, weight {self.weight} of {self.capacity})"
        )

@overload
def solve(  # type: ignore[misc]  # whatever is no Problem is a knapsack
    profits: Problem, weights: None = None, capacity: None = None, **settings: Any
) -> Answer: ...


@overload
def solve(profits: Any, weights: Any = None, capacity: Any = None, **settings: Any) -> Result: ...


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
) -> Any:
    """Finds the items that earn most without exceeding the capacity, or the best answer to another problem.

    The first argument is an :class:`Instance`, the name of one, or numbers as an Instance takes them, with weights
    and capacity; ``solve`` then returns a :class:`Result`. For a :class:`Graph` or a :class:`Program` it returns an
    :class:`Answer`.

    ``method`` is one of :func:`methods`, ``parameters`` are its own. ``time_limit`` is in seconds and covers
    search and bound. ``target`` ends the search at this value or above; ``"best-known"`` takes the published
    one. The same seed gives the same result for any number of threads (None: one per core), and the same as
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
    problem = _as_problem(profits, weights, capacity)
    if certificate and isinstance(problem, Problem):
        raise UsageError(f"certificate: there are none for a {type(problem).__name__}")
    _calls.check_interrupt(interrupt)
    numbers = _calls.run_numbers(seed, threads, time_limit)
    told = _calls.listener(progress, _describe)
    try:
        core, ended = _core.solve(
            problem._core,
            _calls.text(method),
            _calls.texts(parameters),
            numbers,
            _target(problem, target),
            certificate,
            _hears(told, problem),
        )
    finally:
        _calls.close(told)
    made = Answer(core, problem) if isinstance(problem, Problem) else Result(core, problem)
    return _calls.settle(made, ended, interrupt)


def _hears(told: Any, problem: Union[Instance, Problem]) -> Any:
    """For the core, which tells seconds and values in integer units."""
    if told is None:
        return None
    return lambda seconds, value: told(Progress(seconds, None if value is None else problem._in_units(value)))


def _describe(news: Progress) -> str:
    return f"value {'-' if news.value is None else news.value}, {news.seconds:.1f} s"


def _as_problem(profits: Any, weights: Any, capacity: Any) -> Union[Instance, Problem]:
    if isinstance(profits, (Instance, Problem, str)):
        if weights is not None or capacity is not None:
            raise UsageError("weights, capacity: the instance has them already")
        return named_instance(profits) if isinstance(profits, str) else profits
    if profits is None:
        raise UsageError("profits: expected an instance, its name, or numbers, found None")
    if weights is None or capacity is None:
        raise UsageError(
            f"{'weights' if weights is None else 'capacity'}: expected beside a matrix of profits, found none"
        )
    return Instance(profits, weights, capacity)


def _target(problem: Union[Instance, Problem], target: Any) -> Optional[int]:
    if target is None:
        return None
    if isinstance(target, str):
        if target != "best-known":
            raise UsageError(f"--target: expected a value or 'best-known', found {target!r}")
        if problem._core.best_known is None:
            raise UsageError(f"--target: no best known value for '{problem.name}'")
        return problem._core.best_known
    if isinstance(problem, Problem):
        return problem._mantissa(target, "--target")
    try:
        return _exact.mantissa(target, problem.profit_digits, "--target")
    except InvalidInstance as error:
        raise UsageError(str(error)) from None

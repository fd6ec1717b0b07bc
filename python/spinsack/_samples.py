# SPDX-License-Identifier: Apache-2.0
"""Samples a model; the samples."""

from __future__ import annotations

import time
from typing import Any, Dict, Hashable, Iterator, List, NamedTuple, Optional

import numpy as np

from . import _calls, _core, _display, _tables
from ._calls import Progress, ProgressArgument
from ._qubo import Qubo, as_qubo
from ._runs import Run
from .errors import UsageError


class Sample(NamedTuple):
    """One state that a machine returned."""

    x: np.ndarray
    energy: float
    occurrences: int


class SampleSet(Run):
    """What a machine returned: every different state once, lowest energy first."""

    __slots__ = ("qubo", "samples", "energies", "occurrences")

    def __init__(self, core: Any, qubo: Qubo) -> None:
        super().__init__(core)
        self.qubo: Qubo = qubo
        self.samples: np.ndarray = core.samples()
        """int8, a row for each state: 0 and 1, or -1 and 1 for a model of spins."""
        self.energies: np.ndarray = core.energies()
        self.occurrences: np.ndarray = core.occurrences()

    @property
    def vartype(self) -> str:
        return self.qubo.vartype

    @property
    def labels(self) -> List[Hashable]:
        return self.qubo.labels

    @property
    def first(self) -> Sample:
        """A sample of lowest energy."""
        return next(iter(self))

    @property
    def reads(self) -> int:
        return self._core.reads

    @property
    def trace(self) -> np.ndarray:
        """Every new lowest energy: a structured array of ``seconds`` and ``energy``."""
        return np.array(self._core.trace(), dtype=[("seconds", "f8"), ("energy", "f8")])

    @property
    def info(self) -> Dict[str, Any]:
        """How the samples were made."""
        return {
            "method": self.method,
            "parameters": self.parameters,
            "seed": self.seed,
            "threads": self.threads,
            "reads": self.reads,
            "seconds": self._core.seconds,
            "work": self.work,
            "stopped_by": self.stopped_by,
            "dropped_terms": self._core.dropped_terms,
            "version": self.version,
        }

    def lowest(self, tolerance: float = 0.0) -> List[Sample]:
        """All states of lowest energy, or within a tolerance of it."""
        return [sample for sample in self if sample.energy <= self.energies[0] + tolerance]

    def __iter__(self) -> Iterator[Sample]:
        for row, energy, times in zip(self.samples, self.energies, self.occurrences):
            yield Sample(row, float(energy), int(times))

    def __len__(self) -> int:
        return len(self.energies)

    def to_pandas(self) -> Any:
        """A DataFrame: a column for each variable, then ``energy`` and ``num_occurrences``."""
        pandas = _tables.optional("pandas", "python3-pandas")
        table = pandas.DataFrame(self.samples, columns=self.labels)
        return table.assign(energy=self.energies, num_occurrences=self.occurrences)

    def to_dimod(self) -> Any:
        """A SampleSet of dimod."""
        dimod = _tables.optional("dimod", "dimod")
        return dimod.SampleSet.from_samples(
            (self.samples, self.labels),
            energy=self.energies,
            num_occurrences=self.occurrences,
            vartype=self.vartype,
            info={"spinsack": self.info},
            sort_labels=False,
        )

    def plot(self, ax: Any = None) -> Any:
        """How often each energy was seen; axes of matplotlib."""
        return _display.plot_samples(self, ax)

    def __repr__(self) -> str:
        return f"SampleSet({self.reads} reads, {len(self)} different, lowest energy {self.energies[0]:.12g})"

    def _repr_html_(self) -> str:
        return _display.samples_html(self)


def sample(
    model: Any,
    *,
    method: str = "auto",
    reads: Optional[int] = None,
    seed: int = 0,
    time_limit: Optional[float] = None,
    target: Optional[float] = None,
    threads: Optional[int] = None,
    starts: Any = None,
    progress: ProgressArgument = False,
    interrupt: str = "raise",
    **parameters: Any,
) -> SampleSet:
    """Finds states of low energy with a simulated Ising machine.

    ``model`` is a :class:`Qubo`, anything that makes one (a matrix, a mapping, a BQM of dimod), or the name of a
    file or published graph. ``method`` is one of :func:`samplers`. Without ``reads`` there are 10, or as many as
    fit into a time limit. ``starts`` gives states to begin at, in the variables of the
    model. The rest is as for :func:`solve`.

    >>> import spinsack
    >>> spinsack.sample({("a", "b"): 1, ("b", "c"): 1, ("a", "a"): -1}, reads=5, seed=1).first.energy
    -1.0
    """
    qubo = as_qubo(model)
    _calls.check_interrupt(interrupt)
    numbers = _calls.run_numbers(seed, threads, time_limit)
    if reads is None and time_limit is None:
        reads = 10
    told = _calls.listener(progress, _describe)
    try:
        core, ended = _core.sample(
            qubo._core,
            _calls.text(method),
            _calls.texts(parameters),
            numbers,
            None if reads is None else _reads(reads),
            None if target is None else _target(target),
            None if starts is None else qubo._bits(np.atleast_2d(np.asarray(starts))),
            _hears(told),
        )
    finally:
        _calls.close(told)
    return _calls.settle(SampleSet(core, qubo), ended, interrupt)


def _hears(told: Any) -> Any:
    """For the core, which tells reads and the lowest energy."""
    if told is None:
        return None
    begin = time.monotonic()
    return lambda done, energy: told(Progress(time.monotonic() - begin, energy, done))


def _reads(reads: Any) -> int:
    number = int(_calls._integer("reads", reads))
    if not 1 <= number <= 100_000_000:
        raise UsageError(f"--reads: expected an integer in 1..100000000, found {number}")
    return number


def _target(target: Any) -> float:
    try:
        return float(target)
    except (TypeError, ValueError, OverflowError):
        raise UsageError(f"--target: expected a number, found {target!r}") from None


def _describe(news: Progress) -> str:
    return f"{news.reads} reads, lowest energy {news.value:.12g}, {news.seconds:.1f} s"

# SPDX-License-Identifier: Apache-2.0
"""For users of D-Wave's Ocean tools: a sampler for binary quadratic models, a solver for constrained ones. Needs
dimod.
"""

from __future__ import annotations

import inspect
import time
from typing import Any, Callable, Dict, List, Optional

import numpy as np

from . import _catalogs, _core, _tables
from ._instance import Instance
from ._qubo import Qubo
from ._result import solve
from ._samples import sample as run_machine
from .errors import UsageError

dimod: Any = _tables.optional("dimod", "dimod")
_Base: Any = dimod.Sampler

# Ocean's names for what the machines call otherwise.
_OURS = {"num_sweeps": "sweeps"}
_COMMON = (
    "num_reads",
    "seed",
    "time_limit",
    "target",
    "initial_states",
    "num_threads",
    "interrupt_function",
    "label",
)


class SpinsackSampler(_Base):
    """A simulated Ising machine as a sampler of dimod.

    ``method`` is one of :func:`spinsack.samplers`; ``defaults`` are parameters for every call. Variables are
    sorted, so that samples depend on the model and the seed, not on the order in which the model was made.

    >>> import dimod, spinsack.dimod                                                   # doctest: +SKIP
    >>> spinsack.dimod.SpinsackSampler("sa").sample_qubo({("a", "b"): -1}).first.energy  # doctest: +SKIP
    -1.0
    """

    def __init__(self, method: str = "auto", **defaults: Any) -> None:
        entries = {entry.name: entry for entry in _catalogs.samplers()}
        if method not in entries:
            raise UsageError(f"unknown sampler '{method}'; known: {', '.join(entries)}")
        self._method = method
        self._entry = entries[method]
        self._defaults = defaults
        self._check(defaults)

    @property
    def parameters(self) -> Dict[str, List[str]]:
        own = [parameter.name.replace("-", "_") for parameter in self._entry.parameters]
        known: Dict[str, List[str]] = {name: [] for name in (*_COMMON, *own)}
        known.update({ocean: [] for ocean, ours in _OURS.items() if ours in own})
        if {"t_start", "t_end"} <= set(own):
            known["beta_range"] = []
        return {name: [f"{name}_range"] if f"{name}_range" in self.properties else [] for name in known}

    @property
    def properties(self) -> Dict[str, Any]:
        ranges = {f"{p.name.replace('-', '_')}_range": p.range for p in self._entry.parameters}
        return {"method": self._method, "help": self._entry.help, "version": _core.version, **ranges}

    def sample(
        self,
        bqm: Any,
        *,
        num_reads: Optional[int] = None,
        seed: Optional[int] = None,
        time_limit: Optional[float] = None,
        target: Optional[float] = None,
        initial_states: Any = None,
        num_threads: Optional[int] = None,
        interrupt_function: Optional[Callable[..., bool]] = None,
        label: Optional[str] = None,
        **kwargs: Any,
    ) -> Any:
        """Samples of a binary quadratic model, lowest energy first.

        ``interrupt_function`` is called now and then, with the reads done and the lowest energy if it takes two
        arguments; it ends the run by returning True. ``initial_states`` are states to begin at, in any
        form that dimod takes. A seed of None is a new one each time.
        """
        given = {**self._defaults, **kwargs}
        unknown = [name for name in given if name not in self.parameters]
        if unknown:
            given = self.remove_unknown_kwargs(**given)
        begin = time.perf_counter_ns()
        if bqm.num_variables == 0:
            return dimod.SampleSet.from_samples_bqm([{}] * (num_reads or 1), bqm)
        model = Qubo.from_bqm(bqm)
        starts = None if initial_states is None else _starts(initial_states, model, bqm.vartype)
        prepared = time.perf_counter_ns()
        found = run_machine(
            model,
            method=self._method,
            reads=num_reads if num_reads is not None or time_limit is not None else 1,
            seed=_seed(seed),
            time_limit=time_limit,
            target=target,
            threads=num_threads,
            starts=starts,
            progress=_asking(interrupt_function) if interrupt_function is not None else False,
            **self._ours(given),
        )
        sampled = time.perf_counter_ns()
        result = found.to_dimod()
        result.info["timing"] = {
            "preprocessing_ns": prepared - begin,
            "sampling_ns": sampled - prepared,
            "postprocessing_ns": time.perf_counter_ns() - sampled,
        }
        return result

    def _ours(self, given: Dict[str, Any]) -> Dict[str, Any]:
        ours = {_OURS.get(name, name): value for name, value in given.items()}
        beta_range = ours.pop("beta_range", None)
        if beta_range is not None:
            first, last = beta_range
            ours.update(t_start=1.0 / float(first), t_end=1.0 / float(last))
        return ours

    def _check(self, defaults: Dict[str, Any]) -> None:
        for name in defaults:
            if name not in self.parameters:
                raise UsageError(
                    f"unknown parameter '{name}' of sampler '{self._method}'; known: {', '.join(self.parameters)}"
                )


class KnapsackSolver:
    """Solves constrained quadratic models that are knapsacks; the samples are feasible."""

    def __init__(self, method: str = "auto", **defaults: Any) -> None:
        self._method = method
        self._defaults = defaults

    def sample_cqm(
        self, cqm: Any, *, time_limit: Optional[float] = None, seed: Optional[int] = None, **parameters: Any
    ) -> Any:
        """A sample set with ``is_feasible``; :class:`spinsack.NotAKnapsack` says why a model is not a knapsack.
        ``info["spinsack"]`` has the bound.
        """
        begin = time.perf_counter_ns()
        problem = Instance.from_cqm(cqm)
        prepared = time.perf_counter_ns()
        result = solve(
            problem,
            method=self._method,
            time_limit=time_limit,
            seed=_seed(seed),
            **{**self._defaults, **parameters},
        )
        solved = time.perf_counter_ns()
        rows = result.x[None, :].astype(np.int8)
        found = dimod.SampleSet.from_samples_cqm((rows, problem.labels), cqm)
        found.info["timing"] = {
            "preprocessing_ns": prepared - begin,
            "sampling_ns": solved - prepared,
            "postprocessing_ns": time.perf_counter_ns() - solved,
        }
        found.info["spinsack"] = result.to_dict()
        return found


def _seed(seed: Optional[int]) -> int:
    return int(np.random.randint(2**31)) if seed is None else seed


def _asking(function: Callable[..., bool]) -> Callable[[Any], bool]:
    """With reads and energy if it takes them."""
    try:
        takes = len(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        takes = 0
    if takes >= 2:
        return lambda news: function(news.reads, news.value)
    return lambda news: function()


def _starts(initial_states: Any, model: Qubo, vartype: Any) -> np.ndarray:
    states = initial_states if isinstance(initial_states, dimod.SampleSet) else None
    if states is None:
        array, labels = dimod.as_samples(initial_states)
        states = dimod.SampleSet.from_samples((array, labels), energy=0, vartype=_kind(array))
    states = states.change_vartype(vartype, inplace=False)
    missing = set(model.labels) - set(states.variables)
    if missing:
        raise UsageError(
            f"initial_states: expected a value for every variable, found none for {sorted(map(repr, missing))[0]}"
        )
    place = {label: k for k, label in enumerate(states.variables)}
    return states.record.sample[:, [place[label] for label in model.labels]]


def _kind(array: np.ndarray) -> str:
    return "SPIN" if (array == -1).any() else "BINARY"

# SPDX-License-Identifier: Apache-2.0
"""A machine that is a function of Python, or a sampler of dimod, on the problems of studies."""

from __future__ import annotations

import time
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Union

import numpy as np

from . import _tables
from ._instance import Instance, instances as named_instances
from ._postprocess import postprocess
from ._qubo import Qubo
from .errors import UsageError

Machine = Union[Callable[[Qubo, int, int], Any], Any]

VARIANTS = {"raw": "none", "post-processed": "repair+fill+exchange"}


def measure(
    machine: Machine,
    instances: Union[str, Instance, Iterable[Union[str, Instance]]],
    *,
    name: str = "",
    reads: int = 10,
    seeds: Sequence[int] = (0,),
    encoding: str = "binary",
    strengths: Sequence[Union[float, str]] = ("auto",),
    variants: Mapping[str, str] = VARIANTS,
) -> Any:
    """Measures your own machine; the table has the columns of :func:`records`, so both can be joined.

    ``machine`` is a function of model, number of reads and seed that returns samples, a row for each, in the
    variables of the model; or a sampler of dimod. Every sample goes through the steps of each variant. The
    column ``machine`` has the seconds of a call, divided by its samples.

    >>> import numpy, spinsack.study as study
    >>> def blind(model, reads, seed):
    ...     return numpy.random.default_rng(seed).integers(0, 2, size=(reads, model.n))
    >>> table = study.measure(blind, "medium:100_25_1", reads=5)
    >>> bool(table[table.series == "blind post-processed"].feasible.all())
    True
    """
    pandas = _tables.optional("pandas", "python3-pandas")
    called = name or getattr(machine, "__name__", type(machine).__name__)
    ask = machine if callable(machine) else _sampler(machine)
    rows: List[Dict[str, Any]] = []
    for problem in _each(instances):
        for strength in strengths:
            model = problem.formulate(encoding, strength=strength)
            for seed in seeds:
                rows += _rows(problem, model, ask, called, reads, seed, variants)
    return pandas.DataFrame(rows)


def _each(instances: Any) -> Iterator[Instance]:
    for one in [instances] if isinstance(instances, (str, Instance)) else instances:
        if isinstance(one, Instance):
            yield one
        else:
            yield from named_instances(one)


def _sampler(sampler: Any) -> Callable[[Qubo, int, int], np.ndarray]:
    """A sampler of dimod as such a function; the seed is handed on where it takes one."""
    if not hasattr(sampler, "sample"):
        raise UsageError(f"machine: expected a function or a sampler of dimod, found {sampler!r}")

    def ask(model: Qubo, reads: int, seed: int) -> np.ndarray:
        known = getattr(sampler, "parameters", {})
        wishes = {key: value for key, value in (("num_reads", reads), ("seed", seed)) if key in known}
        found = sampler.sample(model.to_bqm(), **wishes)
        place = {variable: k for k, variable in enumerate(found.variables)}
        rows = found.record.sample[:, [place[label] for label in model.labels]]
        return np.repeat(rows, found.record.num_occurrences, axis=0)

    return ask


def _rows(
    problem: Instance, model: Qubo, ask: Any, called: str, reads: int, seed: int, variants: Mapping[str, str]
) -> Iterator[Dict[str, Any]]:
    begin = time.perf_counter()
    samples = np.atleast_2d(np.asarray(ask(model, reads, seed)))
    seconds = (time.perf_counter() - begin) / max(1, len(samples))
    used = model.formulation or {}
    common = {
        "instance": problem.name,
        "n": problem.n,
        "density": problem.density,
        "tightness": problem.tightness,
        "capacity": problem.capacity,
        "best_known": problem.best_known,
        "method": called,
        "seed": seed,
        "lambda": used.get("strength"),
        "parameter.encoding": used.get("encoding"),
        "machine": seconds,
    }
    for variant, steps in variants.items():
        for read, candidate in enumerate(postprocess(problem, samples, steps, map=model)):
            yield {
                **common,
                "series": f"{called} {variant}",
                "read": read,
                "value": candidate.value,
                "weight": candidate.weight,
                "feasible": candidate.feasible,
            }

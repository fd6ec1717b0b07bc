# SPDX-License-Identifier: Apache-2.0
"""The catalogs: methods, samplers, encodings, steps, families, formats. The same lists as ``spinsack list``."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, NamedTuple, Tuple

from . import _core
from .errors import UsageError


class Parameter(NamedTuple):
    """A parameter of a method, sampler, encoding or family."""

    name: str
    meaning: str
    default: str
    range: str


class Entry(NamedTuple):
    """A row of a catalog."""

    name: str
    help: str
    parameters: Tuple[Parameter, ...] = ()


def _entries(rows: Any) -> List[Entry]:
    return [
        Entry(name, help, () if isinstance(rest, str) else tuple(Parameter(*row) for row in rest))
        for name, help, rest in rows
    ]


def format_of(path: str, endings: Mapping[str, str]) -> str:
    """The format that the ending of a file asks for; the longest ending counts, and packers come behind."""
    plain = path
    for packed in (".gz", ".xz"):
        if plain.endswith(packed):
            plain = plain[: -len(packed)]
    found = max((ending for ending in endings if plain.endswith(ending)), key=len, default=None)
    if found is None:
        raise UsageError(
            f"{path}: expected one of the endings {', '.join(endings)}, or format=..., found none of them"
        )
    return endings[found]


def instance_endings() -> Dict[str, str]:
    own = {".txt": "billionnet", ".qkp": "billionnet", ".edges": "edges", ".json": "json", ".csv": "csv"}
    return {**own, **{ending: name for name, _, ending in _core.program_formats()}}


def model_endings() -> Dict[str, str]:
    return {".rud": "gset", ".mc": "gset", **{ending: name for name, _, ending in _core.model_formats()}}


def methods(problem: Any = "qkp") -> List[Entry]:
    """Methods of :func:`solve` for knapsacks; for a :class:`Graph`, a :class:`Program`, or the name of a problem
    (``spinsack list problems``), those of that.

    >>> [entry.name for entry in methods()][:3]
    ['auto', 'lha', 'greedy']
    >>> "potts" in [entry.name for entry in methods("kcut")]
    True
    """
    return _entries(_core.methods(getattr(problem, "_problem", str(problem))))


def samplers() -> List[Entry]:
    """Samplers: simulated machines for :func:`sample`."""
    return _entries(_core.samplers())


def machines() -> List[Entry]:
    """Real machines that machines.toml describes (``spinsack machine list``), with their options: names for
    ``machine=`` of the method ``external``.
    """
    from .study import _call

    rows = []
    for line in _call(["machine", "list", "--json"]).splitlines():
        found = json.loads(line)
        options = [(name, "", str(value), "") for name, value in found["options"].items()]
        rows.append((found["name"], found["about"], options))
    return _entries(rows)


def encodings() -> List[Entry]:
    """Encodings of the slack, for :meth:`Instance.formulate`."""
    return _entries(_core.encodings())


def steps() -> List[Entry]:
    """Steps of :func:`postprocess`.

    >>> [entry.name for entry in steps()][:3]
    ['prune', 'repair', 'fill']
    """
    return _entries(_core.steps())


def families() -> List[Entry]:
    """Families of random instances, for :func:`generate`."""
    return _entries(_core.families())


def formats() -> List[Entry]:
    """Formats of instance files, for :func:`read` and :meth:`Instance.write`."""
    return _entries(_core.instance_formats() + _core.program_formats())


def model_formats() -> List[Entry]:
    """Formats of QUBO and Ising files, for :func:`read_model` and :meth:`Qubo.write`."""
    return _entries(_core.model_formats())

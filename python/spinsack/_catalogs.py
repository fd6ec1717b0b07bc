# SPDX-License-Identifier: Apache-2.0
"""What there is: methods, machines, encodings, steps, families, formats. The same lists as ``spinsack list``."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Tuple

from . import _core


class Parameter(NamedTuple):
    """A parameter of a method, machine, encoding or family."""

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
    return [Entry(name, help, tuple(Parameter(*row) for row in parameters)) for name, help, parameters in rows]


def methods() -> List[Entry]:
    """Methods of :func:`solve`.

    >>> [entry.name for entry in methods()][:3]
    ['auto', 'lha', 'greedy']
    """
    return _entries(_core.methods())


def samplers() -> List[Entry]:
    """Machines of :func:`sample`."""
    return _entries(_core.samplers())


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

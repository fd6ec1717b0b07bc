# SPDX-License-Identifier: Apache-2.0
"""Graphs whose vertices go into parts: max-cut, and max k-cut with more of them."""

from __future__ import annotations

import os
from typing import Any, Dict, Hashable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _calls, _core, _exact, _pairs, _tables
from ._labelled import Labelled, checked_labels, checked_name
from ._problem import Answer, Problem, in_order, load
from .errors import InvalidInstance


class Graph(Labelled, Problem):
    """A graph with integer weights of either sign, whose vertices go into ``parts`` parts so that the edges
    between different parts weigh as much as possible.

    ``edges`` is a list of ``(u, v)`` or ``(u, v, weight)``, a mapping ``{(u, v): weight}``, a square matrix
    (symmetric or triangular, dense or of scipy.sparse) with an empty diagonal, or a graph of networkx.
    Vertices are numbered from 0 if all of them are integers and ``labels`` does not name them; otherwise the edges
    name them, in the order in which they appear. ``n`` adds vertices without edges after the
    last one.

    >>> import spinsack
    >>> ring = spinsack.Graph([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
    >>> spinsack.solve(ring).value
    4
    >>> friends = spinsack.Graph([("ann", "bob", 3), ("bob", "eve", 2), ("ann", "eve", 1)], parts=3)
    >>> found = spinsack.solve(friends)
    >>> found.value, found.proven_optimal, len(set(found.by_name().values()))
    (6, True, 3)
    """

    __slots__ = ("_labels",)

    def __init__(
        self,
        edges: Any,
        parts: int = 2,
        *,
        n: Optional[int] = None,
        labels: Optional[Sequence[Hashable]] = None,
        name: str = "",
    ) -> None:
        if hasattr(edges, "edges") and hasattr(edges, "nodes"):
            made = _of_networkx(edges, "weight")
            labels = made[0] if labels is None else labels
            edges, name = made[1], name or str(getattr(edges, "name", "") or "")
        if not hasattr(edges, "__iter__") and not _pairs.is_sparse(edges):
            raise InvalidInstance(f"edges: expected a list, mapping, matrix or graph, found {edges!r}")
        if n is not None and (isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < 0):
            raise InvalidInstance(f"n: expected an integer of at least 0, found {n!r}")
        names = None if labels is None else checked_labels(labels, len(list(labels)))
        rows, columns, weights, names, count = _triples(edges, names)
        size = max(count, n or 0, len(names) if names is not None else 0)
        if names is not None and len(names) < size:
            raise InvalidInstance(f"labels: expected {size}, one for each vertex, found {len(names)}")
        if size < 1:
            raise InvalidInstance("edges: expected at least one vertex, found none")
        checked = _pairs.Triples(rows, columns, weights, size, "edges")
        if checked.digits:
            for k, weight in enumerate(checked.values):
                if weight != int(weight):
                    raise InvalidInstance(f"edges[{k}]: expected an integer weight, found {weight}")
        units = _exact.integers(checked.values, 0, "edges")
        self._core = _core.make_graph(checked_name(name), size, _parts(parts), checked.rows, checked.columns, units)
        self._labels = names

    @classmethod
    def _wrap(cls, core: Any) -> "Graph":
        made = cls.__new__(cls)
        made._core, made._labels = core, None
        return made

    @classmethod
    def from_networkx(cls, graph: Any, parts: int = 2, *, weight: str = "weight", name: str = "") -> "Graph":
        """From an undirected graph; nodes become labels, and an edge without the attribute weighs 1."""
        labels, edges = _of_networkx(graph, weight)
        return cls(edges, parts, labels=labels, name=name or str(graph.name or ""))

    @classmethod
    def read(
        cls, path: Union[str, "os.PathLike[str]"], parts: Optional[int] = None, *, format: str = "auto"
    ) -> "Graph":
        """A file (rudy, Gset, MQLib, DIMACS), or a published graph.

        >>> import spinsack
        >>> spinsack.Graph.read("gset:G14", 3)
        Graph('gset:G14@3', n=800, edges=4694, parts=3)
        """
        settings = {} if parts is None else {"parts": _calls.text(_parts(parts))}
        return cls._wrap(load(path, format, settings, "kcut"))

    @property
    def parts(self) -> int:
        return int(self.facts["parts"])

    def edges(self) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Vertices u < v and weights of all edges."""
        return self._core.edges()

    def value(self, labels: Any) -> int:
        """The weight between different parts, for a list or mapping with the part of each vertex."""
        if isinstance(labels, Mapping):
            labels = in_order(labels, self.labels, "labels")
        given = self._labels_given(labels)
        if given.size and int(given.max()) >= self.parts:
            raise InvalidInstance(f"labels: expected parts 0..{self.parts - 1}, found {int(given.max())}")
        return int(self._core.evaluate(given)[0])

    def to_networkx(self) -> Any:
        """An undirected graph whose edges have ``weight``."""
        networkx = _tables.optional("networkx", "python3-networkx")
        graph = networkx.Graph(name=self.name)
        names = self.labels
        graph.add_nodes_from(names)
        rows, columns, weights = self.edges()
        graph.add_weighted_edges_from(
            (names[u], names[v], w) for u, v, w in zip(rows.tolist(), columns.tolist(), weights.tolist())
        )
        return graph

    def _by_name(self, labels: np.ndarray) -> Dict[Any, int]:
        return dict(zip(self.labels, labels.tolist()))

    def _rows(self, answer: Answer) -> List[Tuple[str, str]]:
        sizes = np.bincount(answer.labels, minlength=self.parts)
        return [("parts", " + ".join(map(str, sizes.tolist())) + " vertices")]

    def __repr__(self) -> str:
        name = f"{self.name!r}, " if self.name else ""
        return f"Graph({name}n={self.n}, edges={self.facts['edges']}, parts={self.parts})"

    def __reduce__(self) -> Any:
        return _rebuilt, (self.edges(), self.parts, self.n, self._labels, self.name)


def _rebuilt(edges: Any, parts: int, n: int, labels: Optional[List[Hashable]], name: str) -> Graph:
    made = Graph._wrap(_core.make_graph(name, n, parts, *edges))
    made._labels = labels
    return made


def _parts(parts: Any) -> int:
    if isinstance(parts, bool) or not isinstance(parts, (int, np.integer)) or not 2 <= parts <= 255:
        raise InvalidInstance(f"parts: expected an integer in 2..255, found {parts!r}")
    return int(parts)


def _of_networkx(graph: Any, weight: str) -> Tuple[List[Hashable], Any]:
    if graph.is_directed() or graph.is_multigraph():
        raise InvalidInstance("graph: expected an undirected graph without parallel edges")
    return list(graph.nodes), {(a, b): data.get(weight, 1) for a, b, data in graph.edges(data=True)}


def _triples(edges: Any, names: Optional[List[Hashable]]) -> Tuple[Any, Any, Any, Optional[List[Hashable]], int]:
    """Rows, columns, weights, what vertices are called, and how many there are at least."""
    if _pairs.is_sparse(edges):
        diagonal, triples = _pairs.from_sparse(edges, "edges")
        _pairs._require_empty(diagonal, "edges")
        return triples.rows, triples.columns, triples.values, names, int(edges.shape[0])
    if isinstance(edges, np.ndarray) and edges.ndim == 2 and edges.shape[0] == edges.shape[1]:
        square = _pairs.Square(_exact.as_numbers(edges, "edges", 2), "edges")
        _pairs._require_empty(np.diagonal(square.matrix), "edges")
        rows, columns = np.nonzero(np.triu(np.asarray(square.matrix != 0), 1))
        return rows, columns, square.matrix[rows, columns], names, int(edges.shape[0])
    return _listed(edges, names)


def _listed(edges: Any, names: Optional[List[Hashable]]) -> Tuple[Any, Any, Any, Optional[List[Hashable]], int]:
    ends: List[Tuple[Hashable, Hashable]] = []
    weights: List[Any] = []
    entries = [(*key, weight) for key, weight in edges.items()] if isinstance(edges, Mapping) else list(edges)
    for k, entry in enumerate(entries):
        if not hasattr(entry, "__len__") or isinstance(entry, str) or len(entry) not in (2, 3):
            raise InvalidInstance(f"edges[{k}]: expected (u, v) or (u, v, weight), found {entry!r}")
        u, v = (end.item() if isinstance(end, np.generic) else end for end in entry[:2])
        if u == v:
            raise InvalidInstance(f"edges[{k}]: expected two different vertices, found {u!r} twice")
        ends.append((u, v))
        weights.append(entry[2] if len(entry) == 3 else 1)
    numbers = names is None and all(
        isinstance(end, int) and not isinstance(end, bool) for pair in ends for end in pair
    )
    if names is None and not numbers:
        names = list(dict.fromkeys(end for pair in ends for end in pair))
    place = {name: i for i, name in enumerate(names)} if names is not None else None
    columns: Tuple[List[int], List[int]] = ([], [])
    for k, pair in enumerate(ends):
        for end, column in zip(pair, columns):
            if place is not None and end not in place:
                raise InvalidInstance(f"edges[{k}]: expected one of the labels, found {end!r}")
            column.append(place[end] if place is not None else int(end))  # type: ignore[call-overload]
    lowest = min(columns[0] + columns[1], default=0)
    if lowest < 0:
        raise InvalidInstance(f"edges: expected vertices from 0, found {lowest}")
    count = len(names) if names is not None else 1 + max(columns[0] + columns[1], default=-1)
    return columns[0], columns[1], np.array(weights, dtype=object), names, count

# SPDX-License-Identifier: Apache-2.0
"""Quadratic knapsacks: from numbers, names and files; what they say of themselves; what they can become."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, Hashable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _calls, _catalogs, _core, _display, _exact, _items, _pairs, _tables
from ._labelled import Labelled, Posed, checked_labels, checked_name
from .errors import InvalidInstance, UsageError

if TYPE_CHECKING:
    from ._qubo import Qubo


class Instance(Labelled, Posed):
    """A quadratic knapsack: maximise ``x @ triu(P) @ x`` subject to ``weights @ x <= capacity``, x in {0, 1}.

    ``profits`` is a square matrix P, dense or of scipy.sparse, with the profits of single items on its
    diagonal, or a list of these with ``pairs`` beside it: a matrix with an empty diagonal, a mapping ``{(i,
    j): profit}``, or ``(rows, columns, values)``. A matrix is symmetric or triangular; either way every pair
    counts once. ``labels`` name the items.

    Numbers are exact. Integers stay integers; decimals are scaled by powers of ten, and values come back as
    ``decimal.Decimal``.

    >>> import spinsack
    >>> inst = spinsack.Instance([[10, 5, 0], [0, 20, 0], [0, 0, 30]], [2, 3, 4], 5)
    >>> inst.value([1, 1, 0]), inst.weight([1, 1, 0]), inst.feasible([1, 1, 0])
    (35, 5, True)
    >>> spinsack.Instance([10, 20, 30], [2, 3, 4], 5, pairs={(0, 1): 5}).value({0, 1})
    35
    """

    __slots__ = ("_core", "_labels", "__weakref__")

    def __init__(
        self,
        profits: Any,
        weights: Any,
        capacity: Any,
        *,
        pairs: Any = None,
        name: str = "",
        labels: Optional[Sequence[Hashable]] = None,
    ) -> None:
        weights_given = _exact.as_numbers(weights, "weights", 1)
        n = len(weights_given)
        names = None if labels is None else checked_labels(labels, n)
        linear, quadratic = _split(profits, pairs, n, names)
        if len(linear) != n:
            raise InvalidInstance(f"weights: expected {len(linear)}, one for each item, found {n}")
        profit_digits = max(_exact.decimals(linear, "profits"), quadratic.digits if quadratic is not None else 0)
        capacity_given = _exact.as_numbers(capacity, "capacity", 0)
        weight_digits = max(_exact.decimals(weights_given, "weights"), _exact.decimals(capacity_given, "capacity"))
        if n == 0:
            raise InvalidInstance("weights: expected at least one item, found none")
        builder = _core.InstanceBuilder(n)
        if quadratic is not None:
            quadratic.add_to(builder, profit_digits)
        units = _exact.integers(weights_given, weight_digits, "weights")
        room = int(_exact.integers(capacity_given, weight_digits, "capacity"))
        _refuse_odd_weights(weights_given, units, capacity, room)
        texts = [str(label) for label in names] if names and all(isinstance(label, str) for label in names) else []
        try:
            core = builder.finish(
                checked_name(name), _exact.integers(linear, profit_digits, "profits"), units, room, profit_digits, weight_digits, texts
            )
        except InvalidInstance as error:  # which begins with the name, also where there is none
            raise InvalidInstance(str(error) if name else str(error).removeprefix(": ")) from None
        self._core, self._labels = core, names

    @classmethod
    def _wrap(cls, core: Any, labels: Optional[List[Hashable]] = None) -> "Instance":
        made = cls.__new__(cls)
        made._core, made._labels = core, labels or core.item_names or None
        return made

    # --- what it is ----------------------------------------

    @property
    def capacity(self) -> Any:
        return _exact.in_units(self._core.capacity, self.weight_digits)

    @property
    def profits(self) -> np.ndarray:
        """Profits of single items, int64 in units of ``10**-profit_digits``. A view, not a copy."""
        return self._core.profits

    @property
    def weights(self) -> np.ndarray:
        """Weights, int64 in units of ``10**-weight_digits``. A view, not a copy."""
        return self._core.weights

    @property
    def profit_digits(self) -> int:
        return self._core.profit_digits

    @property
    def weight_digits(self) -> int:
        return self._core.weight_digits

    @property
    def density(self) -> float:
        """Share of pairs with a profit."""
        return self._core.density

    @property
    def tightness(self) -> float:
        """Capacity over the sum of all weights."""
        return self._core.tightness

    def pairs(self) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rows, columns and profits of the pairs i < j that have one."""
        return self._core.pairs()

    @property
    def pair_profits(self) -> Any:
        """Profits of pairs, symmetric with an empty diagonal, in units of ``10**-profit_digits``: a numpy array, or
        a CSR matrix of scipy.sparse where few pairs have one. A view, not a copy, of the narrowest integers that
        hold every entry: widen them (``astype``) before sums of your own.
        """
        held = self._core.held_pairs()
        if isinstance(held, np.ndarray):
            return held
        values, columns, begins = held
        csr = _tables.optional("scipy.sparse", "python3-scipy").csr_matrix
        return csr((values, columns, begins.astype(np.int64)), shape=(self.n, self.n), copy=False)

    def matrix(self, *, sparse: bool = False) -> Any:
        """P, made anew: symmetric, single profits on the diagonal, int64 (or a scipy.sparse CSR matrix). ``x @
        np.triu(P) @ x`` is the value. :attr:`pair_profits` is there without a copy.
        """
        if not sparse:
            return self._core.matrix()
        csr = _tables.optional("scipy.sparse", "python3-scipy").csr_matrix
        rows, columns, values = self.pairs()
        diagonal = np.arange(self.n, dtype=np.int32)
        filled = self.profits != 0
        places = (
            np.concatenate([rows, columns, diagonal[filled]]),
            np.concatenate([columns, rows, diagonal[filled]]),
        )
        return csr((np.concatenate([values, values, self.profits[filled]]), places), shape=(self.n, self.n))

    # --- solutions ----------------------------------------

    def value(self, x: Any) -> Any:
        """Profit of a solution: 0/1 vector, set or list of items, or a matrix with a solution per row."""
        rows, single = _items.bits_of(x, self.n, self._labels)
        profits, _ = self._core.evaluate(rows)
        return _exact.in_units(profits[0] if single else profits, self.profit_digits)

    def weight(self, x: Any) -> Any:
        """Load of a solution, in the same forms."""
        rows, single = _items.bits_of(x, self.n, self._labels)
        _, loads = self._core.evaluate(rows)
        return _exact.in_units(loads[0] if single else loads, self.weight_digits)

    def feasible(self, x: Any) -> Any:
        """Whether a solution fits."""
        rows, single = _items.bits_of(x, self.n, self._labels)
        _, loads = self._core.evaluate(rows)
        return bool(loads[0] <= self._core.capacity) if single else loads <= self._core.capacity

    def bound(self) -> Any:
        """An upper bound on the value of every feasible solution, without a search for solutions."""
        bound, ended = self._core.bound(None)
        return _calls.settle(_exact.in_units(bound, self.profit_digits), ended, "raise")

    # --- what it becomes ----------------------------------------

    def formulate(
        self,
        encoding: str = "binary",
        *,
        strength: Union[float, str] = "auto",
        bound: Union[int, str] = "auto",
        spins: bool = False,
        **parameters: Any,
    ) -> "Qubo":
        """The QUBO or Ising model whose minimum is the optimum, as ``spinsack formulate`` writes it.

        >>> import spinsack
        >>> model = spinsack.instance("medium:100_25_1").formulate("unary", strength=2)
        >>> model.n, model.items
        (150, 100)
        """
        from ._qubo import Qubo

        core = _core.formulate(
            self._core, encoding, _calls.text(strength), _calls.text(bound), _calls.texts(parameters), spins
        )
        return Qubo._wrap(core, instance=self)

    def write(
        self, path: Union[str, "os.PathLike[str]"], format: Optional[str] = None, *, linearise: str = ""
    ) -> None:
        """Writes a file in any format of :func:`formats`; without one the ending decides. ``.gz`` and ``.xz``
        compress.
        """
        chosen = format or _catalogs.format_of(os.fsdecode(path), _catalogs.instance_endings())
        self._core.write(os.fsencode(path), chosen, linearise)

    def to_lp(self, linearise: str = "") -> str:
        """A program for other solvers, in LP format: quadratic, or linearised by the name of a linearisation."""
        return self._core.text("lp", linearise)

    def to_networkx(self) -> Any:
        """A graph: items are nodes with ``profit`` and ``weight``, pairs are edges with ``profit``."""
        return _tables.to_networkx(self)

    @classmethod
    def from_networkx(
        cls, graph: Any, capacity: Any, *, profit: str = "profit", weight: str = "weight", name: str = ""
    ) -> "Instance":
        """From a graph whose nodes have a profit and a weight, and whose edges have a profit; nodes become
        labels.
        """
        return cls(
            **_tables.from_networkx(graph, profit, weight), capacity=capacity, name=name or str(graph.name or "")
        )

    @classmethod
    def from_dataframe(cls, items: Any, pairs: Any = None, capacity: Any = None, *, name: str = "") -> "Instance":
        """From tables: items with columns ``profit`` and ``weight`` (the index labels them), pairs with
        ``a``, ``b``, ``profit``.
        """
        return cls(**_tables.from_dataframes(items, pairs), capacity=capacity, name=name)

    def to_cqm(self) -> Any:
        """A constrained quadratic model of dimod, over the labels."""
        from . import _cqm

        return _cqm.to_cqm(self)

    @classmethod
    def from_cqm(cls, cqm: Any, *, name: str = "") -> "Instance":
        """From a model of dimod with one linear inequality over binary variables; NotAKnapsack says why another
        does not fit.
        """
        from . import _cqm

        return cls(**_cqm.from_cqm(cqm), name=name)

    def to_amplify(self) -> Any:
        """A model of Fixstars Amplify."""
        from . import _other_models

        return _other_models.to_amplify(self)

    def to_ommx(self) -> Any:
        """An instance of OMMX."""
        from . import _other_models

        return _other_models.to_ommx(self)

    # --- for Python ----------------------------------------

    def __repr__(self) -> str:
        name = f"{self.name!r}, " if self.name else ""
        return f"Instance({name}n={self.n}, capacity={self.capacity}, density={self.density:.2f})"

    def _repr_html_(self) -> str:
        return _display.instance_html(self)

    def _in_units(self, value: int) -> Any:
        return _exact.in_units(value, self.profit_digits)

    def __reduce__(self) -> Any:
        return _rebuilt, (
            self.name,
            self.profits.copy(),
            self.weights.copy(),
            self.pairs(),
            self._core.capacity,
            self.profit_digits,
            self.weight_digits,
            self._core.item_names,
            self._labels,
        )


def _rebuilt(
    name: str,
    profits: np.ndarray,
    weights: np.ndarray,
    pairs: Tuple[np.ndarray, np.ndarray, np.ndarray],
    capacity: int,
    profit_digits: int,
    weight_digits: int,
    item_names: List[str],
    labels: Optional[List[Hashable]],
) -> Instance:
    builder = _core.InstanceBuilder(len(profits))
    builder.add_pairs(*pairs)
    core = builder.finish(name, profits, weights, capacity, profit_digits, weight_digits, item_names)
    return Instance._wrap(core, labels)


def _split(profits: Any, pairs: Any, n: int, labels: Optional[List[Hashable]]) -> Tuple[np.ndarray, Any]:
    """Single profits and pairs."""
    if _pairs.is_sparse(profits):
        if pairs is not None:
            raise UsageError("pairs: the matrix of profits has them already")
        return _pairs.from_sparse(profits, "profits")
    given = profits.to_numpy() if hasattr(profits, "to_numpy") else profits
    if not hasattr(given, "__getitem__") or isinstance(given, Mapping):
        found = "None" if given is None else f"a {type(given).__name__}"
        raise InvalidInstance(f"profits: expected a matrix or a list of numbers, found {found}")
    if pairs is not None:
        return _exact.as_numbers(given, "profits", 1), _pairs.pairs_from(pairs, n, labels)
    single = isinstance(given, np.ndarray) and given.ndim == 0
    if single or not len(given) or np.ndim(given[0]) == 0:
        return _exact.as_numbers(given, "profits", 1), None
    square = _pairs.Square(_exact.as_numbers(given, "profits", 2), "profits")
    return np.diagonal(square.matrix), square


def _refuse_odd_weights(given: np.ndarray, units: np.ndarray, capacity: Any, room: int) -> None:
    """Names the entry as the user wrote it, not in our units."""
    if (units < 1).any():
        i = int(np.argmax(units < 1))
        raise InvalidInstance(f"weights[{i}]: expected a number > 0, found {given[i]}")
    if room < 0:
        raise InvalidInstance(f"capacity: expected a number >= 0, found {capacity}")


def instance(name: str) -> Instance:
    """An instance by name: a published one such as ``large:1000_75_5``, or a file.

    >>> import spinsack
    >>> spinsack.instance("medium:100_25_1")
    Instance('medium:100_25_1', n=100, capacity=669, density=0.26)
    """
    return _only(name, _core.Source(os.fsencode(name), "auto", b"", None))


def instances(pattern: str) -> Iterator[Instance]:
    """The instances of a pattern such as ``medium:100_*`` or of a file that holds several, one at a time."""
    source = _core.Source(os.fsencode(pattern), "auto", b"", None)
    while True:
        core = source.next()
        if core is None:
            return
        yield Instance._wrap(core)


def read(
    path: Union[str, "os.PathLike[str]"],
    *,
    format: str = "auto",
    pairs: Union[str, "os.PathLike[str]", None] = None,
    capacity: Any = None,
) -> Instance:
    """An instance from a file in any format, plain, ``.gz`` or ``.xz``. ``file#2`` is the second of a file
    that holds several.
    """
    # Names of files are bytes, of any encoding; the library takes them as they are.
    beside = b"" if pairs is None else os.fsencode(pairs)
    return _only(
        os.fsdecode(path),
        _core.Source(os.fsencode(path), format, beside, None if capacity is None else _calls.text(capacity)),
    )


def _only(name: str, source: Any) -> Instance:
    count = source.count()
    if count > 1:
        raise UsageError(f"'{name}' stands for {count} instances; instances({name!r}) gives them one by one")
    return Instance._wrap(source.next())


def generate(family: str, **parameters: Any) -> Instance:
    """A random instance of a family (:func:`families`); the same parameters and seed give the same instance
    everywhere.

    >>> import spinsack
    >>> spinsack.generate("gallo", n=50, density=40, seed=7).n
    50
    """
    return Instance._wrap(_core.generate(family, _calls.texts(parameters)))

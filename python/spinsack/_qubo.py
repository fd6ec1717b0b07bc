# SPDX-License-Identifier: Apache-2.0
"""Models for Ising machines: QUBOs and Ising models of any origin."""

from __future__ import annotations

import os
from typing import Any, Dict, Hashable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _catalogs, _core, _exact, _pairs, _tables
from ._instance import Instance
from ._labelled import Labelled, checked_labels, checked_name
from .errors import InvalidInstance, UsageError


class Qubo(Labelled):
    """A quadratic function of two-valued variables, to be minimised.

    ``matrix`` is square, dense or of scipy.sparse, or a mapping ``{(u, v): bias}``; the energy is ``x @
    matrix @ x + constant``, as everywhere in the field. ``Qubo.from_ising(h, J)`` and ``Qubo.from_vectors``
    make models of spins, :meth:`Instance.formulate` those of knapsacks.

    >>> import spinsack
    >>> model = spinsack.Qubo([[-1, 2], [0, -1]])
    >>> model.energy([[0, 0], [1, 0], [1, 1]]).tolist()
    [0.0, -1.0, 0.0]
    """

    __slots__ = ("_core", "_labels", "instance", "__weakref__")
    instance: Optional[Instance]

    def __init__(
        self,
        matrix: Any,
        *,
        constant: float = 0.0,
        name: str = "",
        labels: Optional[Sequence[Hashable]] = None,
    ) -> None:
        if isinstance(matrix, Mapping):
            made = _from_mapping(matrix, constant, name, labels)
        elif _pairs.is_sparse(matrix):
            coo = matrix.tocoo()
            _require_square(matrix.shape)
            zeros = np.zeros(matrix.shape[0])
            made = Qubo.from_vectors(zeros, (coo.row, coo.col, coo.data), constant, name=name, labels=labels)
        else:
            made = _from_square(_exact.as_numbers(matrix, "matrix", 2), constant, name, labels)
        self._core, self._labels, self.instance = made._core, made._labels, None

    @classmethod
    def _wrap(
        cls, core: Any, labels: Optional[List[Hashable]] = None, instance: Optional[Instance] = None
    ) -> "Qubo":
        made = cls.__new__(cls)
        made._core, made._labels, made.instance = core, labels, instance
        return made

    @classmethod
    def from_vectors(
        cls,
        linear: Any,
        quadratic: Tuple[Any, Any, Any],
        constant: float = 0.0,
        *,
        vartype: str = "BINARY",
        name: str = "",
        labels: Optional[Sequence[Hashable]] = None,
    ) -> "Qubo":
        """Linear biases, then rows, columns and biases of pairs; those given twice are summed."""
        if vartype not in ("BINARY", "SPIN"):
            raise UsageError(f"vartype: expected 'BINARY' or 'SPIN', found {vartype!r}")
        terms = np.array(_reals(linear, "linear", 1))
        n = len(terms)
        rows, columns = (_pairs._indices(side, n, f"quadratic[{k}]") for k, side in enumerate(quadratic[:2]))
        values = _reals(quadratic[2], "quadratic[2]", 1)
        if not len(rows) == len(columns) == len(values):
            raise InvalidInstance(
                f"quadratic: expected as many rows as columns and biases, found {len(rows)}, {len(columns)} and {len(values)}"
            )
        own = rows == columns
        if own.any():  # x^2 = x, and s^2 = 1
            if vartype == "BINARY":
                np.add.at(terms, rows[own], values[own])
            else:
                constant = _real(constant, "constant") + float(values[own].sum())
            rows, columns, values = rows[~own], columns[~own], values[~own]
        builder = _core.ModelBuilder(_some(n))
        builder.add_pairs(np.ascontiguousarray(rows), np.ascontiguousarray(columns), np.ascontiguousarray(values))
        made = builder.finish(checked_name(name), vartype, _real(constant, "constant"), terms)
        return cls._wrap(made, _labels_of(labels, n))

    @classmethod
    def from_ising(cls, h: Any, J: Any, constant: float = 0.0, *, name: str = "") -> "Qubo":
        """``sum h_i s_i + sum J_ij s_i s_j`` with s in {-1, +1}. Mappings, as dimod takes them, or a list and
        a matrix or triples.
        """
        if isinstance(h, Mapping) or isinstance(J, Mapping):
            return _from_mapping(J, constant, name, None, h if isinstance(h, Mapping) else dict(enumerate(h)))
        if isinstance(J, tuple) and len(J) == 3:
            return cls.from_vectors(h, (J[0], J[1], J[2]), constant, vartype="SPIN", name=name)
        coo = J.tocoo() if _pairs.is_sparse(J) else None
        if coo is None:
            dense = _reals(J, "J", 2)
            if dense.shape != (len(h), len(h)):
                raise InvalidInstance(f"J: expected {len(h)} x {len(h)}, as h has, found {' x '.join(map(str, dense.shape))}")
            rows, columns = np.nonzero(dense)
            return cls.from_vectors(h, (rows, columns, dense[rows, columns]), constant, vartype="SPIN", name=name)
        return cls.from_vectors(h, (coo.row, coo.col, coo.data), constant, vartype="SPIN", name=name)

    @classmethod
    def from_bqm(cls, bqm: Any, *, name: str = "") -> "Qubo":
        """From a binary quadratic model of dimod. Variables are sorted, so that the order in which it was
        made does not matter.
        """
        order = _sorted(list(bqm.variables))
        linear, (rows, columns, values), constant = bqm.to_numpy_vectors(variable_order=order)
        return cls.from_vectors(
            linear, (rows, columns, values), float(constant), vartype=bqm.vartype.name, name=name, labels=order
        )

    # --- what it is ----------------------------------------

    @property
    def vartype(self) -> str:
        """``BINARY`` (0, 1) or ``SPIN`` (-1, +1)."""
        return self._core.vartype

    @property
    def constant(self) -> float:
        return self._core.vectors()[0]

    @property
    def items(self) -> Optional[int]:
        """How many of the first variables are items; None for a model that was not formulated from an
        instance.
        """
        return self._core.items

    @property
    def formulation(self) -> Optional[Dict[str, Any]]:
        """Encoding, strength (None without a penalty), bound and parameters of a formulated model, as used."""
        if self.items is None:
            return None
        encoding, strength, bound, parameters = self._core.request
        return {"encoding": encoding, "strength": strength, "bound": bound, **parameters}

    def vectors(self) -> Tuple[np.ndarray, Tuple[np.ndarray, np.ndarray, np.ndarray], float]:
        """Linear biases, (rows, columns, biases) of pairs i < j, constant: as dimod's ``from_numpy_vectors``
        takes them.
        """
        constant, linear, pairs = self._core.vectors()
        return linear, pairs, constant

    def matrix(self, *, sparse: bool = False) -> Any:
        """Q, upper triangular: ``x @ Q @ x + constant`` is the energy. For spins see :meth:`vectors`."""
        if self.vartype == "SPIN":
            raise UsageError("matrix: for 0/1 variables; vectors() has the fields and couplings of spins")
        if not sparse:
            return self._core.matrix()
        linear, (rows, columns, values), _ = self.vectors()
        csr = _tables.optional("scipy.sparse", "python3-scipy").csr_matrix
        diagonal = np.arange(self.n, dtype=np.int32)
        places = (np.concatenate([rows, diagonal]), np.concatenate([columns, diagonal]))
        return csr((np.concatenate([values, linear]), places), shape=(self.n, self.n))

    def energy(self, x: Any) -> Any:
        """Energy of a state, or of each row of a matrix, in the variables of the model; constant included."""
        array = np.asarray(x)
        energies = self._core.energies(self._bits(np.atleast_2d(array)))
        return energies if array.ndim == 2 else float(energies[0])

    def decode(self, samples: Any) -> np.ndarray:
        """The items of each sample, as rows of 0/1 bytes."""
        if self.items is None:
            raise UsageError("decode: this model was not formulated from an instance")
        array = np.asarray(getattr(samples, "samples", samples))
        bits = self._bits(np.atleast_2d(array))[:, : self.items]
        return np.ascontiguousarray(bits if array.ndim == 2 else bits[0])

    def _bits(self, rows: np.ndarray) -> np.ndarray:
        if rows.ndim != 2 or rows.shape[1] != self.n:
            raise UsageError(f"x: expected {self.n} values, one for each variable, found {rows.shape[-1]}")
        low = -1 if self.vartype == "SPIN" else 0
        odd = (rows != low) & (rows != 1)
        if odd.any():
            r, i = (int(k) for k in np.argwhere(odd)[0])
            raise UsageError(f"x[{r}, {i}]: expected {low} or 1, found {rows[r, i]}")
        return np.ascontiguousarray(rows == 1).view(np.uint8)

    def to_bqm(self) -> Any:
        """A binary quadratic model of dimod."""
        dimod = _tables.optional("dimod", "dimod")
        linear, (rows, columns, values), constant = self.vectors()
        bqm = dimod.BinaryQuadraticModel.from_numpy_vectors(linear, (rows, columns, values), constant, self.vartype)
        return bqm.relabel_variables(dict(enumerate(self.labels)), inplace=False) if self._labels else bqm

    def write(
        self,
        path: Union[str, "os.PathLike[str]"],
        format: Optional[str] = None,
        *,
        map: Union[str, "os.PathLike[str]", None] = None,
    ) -> None:
        """Writes a file in any format of :func:`model_formats`; without one the ending decides. ``map``: the
        decode map beside it.
        """
        if map is not None and self.items is None:
            raise UsageError("map: this model was not formulated from an instance")
        chosen = format or _catalogs.format_of(os.fsdecode(path), _catalogs.model_endings())
        self._core.write(os.fsencode(path), chosen, b"" if map is None else os.fsencode(map))

    def __repr__(self) -> str:
        name = f"{self.name!r}, " if self.name else ""
        items = f", items={self.items}" if self.items is not None else ""
        return f"Qubo({name}n={self.n}, vartype={self.vartype!r}{items})"

    def __reduce__(self) -> Any:
        linear, quadratic, constant = self.vectors()
        if self.items is not None:
            raise TypeError("a formulated Qubo cannot be pickled; pickle the instance and formulate it again")
        return _rebuilt, (linear, quadratic, constant, self.vartype, self.name, self._labels)


def _rebuilt(linear: Any, quadratic: Any, constant: float, vartype: str, name: str, labels: Any) -> Qubo:
    return Qubo.from_vectors(linear, quadratic, constant, vartype=vartype, name=name, labels=labels)


def read_model(path: Union[str, "os.PathLike[str]"], *, format: str = "auto") -> Qubo:
    """A model from a file in any format of :func:`model_formats`, or a published graph such as ``gset:G1``.

    >>> import spinsack
    >>> spinsack.read_model("gset:G1")
    Qubo('gset:G1', n=800, vartype='SPIN')
    """
    return Qubo._wrap(_core.load_model(os.fsencode(path), format))


def as_qubo(model: Any) -> Qubo:
    """Whatever stands for a model."""
    if isinstance(model, Qubo):
        return model
    if isinstance(model, str):
        return read_model(model)
    if hasattr(model, "to_numpy_vectors"):
        return Qubo.from_bqm(model)
    return Qubo(model)


def _some(n: int) -> int:
    if n == 0:
        raise InvalidInstance("model: expected at least one variable, found none")
    return n


def _require_square(shape: Sequence[int]) -> None:
    if len(shape) != 2 or shape[0] != shape[1]:
        raise InvalidInstance(f"matrix: expected a square matrix, found {' x '.join(map(str, shape))}")


def _reals(values: Any, what: str, dimensions: int) -> np.ndarray:
    array = _exact.as_numbers(values, what, dimensions)
    for first, block in _exact.blocks(array):
        _require_finite(block, what, first)
    return np.ascontiguousarray(array, dtype=np.float64)


def _require_finite(block: np.ndarray, what: str, first: int) -> None:
    if block.dtype.kind == "O":
        for index, value in np.ndenumerate(block):
            _real(value, _exact._place(what, first, index))
        return
    odd = ~np.isfinite(block)
    if odd.any():
        index = _exact._first(odd)
        raise InvalidInstance(
            f"{_exact._place(what, first, index)}: expected a finite number, found {block[index]}"
        )


def _real(value: Any, place: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not np.isfinite(number) or isinstance(value, str):
        raise InvalidInstance(f"{place}: expected a finite number, found {value!r}")
    return number


def _from_square(matrix: np.ndarray, constant: float, name: str, labels: Optional[Sequence[Hashable]]) -> Qubo:
    _require_square(matrix.shape)
    n = matrix.shape[0]
    builder = _core.ModelBuilder(_some(n))
    for first, block in _exact.blocks(matrix):
        _require_finite(block, "matrix", first)
    for first, block in _exact.blocks(matrix):  # both halves of a pair, piece by piece
        mirror = matrix[:, first : first + len(block)].T
        builder.add_rows(first, np.ascontiguousarray(block.astype(np.float64) + mirror.astype(np.float64)))
    linear = np.ascontiguousarray(np.diagonal(matrix), dtype=np.float64)
    made = builder.finish(checked_name(name), "BINARY", _real(constant, "constant"), linear)
    return Qubo._wrap(made, _labels_of(labels, n))


def _from_mapping(
    quadratic: Any,
    constant: float,
    name: str,
    labels: Optional[Sequence[Hashable]],
    h: Optional[Mapping[Hashable, Any]] = None,
) -> Qubo:
    keys = list(quadratic)
    for key in keys:
        if not isinstance(key, tuple) or len(key) != 2:
            raise InvalidInstance(f"model: expected pairs of variables as keys, found {key!r}")
    names = list(labels) if labels is not None else _sorted({v for key in keys for v in key} | set(h or ()))
    number = {label: i for i, label in enumerate(names)}
    for key in keys:
        for variable in key:
            if variable not in number:
                raise InvalidInstance(f"model: expected variables of labels, found {variable!r} in {key!r}")
    values = [_real(value, f"model[{key!r}]") for key, value in quadratic.items()]
    linear = [_real((h or {}).get(label, 0.0), f"h[{label!r}]") for label in names]
    rows, columns = ([number[key[side]] for key in keys] for side in (0, 1))
    plain = names == list(range(len(names)))
    return Qubo.from_vectors(
        linear,
        (rows, columns, values),
        constant,
        vartype="BINARY" if h is None else "SPIN",
        name=name,
        labels=None if plain else names,
    )


def _labels_of(labels: Optional[Sequence[Hashable]], n: int) -> Optional[List[Hashable]]:
    if labels is None:
        return None
    names = checked_labels(labels, n)
    return None if names == list(range(n)) else names


def _sorted(labels: Any) -> List[Any]:
    """In their own order where they have one, or by type and text."""
    try:
        return sorted(labels)
    except TypeError:
        return sorted(labels, key=lambda label: (type(label).__name__, repr(label)))

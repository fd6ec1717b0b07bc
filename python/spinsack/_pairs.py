# SPDX-License-Identifier: Apache-2.0
"""Pair profits in whatever form users have them, into a builder of the core."""

from __future__ import annotations

from typing import Any, Hashable, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _exact
from .errors import InvalidInstance


def is_sparse(matrix: Any) -> bool:
    """Whether it is a matrix of scipy.sparse, without importing that."""
    return hasattr(matrix, "tocoo") and hasattr(matrix, "nnz")


class Triples:
    """Pairs as rows, columns and values, each pair once and none of an item with itself."""

    def __init__(self, rows: Any, columns: Any, values: Any, n: int, what: str) -> None:
        self.rows = _indices(rows, n, f"{what} (rows)")
        self.columns = _indices(columns, n, f"{what} (columns)")
        self.values = _exact.as_numbers(values, what, 1)
        self.what = what
        if not len(self.rows) == len(self.columns) == len(self.values):
            raise InvalidInstance(
                f"{what}: expected as many rows as columns and values, "
                f"found {len(self.rows)}, {len(self.columns)} and {len(self.values)}"
            )
        self._refuse_odd_pairs(n)
        self.digits = _exact.decimals(self.values, what)

    def _refuse_odd_pairs(self, n: int) -> None:
        same = self.rows == self.columns
        if same.any():
            item = int(self.rows[int(np.argmax(same))])
            raise InvalidInstance(f"{self.what}: expected two different items, found {item} twice")
        low = np.minimum(self.rows, self.columns).astype(np.int64)
        keys = low * n + np.maximum(self.rows, self.columns)
        _, first, counts = np.unique(keys, return_index=True, return_counts=True)
        if (counts > 1).any():
            k = int(first[int(np.argmax(counts > 1))])
            raise InvalidInstance(
                f"{self.what}: expected each pair once, found ({int(self.rows[k])}, {int(self.columns[k])}) again"
            )

    def add_to(self, builder: Any, digits: int) -> None:
        builder.add_pairs(self.rows, self.columns, _exact.integers(self.values, digits, self.what))


class Square:
    """A dense matrix, symmetric or triangular. Looked at in pieces: it is neither copied nor converted as a
    whole.
    """

    def __init__(self, matrix: np.ndarray, what: str) -> None:
        if matrix.shape[0] != matrix.shape[1]:
            raise InvalidInstance(f"{what}: expected a square matrix, found {matrix.shape[0]} x {matrix.shape[1]}")
        self.what = what
        self.digits = _exact.decimals(matrix, what)
        self.matrix = self._upper(matrix)

    def _upper(self, matrix: np.ndarray) -> np.ndarray:
        """The matrix or its transpose: what counts is above the diagonal."""
        symmetric = above_empty = below_empty = True
        witness: Optional[Tuple[int, int]] = None
        for first, block in _exact.blocks(matrix):
            mirror = matrix[:, first : first + len(block)].T
            columns = np.arange(matrix.shape[0])
            rows = np.arange(first, first + len(block))[:, None]
            filled = block != 0
            above_empty = above_empty and not (filled & (columns > rows)).any()
            below_empty = below_empty and not (filled & (columns < rows)).any()
            if symmetric:
                different = np.asarray(block != mirror, dtype=bool)
                if different.any():
                    symmetric = False
                    i, j = _exact._first(different)
                    witness = (i + first, j)
        if symmetric or below_empty:
            return matrix
        if above_empty:
            return matrix.T
        assert witness is not None
        i, j = witness
        raise InvalidInstance(
            f"{self.what}: expected a symmetric or triangular matrix, "
            f"found {matrix[i, j]} at [{i}, {j}] and {matrix[j, i]} at [{j}, {i}]"
        )

    def add_to(self, builder: Any, digits: int) -> None:
        for first, block in _exact.blocks(self.matrix):
            builder.add_rows(first, _exact.integers(block, digits, self.what, first))


def from_sparse(matrix: Any, what: str) -> Tuple[np.ndarray, Triples]:
    """Diagonal and pairs of a matrix of scipy.sparse, symmetric or triangular."""
    if matrix.shape[0] != matrix.shape[1]:
        raise InvalidInstance(f"{what}: expected a square matrix, found {matrix.shape[0]} x {matrix.shape[1]}")
    n = matrix.shape[0]
    coo = matrix.tocsr().tocoo()
    coo.sum_duplicates()
    kept = coo.data != 0
    rows, columns, values = coo.row[kept], coo.col[kept], coo.data[kept]
    diagonal = np.zeros(n, dtype=values.dtype)
    on_it = rows == columns
    diagonal[rows[on_it]] = values[on_it]
    above, below = columns > rows, columns < rows
    if above.any() and below.any():
        _require_symmetric(rows, columns, values, n, what)
        below[:] = False
    chosen = above | below
    return diagonal, Triples(rows[chosen], columns[chosen], values[chosen], n, what)


def _require_symmetric(rows: np.ndarray, columns: np.ndarray, values: np.ndarray, n: int, what: str) -> None:
    entries = {(int(i), int(j)): v for i, j, v in zip(rows, columns, values)}
    for (i, j), value in sorted(entries.items()):
        mirror = entries.get((j, i), 0)
        if mirror != value:
            raise InvalidInstance(
                f"{what}: expected a symmetric or triangular matrix, "
                f"found {value} at [{i}, {j}] and {mirror} at [{j}, {i}]"
            )


def pairs_from(pairs: Any, n: int, labels: Optional[Sequence[Hashable]], what: str = "pairs") -> Any:
    """Pair profits beside a list of profits: a matrix with an empty diagonal, a mapping, or rows, columns and
    values.
    """
    if isinstance(pairs, Mapping):
        number = {label: i for i, label in enumerate(labels)} if labels else {i: i for i in range(n)}
        rows: List[int] = []
        columns: List[int] = []
        for key in pairs:
            if not isinstance(key, tuple) or len(key) != 2:
                raise InvalidInstance(f"{what}: expected a pair of items, found {key!r}")
            for item, side in zip(key, (rows, columns)):
                if item not in number:
                    raise InvalidInstance(
                        f"{what}: expected a pair of items, found {key!r}, where {item!r} is none"
                    )
                side.append(number[item])
        return Triples(rows, columns, _exact.mapped(pairs, what), n, what)
    if isinstance(pairs, tuple) and len(pairs) == 3 and not _is_square(pairs):
        return Triples(pairs[0], pairs[1], pairs[2], n, what)
    if is_sparse(pairs):
        diagonal, triples = from_sparse(pairs, what)
        _require_empty(diagonal, what)
        return triples
    square = Square(_exact.as_numbers(pairs, what, 2), what)
    _require_empty(np.diagonal(square.matrix), what)
    return square


def _is_square(pairs: Sequence[Any]) -> bool:
    return all(np.ndim(row) == 1 and len(row) == 3 for row in pairs) and not any(
        isinstance(row, np.ndarray) for row in pairs
    )


def _require_empty(diagonal: np.ndarray, what: str) -> None:
    filled = np.asarray(diagonal != 0, dtype=bool)
    if filled.any():
        i = int(np.argmax(filled))
        raise InvalidInstance(
            f"{what}[{i}, {i}]: expected 0, since the profits are given apart, found {diagonal[i]}"
        )


def _indices(values: Any, n: int, what: str) -> np.ndarray:
    array = np.asarray(values)
    if array.size == 0:
        return np.zeros(0, dtype=np.int32)
    if array.dtype.kind not in "iu" or array.ndim != 1:
        raise InvalidInstance(f"{what}: expected a list of item numbers, found an array of {array.dtype}")
    beyond = (array < 0) | (array >= n)
    if beyond.any():
        k = int(np.argmax(beyond))
        raise InvalidInstance(f"{what}[{k}]: expected an item, 0..{n - 1}, found {int(array[k])}")
    return np.ascontiguousarray(array, dtype=np.int32)
